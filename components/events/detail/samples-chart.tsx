'use client'
/** The day of a series that an event’s samples are part of: what is current, and what this event said before it was replaced. */
import { AxisBottom, AxisLeft } from '@visx/axis'
import { GridRows } from '@visx/grid'
import { useParentSize } from '@visx/responsive'
import { scaleLinear, scaleTime } from '@visx/scale'
import { LinePath } from '@visx/shape'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import type { ShownSample, ShownSeries } from '#lib/domains/events/received.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { instantParts, parseInstant } from '#lib/utils/time/instants.ts'

interface SamplesChartProps {
  /** Resource measured: "glucose". */
  resource: string
  series: ShownSeries
}

const HEIGHT = 180
const LEFT = 40
const BOTTOM = 22
const TOP = 10
const AXIS = { fill: 'var(--ink-3)', fontSize: 11, fontFamily: 'inherit' }

export function SamplesChart({ resource, series: { samples, source_type } }: SamplesChartProps) {
  const { parentRef, width } = useParentSize({ debounceTime: 50, ignoreDimensions: ['top', 'left', 'height'] })
  const clock = useWallClock()
  const own = samples.filter(({ is_own }) => is_own)
  const replaced = samples.filter(({ was }) => was !== null)
  const last = samples.at(-1)
  if (!last) return null
  const values = samples.flatMap(({ value, was }) => (was === null ? [value] : [value, was]))
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const room = (high - low || Math.abs(high) || 1) * 0.1
  const timeOf = ({ at }: ShownSample) => new Date(parseInstant(at))
  const first = samples[0] ?? last
  const x = scaleTime({ domain: [timeOf(first), timeOf(last)], range: [LEFT, Math.max(LEFT, width - 8)] })
  const y = scaleLinear({ domain: [low - room, high + room], range: [HEIGHT - BOTTOM, TOP], nice: true })
  const shownFrom = instantParts(parseInstant(first.at), clock)
  const shownTo = instantParts(parseInstant(last.at), clock)
  const days = shownFrom.day === shownTo.day ? shownFrom.day : `${shownFrom.day} to ${shownTo.day}`
  const words = `${source_type || 'Samples'}: ${countOf(samples.length, 'sample')}, ${low} to ${high} ${last.unit}; ${own.length} from this event, ${replaced.length} replaced since.`
  return (
    <figure className="flex flex-col gap-1">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
        <span className="font-control">
          {resource} <span className="text-ink-3">{[last.unit, source_type].filter(Boolean).join(', ')}</span>
        </span>
        <span className="text-xs text-ink-3">
          {days}, times in {shownFrom.zone}. {zoneWords(last.zone_offset)}
        </span>
      </figcaption>
      <div ref={parentRef}>
        <svg role="img" aria-label={words} width={width} height={HEIGHT} className="block overflow-visible">
          <GridRows scale={y} left={LEFT} width={Math.max(0, width - LEFT - 8)} numTicks={4} stroke="var(--line)" />
          <AxisLeft
            scale={y}
            left={LEFT}
            numTicks={4}
            hideAxisLine
            hideTicks
            tickLabelProps={{ ...AXIS, dx: -4, dy: 4, textAnchor: 'end' }}
          />
          <AxisBottom
            scale={x}
            top={HEIGHT - BOTTOM}
            numTicks={Math.max(2, Math.floor(width / 110))}
            tickFormat={(tick) => instantParts(Number(tick), clock).time}
            stroke="var(--line-2)"
            hideTicks
            tickLabelProps={{ ...AXIS, textAnchor: 'middle' }}
          />
          <LinePath
            data={samples}
            x={(sample) => x(timeOf(sample))}
            y={({ value }) => y(value)}
            className="stroke-accent"
            strokeWidth={1.75}
          />
          {own.map((sample) => (
            <circle key={sample.at} cx={x(timeOf(sample))} cy={y(sample.value)} r={3} className="fill-accent" />
          ))}
          {replaced.map((sample) => (
            <circle
              key={`${sample.at} before`}
              cx={x(timeOf(sample))}
              cy={y(sample.was ?? sample.value)}
              r={3.5}
              strokeWidth={1.75}
              className="fill-surface stroke-ink-2"
            />
          ))}
        </svg>
      </div>
      <p className="flex flex-wrap gap-x-4 text-xs text-ink-3">
        <span>Line: current values</span>
        <span>
          <span aria-hidden="true" className="text-accent">
            ●
          </span>{' '}
          from this event
        </span>
        {replaced.length > 0 && <span>○ what it said, replaced since</span>}
      </p>
    </figure>
  )
}

/** The spec doesn’t say the unit of the offset; seconds are what services send. */
function zoneWords(offset: number | null): string {
  if (offset === null) return 'No time zone sent'
  const minutes = Math.round(Math.abs(offset) / 60)
  const sign = offset < 0 ? '−' : '+'
  const two = (value: number) => String(value).padStart(2, '0')
  return `Recorded at UTC${sign}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
