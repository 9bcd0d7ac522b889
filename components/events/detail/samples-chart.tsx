/** The day of a series that an event’s samples are part of: what is current, and what this event said before it was replaced. */
import { Fragment } from 'react'
import { LinePlot } from '#components/patterns/chart/line-plot.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import type { ShownSample, ShownSeries } from '#lib/domains/events/received.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { instantParts, parseInstant } from '#lib/utils/time/instants.ts'

interface SamplesChartProps {
  /** Resource measured: "glucose". */
  resource: string
  series: ShownSeries
  /** Milliseconds: all units of a series have one time axis. */
  from: number
  to: number
}

const timeOf = ({ at }: ShownSample) => parseInstant(at)

/** Draws each unit of a series as a line with a scale of its own: on one, 180 mg/dL and 10 mmol/L would look like a fall. */
export function SeriesCharts({ resource, all }: Pick<SamplesChartProps, 'resource'> & { all: readonly ShownSeries[] }) {
  return [...Map.groupBy(all, ({ source_type }) => source_type)].map(([source_type, lines]) => {
    const units = lines.flatMap(({ samples }) => samples.at(-1)?.unit || 'no unit')
    const times = lines.flatMap(({ samples }) => samples.map(timeOf))
    const range = { from: Math.min(...times), to: Math.max(...times) }
    return (
      <Fragment key={source_type}>
        {lines.length > 1 && (
          <Notice kind="warn">
            {`These samples have ${lines.length} units: ${units.join(', ')}. Each has its own chart below; no value is converted.`}
          </Notice>
        )}
        {lines.map((series) => (
          <SamplesChart key={series.samples[0]?.unit} resource={resource} series={series} {...range} />
        ))}
      </Fragment>
    )
  })
}

function SamplesChart({ resource, series: { samples, source_type }, from, to }: SamplesChartProps) {
  const clock = useWallClock()
  const own = samples.filter(({ is_own }) => is_own)
  const replaced = samples.filter(({ was }) => was !== null)
  const last = samples.at(-1)
  if (!last) return null
  const values = samples.flatMap(({ value, was }) => (was === null ? [value] : [value, was]))
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const first = samples[0] ?? last
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
      <LinePlot
        label={words}
        points={samples.map((sample) => ({ at: timeOf(sample), value: sample.value }))}
        from={from}
        to={to}
        low={low}
        high={high}
        isClock
        formatAt={(at) => instantParts(at, clock).time}
      >
        {(x, y) => (
          <>
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
          </>
        )}
      </LinePlot>
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
