/** On how many of the last days a source sent data: bars for the eye, words for everybody. */
interface DayBarsProps {
  /** Events of each day, the newest last. */
  days: readonly number[]
}

const HEIGHT = 20
/** Pixels of a bar, and from one to the next. */
const WIDTH = 5
const STEP = 7

export function DayBars({ days }: DayBarsProps) {
  const most = Math.max(1, ...days)
  const sent = days.filter((count) => count > 0).length
  return (
    <span className="inline-flex items-center gap-2.5">
      <svg aria-hidden="true" width={days.length * STEP - 2} height={HEIGHT} className="shrink-0">
        {days.map((count, day) => {
          // A day of one event is seen beside one of a thousand.
          const height = count === 0 ? HEIGHT - 4 : 4 + Math.round((Math.sqrt(count) / Math.sqrt(most)) * (HEIGHT - 4))
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a day has no other name
              key={day}
              x={day * STEP + (count === 0 ? 0.5 : 0)}
              y={HEIGHT - height - (count === 0 ? 0.5 : 0)}
              width={count === 0 ? WIDTH - 1 : WIDTH}
              height={height}
              rx={1}
              data-tone={count === 0 ? 'bad' : undefined}
              className={count === 0 ? 'fill-transparent stroke-tone-line' : 'fill-accent'}
            />
          )
        })}
      </svg>
      <span className="w-14 text-right text-xs whitespace-nowrap text-ink-3 tabular-nums">
        <span className="sr-only">data on </span>
        {sent} of {days.length}
        <span className="sr-only"> days</span>
      </span>
    </span>
  )
}
