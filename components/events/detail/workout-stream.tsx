/** A workout's stream: charts over one time axis, the way on the ground without a map, and the figures as a table. */
import { useQuery } from '@tanstack/react-query'
import { LinePlot, type PlotPoint } from '#components/patterns/chart/line-plot.tsx'
import { CardWait } from '#components/patterns/states/card-failure.tsx'
import { usePatientData } from '#components/ui/display/mask.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { getWorkoutStream, type WorkoutStream as Stream } from '#lib/domains/events/event.ts'
import { serviceQuery } from '#lib/kernel/client/queries.ts'
import { formatCountdown } from '#lib/utils/time/durations.ts'
import { formatInstant } from '#lib/utils/time/instants.ts'

interface Measure {
  label: string
  unit: string
  /** Times in minutes since the start. */
  points: PlotPoint[]
  format: (value: number) => string
  isReversed?: boolean
}

/** Meters a second from which a speed says more than a pace, and below which a pace is that of a swimmer. */
const [FAST, SLOW] = [4.5, 1.5]
/** Minutes of a row of the table. */
const ROW = 5

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const whole = (value: number) => String(Math.round(value))

const numbersIn = (column: Stream['time'] | undefined) => column?.filter(Number.isFinite) ?? []

/** A column over minutes; empty where the source has none. */
function pointsOf({ time }: Stream, column: Stream['time'], convert = (value: number) => value): PlotPoint[] {
  const [start = 0] = numbersIn(time)
  const points = column?.map((value, row) => ({
    at: ((time?.[row] ?? Number.NaN) - start) / 60,
    value: convert(value),
  }))
  return points?.filter(({ at, value }) => Number.isFinite(at) && Number.isFinite(value)) ?? []
}

function paceOf(stream: Stream): Measure {
  const { velocity_smooth: speeds } = stream
  const average = mean(numbersIn(speeds))
  if (average > FAST)
    return { label: 'Speed', unit: 'km/h', points: pointsOf(stream, speeds, (speed) => speed * 3.6), format: whole }
  const meters = average < SLOW ? 100 : 1000
  return {
    label: 'Pace',
    unit: meters === 100 ? 'min/100 m' : 'min/km',
    points: pointsOf(stream, speeds, (speed) => meters / speed),
    format: formatCountdown,
    isReversed: true,
  }
}

function measuresOf(stream: Stream): Measure[] {
  const all = [
    { label: 'Heart rate', unit: 'bpm', points: pointsOf(stream, stream.heartrate), format: whole },
    paceOf(stream),
    { label: 'Altitude', unit: 'm', points: pointsOf(stream, stream.altitude), format: whole },
  ]
  return all.filter(({ points }) => points.length > 0)
}

export function WorkoutStream({ environment, workout_id }: { environment: string; workout_id: string }) {
  const { masked } = usePatientData()
  const clock = useWallClock()
  const options = serviceQuery(getWorkoutStream, { params: { workout_id } }, { environment })
  const query = useQuery({ ...options, enabled: !masked })
  const { data } = query
  if (masked) return <p className="text-ink-2">Show patient data to see this workout.</p>
  if (!data) return <CardWait subject="The workout" query={query} className="h-44" />
  const measures = measuresOf(data)
  const times = numbersIn(data.time)
  const [start] = times
  if (start === undefined || measures.length === 0) return <p className="text-ink-2">The source measured nothing.</p>
  const to = ((times.at(-1) ?? start) - start) / 60
  const meters = numbersIn(data.distance).at(-1)
  const facts = [formatInstant(new Date(start * 1000).toISOString(), clock), `${whole(to)} min`]
  return (
    <section aria-label="Workout" className="flex flex-col gap-3">
      <p className="text-ink-2">{[...facts, ...(meters ? [`${(meters / 1000).toFixed(1)} km`] : [])].join(' · ')}</p>
      {measures.map((measure, index) => (
        <Chart key={measure.label} measure={measure} to={to} hasTimes={index === measures.length - 1} />
      ))}
      <Figures measures={measures} to={to} />
      <Route stream={data} />
    </section>
  )
}

