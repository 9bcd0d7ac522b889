/** Orders by day as stacked columns. Loaded on demand, for the chart library it brings. */
import { AxisBottom, AxisLeft } from '@visx/axis'
import { GridRows } from '@visx/grid'
import { useParentSize } from '@visx/responsive'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import Link from 'next/link'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { ordersPath } from '#lib/domains/orders/worklist/overview-groups.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import { formatDay, withoutYear } from '#lib/utils/time/instants.ts'
import { dayQuery, type TrendColumn } from './trend.ts'

const HEIGHT = 190
const MARGIN = { top: 18, bottom: 24, left: 36 }
/** Pixels that the name of a day needs. */
const DAY_WIDTH = 52
const compact = new Intl.NumberFormat('en', { notation: 'compact' })
const LABEL = { fill: 'var(--ink-3)', fontSize: 11, fontFamily: 'inherit' }

/** Each column shows its total and leads to the orders of its day. */
export function TrendChart({ environment, columns }: { environment: string; columns: readonly TrendColumn[] }) {
  const { parentRef, width } = useParentSize({ debounceTime: 50, ignoreDimensions: ['top', 'left'] })
  const most = Math.max(1, ...columns.map(({ total }) => total))
  const clock = useWallClock()
  const days = columns.map(({ day }) => day)
  const x = scaleBand({ domain: days, range: [MARGIN.left, Math.max(width, MARGIN.left)], padding: 0.28 })
  const y = scaleLinear({ domain: [0, most], range: [HEIGHT - MARGIN.bottom, MARGIN.top], nice: true })
  const every = Math.max(1, Math.ceil(DAY_WIDTH / Math.max(1, x.step())))
  const ticks = y.ticks(4).filter(Number.isInteger)
  // Today, the last, always has its name.
  const named = days.filter((_, index) => (days.length - 1 - index) % every === 0)
  return (
    <div ref={parentRef} style={{ height: HEIGHT }} className="relative">
      <svg
        aria-label="Orders by day"
        width={width}
        height={HEIGHT}
        className="absolute top-0 left-0 block overflow-visible"
      >
        <GridRows
          scale={y}
          tickValues={ticks}
          left={MARGIN.left}
          width={Math.max(0, width - MARGIN.left)}
          stroke="var(--line)"
        />
        <AxisLeft
          scale={y}
          left={MARGIN.left}
          tickValues={ticks}
          tickFormat={(tick) => compact.format(Number(tick))}
          hideAxisLine
          hideTicks
          tickLength={6}
          tickLabelProps={{ ...LABEL, textAnchor: 'end', dy: '0.33em' }}
        />
        <AxisBottom
          scale={x}
          top={HEIGHT - MARGIN.bottom}
          tickValues={named}
          tickFormat={(day) => withoutYear(formatDay(day, clock))}
          hideTicks
          stroke="var(--line-2)"
          tickLength={4}
          tickLabelProps={{ ...LABEL, textAnchor: 'middle' }}
        />
        {columns.map(({ day, total, partial, parts }) => (
          <Link
            key={day}
            href={ordersPath(environment, dayQuery(day))}
            prefetch={false}
            aria-label={`${formatDay(day, clock)}: ${partial ? 'at least ' : ''}${countOf(total, 'order')}`}
            className="group"
          >
            <title>{`${formatDay(day, clock)}: ${formatCount(total)}${partial ? ' or more' : ''}`}</title>
            <rect
              x={x(day) ?? 0}
              y={0}
              width={x.bandwidth()}
              height={HEIGHT - MARGIN.bottom}
              className="fill-transparent group-hover:fill-hover"
            />
            {parts.map(({ method, from, to, tone }) => (
              <Bar
                key={method}
                data-tone={tone}
                x={x(day) ?? 0}
                y={y(to)}
                width={x.bandwidth()}
                height={Math.max(1, y(from) - y(to))}
                className="fill-tone-dot"
                stroke="var(--surface)"
                strokeWidth={1}
              />
            ))}
            <text
              x={(x(day) ?? 0) + x.bandwidth() / 2}
              y={y(total) - 5}
              textAnchor="middle"
              className="fill-ink-2 text-xs group-hover:underline"
            >
              {compact.format(total)}
              {partial && '+'}
            </text>
          </Link>
        ))}
      </svg>
    </div>
  )
}
