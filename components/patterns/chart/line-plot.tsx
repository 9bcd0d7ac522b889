/** Values over time as one line with its axes. The words beside it, and the table, are the caller's. */
import { AxisBottom, AxisLeft } from '@visx/axis'
import { GridRows } from '@visx/grid'
import { useParentSize } from '@visx/responsive'
import { scaleLinear, scaleTime } from '@visx/scale'
import { LinePath } from '@visx/shape'
import type { ReactNode } from 'react'

export interface PlotPoint {
  at: number
  value: number
}

interface LinePlotProps {
  label: string
  points: readonly PlotPoint[]
  /** Ends of the time axis, which several plots may share. */
  from: number
  to: number
  /** Ends of the values. */
  low: number
  high: number
  /** Whether times are instants, whose ticks stand at full hours; else any number. */
  isClock?: boolean
  /** Null for an axis without words. */
  formatAt: ((at: number) => string) | null
  formatValue?: (value: number) => string
  /** Whether less is better, as of a pace: it is drawn higher. */
  isReversed?: boolean
  height?: number
  /** More to draw, at its place. */
  children?: (x: (at: number) => number, y: (value: number) => number) => ReactNode
}

const LEFT = 40
const RIGHT = 8
const BOTTOM = 22
const TOP = 10
const AXIS = { fill: 'var(--ink-3)', fontSize: 11, fontFamily: 'inherit' }

export function LinePlot({ label, points, from, to, low, high, formatAt, formatValue, ...shown }: LinePlotProps) {
  const { isClock = false, isReversed = false, height = 180, children } = shown
  const { parentRef, width } = useParentSize({ debounceTime: 50, ignoreDimensions: ['top', 'left', 'height'] })
  const bottom = height - (formatAt ? BOTTOM : TOP)
  const room = (high - low || Math.abs(high) || 1) * 0.1
  const across = { domain: [from, to], range: [LEFT, Math.max(LEFT, width - RIGHT)] }
  const x = isClock ? scaleTime(across) : scaleLinear(across)
  const range = isReversed ? [TOP, bottom] : [bottom, TOP]
  const y = scaleLinear({ domain: [low - room, high + room], range, nice: true })
  const valueWords = formatValue ?? y.tickFormat(4)
  return (
    <div ref={parentRef}>
      <svg role="img" aria-label={label} width={width} height={height} className="block overflow-visible">
        <GridRows scale={y} left={LEFT} width={Math.max(0, width - LEFT - RIGHT)} numTicks={4} stroke="var(--line)" />
        <AxisLeft
          scale={y}
          left={LEFT}
          numTicks={4}
          hideAxisLine
          hideTicks
          tickFormat={(tick) => valueWords(Number(tick))}
          tickLabelProps={{ ...AXIS, dx: -4, dy: 4, textAnchor: 'end' }}
        />
        <AxisBottom
          scale={x}
          top={bottom}
          numTicks={Math.max(2, Math.floor(width / 110))}
          tickFormat={(tick) => formatAt?.(Number(tick)) ?? ''}
          stroke="var(--line-2)"
          hideTicks
          tickLabelProps={{ ...AXIS, textAnchor: 'middle' }}
        />
        <LinePath
          data={[...points]}
          x={({ at }) => x(at)}
          y={({ value }) => y(value)}
          className="stroke-accent"
          strokeWidth={1.75}
        />
        {children?.(
          (at) => x(at),
          (value) => y(value),
        )}
      </svg>
    </div>
  )
}
