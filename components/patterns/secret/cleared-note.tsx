import { EyeOff } from 'lucide-react'
import { useEffect } from 'react'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { useSecondsLeft } from '#components/ui/display/countdown.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { formatCountdown } from '#lib/utils/time/durations.ts'
import { instantParts } from '#lib/utils/time/instants.ts'

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
