'use client'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { FailedLine } from '#components/ui/display/failed-line.tsx'
import { ClearedNote } from './cleared-note.tsx'
import { PrintCardButton } from './print-card.tsx'
import { type AllowSecret, NOT_ON_RECORD, SecretField } from './secret-field.tsx'

interface LinkSecretProps {
  link_web_url: string
  link_token: string
  /** Milliseconds since 1970: when the page forgets it. */
  until: number
  /** The source it leads straight to; null for a list of sources. */
  source: string | null
  allow: AllowSecret
}

/** `https://link.example.test`, without the part that opens the door; null when it is no address of the web. */
function siteOf(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null
  return url && /^https?:$/.test(url.protocol) ? url.host : null
}

/** A link token and its address: hidden, to be copied, opened or printed. */
export function LinkSecret({ link_web_url, link_token, until, source, allow }: LinkSecretProps) {
  const [failed, setFailed] = useState(false)
  const site = siteOf(link_web_url)
  const open = async () => {
    const yes = await allow('show')
    setFailed(!yes)
    if (yes) window.open(link_web_url, '_blank', 'noopener,noreferrer')
  }
  const sheet = {
    title: source ? `Connect ${source}` : 'Connect your health data',
    steps: [
      'Open your phone’s camera and point it at the square below. Tap the link that appears.',
      source ? `Sign in to ${source} with your own username and password.` : 'Choose the app or device you use.',
      source
        ? 'Allow everything you want us to see. You can change this later.'
        : 'Sign in with your own username and password, and allow what you want us to see.',
      'When the page says it’s connected, you’re done.',
    ],
    link: link_web_url,
    typed: { label: 'No camera? Enter this address in a browser:', text: link_web_url },
    until: 'It works for only a few minutes. If it has expired, ask us for a new card.',
  }
  return (
    <div className="flex flex-col gap-3.5">
      <div>
        <SecretField label="Link" value={link_web_url} allow={allow} />
        {site && <p className="pt-1.5 text-xs text-ink-3">Opens on {site}.</p>}
      </div>
      <div className="flex flex-wrap items-start gap-2">
        {site && (
          <Button onPress={() => void open()}>
            <ExternalLink aria-hidden="true" className="size-4" strokeWidth={1.8} />
            Open in a new tab
          </Button>
        )}
        <PrintCardButton sheet={sheet} allow={allow} />
      </div>
      {failed && <FailedLine>{NOT_ON_RECORD}</FailedLine>}
      <SecretField label="Link token, for your own app" value={link_token} allow={allow} />
      <ClearedNote until={until} />
    </div>
  )
}