function Chart({ measure, to, hasTimes }: { measure: Measure; to: number; hasTimes: boolean }) {
  const { label, unit, points, format, isReversed = false } = measure
  const values = points.map(({ value }) => value)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  return (
    <figure className="flex flex-col gap-1">
      <figcaption className="flex items-baseline justify-between gap-x-3 text-sm">
        <span className="font-control">
          {label} <span className="text-ink-3">{unit}</span>
        </span>
        <span className="text-xs text-ink-3">{format(mean(values))} on average</span>
      </figcaption>
      <LinePlot
        label={`${label}: ${format(low)} to ${format(high)} ${unit}, ${format(mean(values))} on average.`}
        points={points}
        from={0}
        to={to}
        low={low}
        high={high}
        isReversed={isReversed}
        height={hasTimes ? 132 : 110}
        formatAt={hasTimes ? (minutes) => `${minutes} min` : null}
        formatValue={format}
      />
    </figure>
  )
}

/** Averages of each five minutes. */
function Figures({ measures, to }: { measures: readonly Measure[]; to: number }) {
  const rows = Array.from({ length: Math.ceil(to / ROW) }, (_, row) => row * ROW)
  const body = rows.map((from) => (
    <tr key={from} className="h-7 border-b border-line last:border-0">
      <th scope="row" className="text-left font-text text-ink-2">
        {from} to {whole(Math.min(from + ROW, to))}
      </th>
      {measures.map(({ label, points, format }) => {
        const own = points.filter(({ at }) => at >= from && at < from + ROW)
        return (
          <td key={label} className="text-right">
            {own.length > 0 ? format(mean(own.map(({ value }) => value))) : '–'}
          </td>
        )
      })}
    </tr>
  ))
  return (
    <table aria-label="Averages of each five minutes" className="w-full text-sm tabular-nums">
      <thead>
        <tr className="h-8 border-b border-line text-xs text-ink-3 [&>th]:font-control">
          <th scope="col" className="text-left">
            Minutes
          </th>
          {measures.map(({ label, unit }) => (
            <th key={label} scope="col" className="text-right">
              {label}, {unit}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{body}</tbody>
    </table>
  )
}

/** Pixels of the drawing's longer side, and around it. */
const [SIZE, AROUND] = [180, 8]

/** The way as it lies on the ground, north up, in the scale of both directions. */
function Route({ stream }: { stream: Stream }) {
  const isPlace = (_: unknown, row: number) => Number.isFinite(stream.lat?.[row]) && Number.isFinite(stream.lng?.[row])
  const [lat, lng] = [stream.lat?.filter(isPlace), stream.lng?.filter(isPlace)]
  if (!(lat && lng) || lat.length < 2) return null
  const narrow = Math.cos((mean(lat) * Math.PI) / 180)
  const [west, north] = [Math.min(...lng), Math.max(...lat)]
  const degrees = Math.max((Math.max(...lng) - west) * narrow, north - Math.min(...lat)) || 1
  const places = lat.map((each, row) => [
    AROUND + (((lng[row] ?? west) - west) * narrow * SIZE) / degrees,
    AROUND + ((north - each) * SIZE) / degrees,
  ])
  const [first = [], last = []] = [places[0], places.at(-1)]
  const [width, height] = [0, 1].map((axis) => Math.max(...places.map((place) => place[axis] ?? 0)) + AROUND)
  return (
    <figure className="flex flex-col gap-1">
      <figcaption className="flex items-baseline justify-between gap-x-3 text-sm">
        <span className="font-control">Route</span>
        <span className="text-xs text-ink-3">● Start, ○ end, north is up</span>
      </figcaption>
      <svg role="img" aria-label="Route of the workout" width={width} height={height} className="self-center">
        <path
          d={`M${places.map((place) => place.map((each) => each.toFixed(1)).join(' ')).join('L')}`}
          fill="none"
          className="stroke-accent"
          strokeWidth={2}
          strokeLinejoin="round"
        />
        <circle cx={last[0]} cy={last[1]} r={5} strokeWidth={2} className="fill-surface stroke-ink" />
        <circle cx={first[0]} cy={first[1]} r={2.5} className="fill-ink" />
      </svg>
    </figure>
  )
}
