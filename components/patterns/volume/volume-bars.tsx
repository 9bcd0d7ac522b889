'use client'
import { type Chosen, partOf, totalOf, type VolumeBar, type VolumePart } from './volume.ts'

const HEIGHT = 56
/** Shares of a bar’s width. */
const GAP = 0.18

interface VolumeBarsProps {
  bars: readonly VolumeBar[]
  /** From the bottom up. */
  parts: readonly VolumePart[]
  chosen: Chosen
}

/** The words beside it, and the list below it, say all that it shows. */
export function VolumeBars({ bars, parts, chosen }: VolumeBarsProps) {
  const highest = Math.max(1, ...bars.map(totalOf))
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${bars.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="block h-14 w-full cursor-crosshair border-b border-line-2"
    >
      {chosen.end - chosen.first < bars.length && (
        <rect x={chosen.first} width={chosen.end - chosen.first} height={HEIGHT} className="fill-hover" />
      )}
      {bars.map((bar, at) => {
        let top = HEIGHT
        const isChosen = at >= chosen.first && at < chosen.end
        return (
          <g key={bar.from} opacity={isChosen ? 1 : 0.35}>
            {parts.map(({ label, keys, fill, tone }) => {
              const count = partOf(bar, keys)
              const height = count === 0 ? 0 : Math.max(1.5, (count / highest) * (HEIGHT - 6))
              top -= height
              return (
                height > 0 && (
                  <rect
                    key={label}
                    data-tone={tone}
                    x={at + GAP / 2}
                    y={top}
                    width={1 - GAP}
                    height={height}
                    vectorEffect="non-scaling-stroke"
                    className={fill}
                  />
                )
              )
            })}
          </g>
        )
      })}
    </svg>
  )
}
