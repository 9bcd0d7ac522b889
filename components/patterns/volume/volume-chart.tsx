/** How many of a list there were when, and a brush over them: by pointer, or by two sliders. Loaded on demand. */
import { type PointerEvent, useRef, useState } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import { DAY } from '#lib/utils/time/durations.ts'
import { instantParts, parseInstant, withoutYear } from '#lib/utils/time/instants.ts'
import {
  type Chosen,
  chosenBars,
  PERIOD_IDS,
  PERIODS,
  type Period,
  partOf,
  rangeOf,
  type TimeFilters,
  type TimeRange,
  totalOf,
  type VolumeBar,
  type VolumePart,
} from './volume.ts'

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
function VolumeBars({ bars, parts, chosen }: VolumeBarsProps) {
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

interface SlidersProps {
  bars: readonly VolumeBar[]
  /** Label of the sliders: "Received". */
  noun: string
  chosen: Chosen
  words: (instant: string | undefined) => string
  onChoose: (chosen: Chosen) => void
}

const HANDLE =
  'pointer-events-none absolute inset-y-0 w-0.5 -translate-x-1/2 rounded-full bg-accent outline-offset-2 outline-focus'

/** For keys, and for who hears the page; a pointer draws the range. One bar is always left between the two. */
function VolumeSliders({ bars, noun, chosen: { first, end }, words, onChoose }: SlidersProps) {
  const shared = { min: 0, max: bars.length, step: 1 } as const
  const left = (at: number) => ({ left: `${(at / bars.length) * 100}%` })
  return (
    <>
      <input
        {...shared}
        type="range"
        aria-label={`${noun} from`}
        className="peer/from sr-only"
        value={first}
        aria-valuetext={words(bars[first]?.from)}
        onChange={({ target }) => onChoose({ first: Math.min(Number(target.value), end - 1), end })}
      />
      <input
        {...shared}
        type="range"
        aria-label={`${noun} before`}
        className="peer/to sr-only"
        value={end}
        aria-valuetext={end === bars.length ? 'now' : words(bars[end]?.from)}
        onChange={({ target }) => onChoose({ first, end: Math.max(Number(target.value), first + 1) })}
      />
      <span aria-hidden="true" style={left(first)} className={`${HANDLE} peer-focus-visible/from:outline-2`} />
      <span aria-hidden="true" style={left(end)} className={`${HANDLE} peer-focus-visible/to:outline-2`} />
    </>
  )
}

interface VolumeChartProps {
  label: string
  /** One and several of what is counted: "event", "events". */
  nouns: readonly [one: string, many: string]
  /** Label of the range: "Received". */
  when: string
  bars: readonly VolumeBar[]
  /** From the bottom up. */
  parts: readonly VolumePart[]
  /** There are more than were counted. */
  isCut: boolean
  time: TimeFilters
  /** Ranges replace each other in the browser's history. */
  onTime: (time: TimeFilters, mode?: 'replace') => void
}

export function VolumeChart({ label, nouns, when, bars, parts, isCut, time, onTime }: VolumeChartProps) {
  const { within } = time
  const onRange = (range: TimeRange) => onTime({ within, ...range }, 'replace')
  const words = useWords(PERIODS[within].bar)
  const plot = useRef<HTMLDivElement>(null)
  /** While a pointer draws a range: where it began. */
  const [begun, setBegun] = useState<number | null>(null)
  const [drawn, setDrawn] = useState<Chosen | null>(null)
  const chosen = drawn ?? chosenBars(bars, time)
  const all = bars.reduce((sum, bar) => sum + totalOf(bar), 0)
  const inRange = bars.slice(chosen.first, chosen.end).reduce((sum, bar) => sum + totalOf(bar), 0)
  const isWhole = chosen.first === 0 && chosen.end === bars.length
  const start = words(bars[chosen.first]?.from)
  const end = chosen.end === bars.length ? 'now' : words(bars[chosen.end]?.from)

  const barAt = ({ clientX }: PointerEvent) => {
    const box = plot.current?.getBoundingClientRect()
    const share = box ? (clientX - box.left) / box.width : 0
    return Math.min(bars.length - 1, Math.max(0, Math.floor(share * bars.length)))
  }
  const draw = (a: number, b: number) => setDrawn({ first: Math.min(a, b), end: Math.max(a, b) + 1 })
  const finish = () => {
    if (drawn) onRange(rangeOf(bars, drawn))
    setBegun(null)
    setDrawn(null)
  }
  return (
    <section aria-label={label} className="border-b border-line bg-surface px-4 py-2 rail:px-6 print:hidden">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-1 text-xs text-ink-3">
        <p role="status">
          {isWhole
            ? `${countOf(all, ...nouns)}${isCut ? ', the newest of more' : ''}`
            : `${formatCount(inRange)} of ${countOf(all, ...nouns)}, ${start} to ${end}`}
        </p>
        <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
          {!isWhole && (
            <Button look="ghost" onPress={() => onRange({ from: null, to: null })}>
              Show whole period
            </Button>
          )}
          <Legend parts={parts} />
          <Periods within={within} onPeriod={(period) => onTime({ within: period, from: null, to: null })} />
        </span>
      </div>
      <div
        ref={plot}
        className="relative touch-pan-y select-none"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          setBegun(barAt(event))
          draw(barAt(event), barAt(event))
        }}
        onPointerMove={(event) => begun !== null && draw(begun, barAt(event))}
        onPointerUp={finish}
        onPointerCancel={finish}
      >
        <VolumeBars bars={bars} parts={parts} chosen={chosen} />
        <VolumeSliders
          bars={bars}
          noun={when}
          chosen={chosen}
          words={words}
          onChoose={(next) => onRange(rangeOf(bars, next))}
        />
      </div>
      <p aria-hidden="true" className="flex justify-between text-xs text-ink-3">
        <span>{words(bars[0]?.from)}</span>
        <span>{words(bars[Math.floor(bars.length / 2)]?.from)}</span>
        <span>now</span>
      </p>
    </section>
  )
}

function Periods({ within, onPeriod }: { within: Period; onPeriod: (within: Period) => void }) {
  return (
    <fieldset className="flex gap-0.5 rounded-control border border-line-2 bg-sunken p-0.5">
      <legend className="sr-only">Period</legend>
      {PERIOD_IDS.map((id) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === within}
          onClick={() => onPeriod(id)}
          className="h-6 rounded-tag px-2 font-control text-ink-2 hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-[0_0_0_1px_var(--control)] max-rail:h-9"
        >
          <span aria-hidden="true">{PERIODS[id].short}</span>
          <span className="sr-only">{PERIODS[id].text}</span>
        </button>
      ))}
    </fieldset>
  )
}

/** Says an instant as exactly as bars are long. */
function useWords(each: number) {
  const clock = useWallClock()
  return (instant: string | undefined) => {
    if (instant === undefined) return ''
    const { day, time } = instantParts(parseInstant(instant), clock)
    const short = withoutYear(day)
    return each >= DAY ? short : `${short}, ${time}`
  }
}

function Legend({ parts }: { parts: readonly VolumePart[] }) {
  return (
    <span className="flex flex-wrap gap-x-3">
      {parts.map(({ label, fill, tone }) => (
        <span key={label} className="inline-flex items-center gap-1.5">
          <svg aria-hidden="true" viewBox="0 0 10 10" className="size-2.5">
            <rect data-tone={tone} width="10" height="10" rx="2" className={fill} />
          </svg>
          {label}
        </span>
      ))}
    </span>
  )
}
