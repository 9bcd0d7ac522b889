/** Counts as horizontal bars, each row a button. Loaded on demand, for the chart library it brings. */
import { AxisTop } from '@visx/axis'
import { GridColumns } from '@visx/grid'
import { useParentSize } from '@visx/responsive'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import { Check } from 'lucide-react'
import { useId } from 'react'
import { formatCount } from '#lib/utils/text/counts.ts'
import { type ChartBar, splitBars } from './chart-bars.ts'

interface BarChartProps {
  /** Title: "Connections by source". */
  label: string
  /** Most first, all of them. */
  bars: readonly ChartBar[]
  selected: ReadonlySet<string>
  /** How many stand alone; the others are one row. */
  most: number
  onToggle: (id: string) => void
  onOthers: () => void
}

const ROW =
  'col-span-3 grid h-8 grid-cols-subgrid items-center rounded-pill text-left font-control hover:bg-hover max-rail:h-10'

/** Pixels: few that are broken are seen all the same. */
const BROKEN = 4
/** Pixels that a tick of the axis needs. */
const TICK = 56
const compact = new Intl.NumberFormat('en', { notation: 'compact' })

export function BarChart({ label, bars, selected, most, onToggle, onOthers }: BarChartProps) {
  const { shown, others } = splitBars(bars, selected, most)
  return (
    <div className="grid grid-cols-[minmax(96px,50%)_minmax(0,1fr)_auto] gap-x-3 pt-5">
      <ul aria-label={label} className="col-start-1 col-end-4 row-start-1 grid grid-cols-subgrid">
        {shown.map(({ id, label: name, mark, count, broken }) => (
          <li key={id} className="col-span-3 grid grid-cols-subgrid">
            <button
              type="button"
              aria-pressed={selected.has(id)}
              aria-label={`${name}: ${formatCount(count)}, ${formatCount(broken)} broken`}
              onClick={() => onToggle(id)}
              className={`${ROW} aria-pressed:font-heading`}
            >
              <span className="flex min-w-0 items-center gap-2" title={name}>
                {selected.has(id) ? (
                  <span className="grid size-[22px] shrink-0 place-items-center rounded-pill bg-accent text-on-accent">
                    <Check className="stroke-[2.6]" />
                  </span>
                ) : (
                  mark
                )}
                <span className="truncate">{name}</span>
              </span>
              <Figures count={count} broken={broken} />
            </button>
          </li>
        ))}
        {others && (
          <li className="col-span-3 grid grid-cols-subgrid">
            <button type="button" onClick={onOthers} className={`${ROW} text-ink-2`}>
              <span className="truncate text-left underline underline-offset-3">{others.bars} others</span>
              <Figures count={others.count} broken={others.broken} />
            </button>
          </li>
        )}
      </ul>
      <Plot bars={shown} rows={shown.length + (others ? 1 : 0)} selected={selected} />
    </div>
  )
}

function Figures({ count, broken }: Pick<ChartBar, 'count' | 'broken'>) {
  return (
    <span className="col-start-3 text-right whitespace-nowrap tabular-nums">
      {formatCount(count)}
      <span
        data-tone={broken > 0 ? 'bad' : undefined}
        className="ml-2 inline-block min-w-7 text-ink-3 data-tone:text-tone-fg"
      >
        {broken > 0 ? formatCount(broken) : '–'}
      </span>
    </span>
  )
}

interface PlotProps {
  bars: readonly ChartBar[]
  /** Number of rows with a bar; a combined last row may have none, since it would dwarf the others. */
  rows: number
  selected: ReadonlySet<string>
}

/** Over the middle column of the rows, which say in words and figures all that it shows. */
function Plot({ bars, rows, selected }: PlotProps) {
  const { parentRef, width, height } = useParentSize({ debounceTime: 50, ignoreDimensions: ['top', 'left'] })
  const hatch = useId()
  const longest = Math.max(1, ...bars.map(({ count }) => count))
  const x = scaleLinear({ domain: [0, longest], range: [0, width] })
  const bottom = (height * bars.length) / Math.max(1, rows)
  const y = scaleBand({ domain: bars.map(({ id }) => id), range: [0, bottom], paddingInner: 0.5, paddingOuter: 0.25 })
  const ticks = axisTicks(x.ticks(Math.max(1, Math.floor(width / TICK))), longest)
  return (
    <div ref={parentRef} className="pointer-events-none relative col-start-2 row-start-1">
      <svg aria-hidden="true" width={width} height={height} className="absolute top-0 left-0 block overflow-visible">
        <GridColumns scale={x} tickValues={ticks} height={bottom} stroke="var(--line)" />
        <AxisTop
          scale={x}
          tickValues={ticks}
          tickFormat={(tick) => compact.format(Number(tick))}
          hideAxisLine
          hideTicks
          tickLength={0}
          tickLabelProps={{ fill: 'var(--ink-3)', fontSize: 11, fontFamily: 'inherit', textAnchor: 'middle' }}
        />
        <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="2.5" height="5" data-tone="bad" className="fill-tone-dot" />
        </pattern>
        {bars.map(({ id, count, broken, unknown }) => {
          const end = count > 0 ? Math.max(2, x(count)) : 0
          const part = broken > 0 ? Math.max(BROKEN, x(broken)) : 0
          const bar = { y: y(id) ?? 0, height: y.bandwidth(), rx: 2 }
          return (
            <g key={id} opacity={selected.size === 0 || selected.has(id) ? 1 : 0.45}>
              <Bar {...bar} x={0} width={Math.max(0, end - part - 1)} className="fill-accent" />
              {unknown > 0 && (
                <Bar
                  {...bar}
                  x={Math.max(0, end - part - x(unknown) - 1)}
                  width={x(unknown)}
                  className="fill-control"
                />
              )}
              {part > 0 && (
                <Bar
                  {...bar}
                  x={Math.max(0, end - part)}
                  width={part}
                  fill={`url(#${hatch})`}
                  data-tone="bad"
                  className="stroke-tone-dot"
                />
              )}
            </g>
          )
        })}
      </svg>
    </div>
  )
}

/** Returns the whole-number ticks of an axis from 0 to `longest`; both ends when fewer than two remain. */
export function axisTicks(round: readonly number[], longest: number): number[] {
  const whole = round.filter(Number.isInteger)
  return whole.length > 1 ? whole : [0, longest]
}
