'use client'
import clsx from 'clsx'
import { Check, MoonStar } from 'lucide-react'
import { useAtPresent, useWallClock } from '#components/ui/display/viewer.tsx'
import { CALL_HOURS, localTimes, mayCall, offsetLabel } from '#lib/domains/demographics/call-hours.ts'
import { MINUTE } from '#lib/utils/time/durations.ts'
import { hourLabel } from '#lib/utils/time/instants.ts'
import { zoneName } from '#lib/utils/time/zone-spelling.ts'

/** Hours that are named below the bar. The end isn’t: beside the end of call hours there is no room for it. */
const MARKS = [0, CALL_HOURS.from, 12, CALL_HOURS.to] as const

const percent = (hour: number) => `${(hour / 24) * 100}%`

/** Shows the patient's local time in every possible zone, and whether it's in call hours, in words as well as a bar. */
export function LocalTimeBar({ zones }: { zones: readonly string[] }) {
  const viewer = useWallClock()
  const minute = useAtPresent((now) => Math.floor(now / MINUTE) * MINUTE)
  const times = localTimes(minute, zones, viewer)
  const [first] = times
  const isCallTime = mayCall(times)
  const Icon = isCallTime ? Check : MoonStar
  if (!first) return null
  return (
    <div className="-mx-4 -mt-4 mb-4 border-b border-line px-4 pt-3 pb-3">
      <p className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
        <span className="text-lg font-heading">{times.map(({ time }) => time).join(' or ')}</span>
        <span className="min-w-0 flex-1 text-ink-2">
          in {times.map(({ zone }) => zoneName(zone)).join(' or ')}
          {times.length === 1 && `, ${offsetLabel(first.ahead)}`}
        </span>
        <span
          data-tone={isCallTime ? 'ok' : 'warn'}
          className="inline-flex items-center gap-1 text-sm font-control text-tone-fg"
        >
          <Icon aria-hidden="true" className="size-4" strokeWidth={1.9} />
          {isCallTime ? 'In call hours' : 'Outside call hours'}
        </span>
      </p>
      <div aria-hidden="true" className="relative mt-2 h-2 rounded-full bg-sunken">
        <span
          data-tone="ok"
          className="absolute inset-y-0 bg-tone-dot opacity-50"
          style={{ left: percent(CALL_HOURS.from), width: percent(CALL_HOURS.to - CALL_HOURS.from) }}
        />
        {times.map(({ zone, hour }) => (
          <span
            key={zone}
            className="absolute -inset-y-1 w-[3px] -translate-x-1/2 rounded-full bg-ink"
            style={{ left: percent(hour) }}
          />
        ))}
      </div>
      <div aria-hidden="true" className="relative mt-1.5 h-4 text-xs text-ink-3">
        {MARKS.map((at) => (
          <span key={at} className={clsx('absolute', at > 0 && '-translate-x-1/2')} style={{ left: percent(at) }}>
            {hourLabel(at, viewer.hours)}
          </span>
        ))}
      </div>
    </div>
  )
}
