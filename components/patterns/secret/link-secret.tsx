import { Clock, ExternalLink, EyeOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { useSecondsLeft } from '#components/ui/display/countdown.tsx'
import { FailedLine } from '#components/ui/display/notice.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { formatCountdown } from '#lib/utils/time/durations.ts'
import { instantParts } from '#lib/utils/time/instants.ts'
import { type AllowSecret, NOT_ON_RECORD, SecretField } from './secret-field.tsx'

export interface MadeLink {
  link_web_url: string
  link_token: string
}

interface LinkSecretProps extends MadeLink {
  /** Milliseconds since 1970: when the page forgets it. */
  until: number
  allow: AllowSecret
}

/** `https://link.example.test`, without the part that opens the door; null when it is no address of the web. */
function siteOf(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null
  return url && /^https?:$/.test(url.protocol) ? url.host : null
}

/** A link token and its address: hidden, to be copied or opened. It works for minutes, so it's never printed. */
export function LinkSecret({ link_web_url, link_token, until, allow }: LinkSecretProps) {
  const [failed, setFailed] = useState(false)
  const site = siteOf(link_web_url)
  const open = async () => {
    const yes = await allow('show')
    setFailed(!yes)
    if (yes) window.open(link_web_url, '_blank', 'noopener,noreferrer')
  }
  return (
    <div className="flex flex-col gap-3.5">
      <div>
        <SecretField label="Link" value={link_web_url} allow={allow} />
        {site && <p className="pt-1.5 text-xs text-ink-3">Opens on {site}.</p>}
      </div>
      {site && (
        <Button icon={ExternalLink} onPress={() => void open()} className="self-start">
          Open in a new tab
        </Button>
      )}
      {failed && <FailedLine>{NOT_ON_RECORD}</FailedLine>}
      <SecretField label="Link token, for your own app" value={link_token} allow={allow} />
      <p className="flex items-start gap-2 text-sm text-ink-2">
        <Clock className="mt-0.5 size-3.5 shrink-0" />
        <span>The link works for only a few minutes. Send it while the patient is ready to use it.</span>
      </p>
      <ClearedNote until={until} />
    </div>
  )
}

const LINE = 'flex items-start gap-2 text-xs text-ink-3'

/** How long a secret stays on the page. `until` in milliseconds since 1970. */
export function ClearedNote({ until }: { until: number }) {
  const left = useSecondsLeft(until)
  return (
    <p className={LINE}>
      <EyeOff className="mt-px size-3.5 shrink-0" />
      <span>Cleared from this page in {formatCountdown(left)}, and never stored by this console.</span>
    </p>
  )
}

export function ClearedText({ noun, at }: { noun: string; at: number }) {
  const { time, zone } = instantParts(at, useWallClock())
  useEffect(() => announce(`${noun} expired and was cleared from this page.`), [noun])
  return (
    <p className={LINE}>
      <EyeOff className="mt-px size-3.5 shrink-0" />
      <span>
        The last one was cleared from this page at {time} {zone}. Create another one when you need it.
      </span>
    </p>
  )
}
