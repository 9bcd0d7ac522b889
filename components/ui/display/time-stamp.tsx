import clsx from 'clsx'
import type { ReactNode } from 'react'
import { useHint } from '#components/ui/button/hint.tsx'
import { useTabIndex } from '#components/ui/button/tab-stop.tsx'
import { formatInstant, instantDay, instantParts, parseInstant, type WallClock } from '#lib/utils/time/instants.ts'
import { dayAndTime, usePrinting, useRelativeTime, useTimeAgo, useWallClock } from './viewer.tsx'

interface ExactTimeProps {
  value: string
  /** The viewer’s. */
  clock: WallClock
  /** The zone of the place that it is about, where that is known. */
  site?: string | undefined
}

/** An instant by every clock that matters, and as it was sent. */
function ExactTime({ value, clock, site }: ExactTimeProps) {
  const instant = parseInstant(value)
  const lines = [
    ...(site ? [{ who: 'Patient’s time', ...instantParts(instant, { ...clock, zone: site }) }] : []),
    { who: 'You', ...instantParts(instant, clock) },
    { who: 'UTC', ...instantParts(instant, { ...clock, zone: 'UTC' }), zone: '' },
  ]
  return (
    <dl className="grid grid-cols-[auto_auto] gap-x-4 gap-y-0.5">
      {lines.map(({ who, day, exact_time, zone }) => (
        <div key={who} className="col-span-2 grid grid-cols-subgrid">
          <dt className="font-heading">{who}</dt>
          <dd className="whitespace-nowrap">
            {day}, {exact_time} {zone}
          </dd>
        </div>
      ))}
      <div className="col-span-2 grid grid-cols-subgrid">
        <dt className="font-heading">Original value</dt>
        <dd translate="no" className="font-mono break-all">
          {value}
        </dd>
      </div>
    </dl>
  )
}

/** The calendar day of an instant for the viewer, where there is room to say it outright. */
export function InstantDay({ value, className }: TimeStampProps) {
  const clock = useWallClock()
  const instant = parseInstant(value)
  return Number.isNaN(instant) ? null : <span className={className}>{instantDay(instant, clock)}</span>
}

interface TimeStampProps {
  /** An instant as the wire sent it. */
  value: string
  className?: string
}

/** How long ago, with the exact instant on hover, focus or tap, and on paper. A text that is no instant is shown as it came. */
export function TimeStamp(props: TimeStampProps) {
  const instant = parseInstant(props.value)
  return <ExactOnDemand {...props} words={useTimeAgo(Number.isNaN(instant) ? 0 : instant)} />
}

/** How long since an instant: "2 d 4 h"; exact as in `TimeStamp`. */
export function Elapsed(props: TimeStampProps) {
  const instant = parseInstant(props.value)
  const clock = useWallClock()
  const age = useRelativeTime(Number.isNaN(instant) ? 0 : instant)
  return <ExactOnDemand {...props} words={usePrinting() ? dayAndTime(instant, clock) : age} />
}

/** The hour of an instant, where the day stands beside it; exact as in `TimeStamp`. */
export function ClockTime(props: TimeStampProps) {
  const clock = useWallClock()
  const instant = parseInstant(props.value)
  return <ExactOnDemand {...props} words={Number.isNaN(instant) ? '' : instantParts(instant, clock).time} />
}

/** Day and hour of an instant, where its age says too little; exact as in `TimeStamp`. */
export function DayTime(props: TimeStampProps) {
  const instant = parseInstant(props.value)
  const clock = useWallClock()
  return <ExactOnDemand {...props} words={dayAndTime(instant, clock)} />
}

interface ExactOnDemandProps extends TimeStampProps, Pick<ExactTimeProps, 'site'> {
  words: ReactNode
}

/** An instant in any words, exact as in `TimeStamp`. */
export function ExactOnDemand({ value, className, words, site }: ExactOnDemandProps) {
  const clock = useWallClock()
  const known = !Number.isNaN(parseInstant(value))
  const tabIndex = useTabIndex()
  const hint = useHint(() => <ExactTime value={value} clock={clock} site={site} />)
  if (!known) return <span className={className}>{value}</span>
  return (
    <button type="button" tabIndex={tabIndex} className={clsx('time-stamp', className)} {...hint}>
      <time dateTime={value}>{words}</time>
    </button>
  )
}

/** How long ago an instant was, in words: where a link is around it, a time stamp that can be pressed has no place. */
export function Age({ at }: { at: string }) {
  const clock = useWallClock()
  const age = useTimeAgo(parseInstant(at))
  return (
    <time dateTime={at} title={formatInstant(at, clock)} className="whitespace-nowrap">
      {age}
    </time>
  )
}
