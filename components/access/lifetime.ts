/** Interprets `expires_in`: the specification gives no unit (gap "expires_in"). */
import { DAY, HOUR, MINUTE, SECOND } from '#lib/utils/time/durations.ts'

const UNITS = [
  { unit: 'seconds', length: SECOND },
  { unit: 'minutes', length: MINUTE },
  { unit: 'hours', length: HOUR },
  { unit: 'days', length: DAY },
] as const

/** Spec, endpoint 6: `launch` lasts minutes, `communications` weeks. */
const EXPECTED: Readonly<Record<string, readonly [least: number, most: number]>> = {
  launch: [MINUTE, 2 * HOUR],
  communications: [3 * DAY, 92 * DAY],
}

export interface LikelyLifetime {
  unit: (typeof UNITS)[number]['unit']
  /** Milliseconds. */
  length: number
}

/** Seconds, as almost every service counts; another unit only where seconds would contradict the context. */
export function likelyLifetime(expires_in: number, context: string): LikelyLifetime {
  const [least, most] = EXPECTED[context] ?? [0, Number.POSITIVE_INFINITY]
  const readings = UNITS.map(({ unit, length }) => ({ unit, length: expires_in * length }))
  const fitting = readings.find(({ length }) => length >= least && length <= most)
  return fitting ?? { unit: 'seconds', length: expires_in * SECOND }
}

const WORDS = [
  [DAY, 'day'],
  [HOUR, 'hour'],
  [MINUTE, 'minute'],
  [SECOND, 'second'],
] as const

/** `14 days`, `15 minutes`, `1 hour 30 minutes`. */
export function lengthLabel(length: number): string {
  const at = WORDS.findIndex(([unit]) => length >= unit)
  const parts: string[] = []
  let rest = length
  for (const [unit, word] of WORDS.slice(at < 0 ? WORDS.length - 1 : at).slice(0, 2)) {
    const count = Math.floor(rest / unit)
    rest -= count * unit
    if (count > 0) parts.push(`${count} ${word}${count === 1 ? '' : 's'}`)
  }
  return parts.join(' ') || '0 seconds'
}
