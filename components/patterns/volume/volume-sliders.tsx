'use client'
import type { Chosen, VolumeBar } from './volume.ts'

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
export function VolumeSliders({ bars, noun, chosen: { first, end }, words, onChoose }: SlidersProps) {
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
