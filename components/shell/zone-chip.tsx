'use client'
import { Clock } from 'lucide-react'
import { useHint } from '#components/ui/dialog/hint.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { instantParts } from '#lib/utils/time/instants.ts'
import { zoneName } from '#lib/utils/time/zone-spelling.ts'

/** The zone in which this page writes its times. */
export function ZoneChip({ now }: { now: number }) {
  const clock = useWallClock()
  const hint = useHint(() => `Times on this page are in ${zoneName(clock.zone)}.`)
  return (
    <button
      type="button"
      className="inline-flex h-[30px] items-center gap-1.5 rounded-control px-1.5 text-ink-2"
      {...hint}
    >
      <Clock aria-hidden="true" className="size-4" strokeWidth={1.8} />
      <span className="sr-only">Time zone </span>
      {instantParts(now, clock).zone}
    </button>
  )
}
