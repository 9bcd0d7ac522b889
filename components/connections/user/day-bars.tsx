/** On how many of the last days a source sent data: bars for the eye, words for everybody. */
interface DayBarsProps {
  /** Events of each day, the newest last. */
  days: readonly number[]
  /** Days without data are somebody’s business. */
  isBroken?: boolean
}

const HEIGHT = 20
/** Pixels of a bar, and from one to the next. */
const WIDTH = 5
const STEP = 7

export function DayBars({ days, isBroken = false }: DayBarsProps) {
  const most = Math.max(1, ...days)
  const sent = days.filter((count) => count > 0).length
  return (
    <span className="inline-flex items-center gap-2.5">
      <svg aria-hidden="true" width={days.length * STEP - 2} height={HEIGHT} className="shrink-0">
        {days.map((count, day) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a day has no other name
          <Bar key={day} x={day * STEP} share={Math.sqrt(count / most)} isBroken={isBroken} />
        ))}
      </svg>
      <span className="w-14 text-right text-xs whitespace-nowrap text-ink-3 tabular-nums">
        <span className="sr-only">data on </span>
        {sent} of {days.length}
        <span className="sr-only"> days</span>
      </span>
    </span>
  )
}

/** The root of the share: a day of one event is seen beside one of a thousand. */
function Bar({ x, share, isBroken }: { x: number; share: number; isBroken: boolean }) {
  if (share > 0) {
    const height = 4 + Math.round(share * (HEIGHT - 4))
    return <rect x={x} y={HEIGHT - height} width={WIDTH} height={height} rx={1} className="fill-accent" />
  }
  if (!isBroken) return <rect x={x} y={HEIGHT - 2} width={WIDTH} height={2} rx={1} className="fill-control" />
  return (
    <rect
      x={x + 0.5}
      y={3.5}
      width={WIDTH - 1}
      height={HEIGHT - 4}
      rx={1}
      data-tone="bad"
      className="fill-transparent stroke-tone-line"
    />
  )
}
