import clsx from 'clsx'
import { useEffect, useRef } from 'react'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { formatCountdown } from '#lib/utils/time/durations.ts'
import { useSecondsLeft } from './countdown.tsx'

const RADIUS = 13
const ROUND = 2 * Math.PI * RADIUS
/** Seconds at which those who do not see the ring are told. */
const TOLD_AT = [300, 60] as const

/** Neutral, then a warning; a large one has the colour of what waits. */
function toneOf(share: number, size: 'm' | 'l') {
  if (share < 0.2) return 'warn'
  return size === 'l' ? 'wait' : undefined
}

interface CountdownRingProps {
  /** Object that expires: "Link code". */
  noun: string
  /** Milliseconds since 1970, by this machine's clock. */
  until: number
  /** Milliseconds from its making to its end. */
  lifetime: number
  /** "until 15:14 CST" */
  clock: string
  /** `l`: the one thing a page is about. */
  size?: 'm' | 'l'
}

/** A ring that empties, the time left and the clock time of the end; told at five minutes, one minute and the end. */
export function CountdownRing({ noun, until, lifetime, clock, size = 'm' }: CountdownRingProps) {
  const left = useSecondsLeft(until)
  const before = useRef(left)
  useEffect(() => {
    const passed = TOLD_AT.findLast((seconds) => before.current > seconds && left <= seconds)
    if (before.current > 0 && left === 0) announce(`${noun} expired.`)
    else if (passed) announce(`${noun}: ${passed === 60 ? '1 minute' : `${passed / 60} minutes`} left.`)
    before.current = left
  }, [left, noun])
  const share = Math.min(1, (left * 1_000) / Math.max(1, lifetime))
  return (
    <div role="timer" aria-label={`${noun}, time left`} className="flex items-center gap-3">
      <svg
        viewBox="0 0 32 32"
        aria-hidden="true"
        data-tone={toneOf(share, size)}
        className={clsx('-rotate-90 text-accent data-tone:text-tone-dot', size === 'l' ? 'size-[84px]' : 'size-9')}
        fill="none"
        strokeWidth="3.5"
      >
        <circle cx="16" cy="16" r={RADIUS} className="stroke-line" />
        <circle
          cx="16"
          cy="16"
          r={RADIUS}
          stroke="currentColor"
          strokeLinecap="round"
          strokeDasharray={`${share * ROUND} ${ROUND}`}
        />
      </svg>
      <p>
        <span className={clsx('block font-heading', size === 'l' ? 'text-2xl' : 'text-lg')}>
          {formatCountdown(left)}
        </span>
        <span className="block text-xs text-ink-3">left, {clock}</span>
      </p>
    </div>
  )
}
