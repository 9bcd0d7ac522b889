/** How long ago or how long until, in the two largest units a person needs. Our own: Intl.DurationFormat is too new. */

import { plainSigns } from '#lib/utils/text/typed-text.ts'

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
const MONTH = 30.4375 * DAY
const YEAR = 12 * MONTH

function pair(value: number, unit: string, rest: number, restUnit: string) {
  return rest > 0 ? `${value} ${unit} ${rest} ${restUnit}` : `${value} ${unit}`
}

/** A length in milliseconds: `42 min`, `22 h`, `2 d 4 h`, `21 d`, `8 mo`, `2 y 3 mo`; below a minute `0 min`. */
export function formatDuration(length: number): string {
  const span = Math.abs(length)
  if (span < HOUR) return `${Math.floor(span / MINUTE)} min`
  if (span < DAY) return `${Math.floor(span / HOUR)} h`
  if (span < 7 * DAY) return pair(Math.floor(span / DAY), 'd', Math.floor((span % DAY) / HOUR), 'h')
  if (span < 2 * MONTH) return `${Math.floor(span / DAY)} d`
  if (span < YEAR) return `${Math.floor(span / MONTH)} mo`
  return pair(Math.floor(span / YEAR), 'y', Math.floor((span % YEAR) / MONTH), 'mo')
}

/** `2 d 4 h` for the past (a column of ages needs no "ago"), `in 3 h` for the future, `now` within a minute. */
export function relativeTime(instant: number, now: number): string {
  const age = now - instant
  if (Math.abs(age) < MINUTE) return 'now'
  return age < 0 ? `in ${formatDuration(age)}` : formatDuration(age)
}

/** `3 min ago`, `5 d ago`, `8 mo ago`, in the largest unit alone; `in 3 h` for the future, `just now` within a minute. */
export function timeAgo(instant: number, now: number): string {
  const age = now - instant
  if (Math.abs(age) < MINUTE) return 'just now'
  if (age < 0) return relativeTime(instant, now)
  const [value, unit] = formatDuration(age).split(' ')
  return `${value} ${unit} ago`
}

/** `4:12`, `0:07`, `1:04:12`; never below zero. */
export function formatCountdown(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds))
  const pad = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.floor(left / 60)
  if (minutes < 60) return `${minutes}:${pad(left % 60)}`
  return `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(left % 60)}`
}

/** Lengths of time as a person types them: a number and its unit, from and to milliseconds. */
export const DURATION_UNITS = { seconds: SECOND, minutes: MINUTE, hours: HOUR } as const
export type DurationUnit = keyof typeof DURATION_UNITS

/** A decimal number with a point or a comma; 1,000 may be a thousand. */
const NUMBER = /^\d{1,9}(?:\.\d{1,6}|,(?!\d{3}$)\d{1,6})?$/

/** Whole milliseconds; null for what is no number, and for what is finer than that. */
export function parseDuration(amount: string, unit: DurationUnit): number | null {
  const text = plainSigns(amount)
  if (!NUMBER.test(text)) return null
  const milliseconds = Number(text.replace(',', '.')) * DURATION_UNITS[unit]
  const whole = Math.round(milliseconds)
  return Math.abs(milliseconds - whole) < 1e-3 ? whole : null
}

/** In the largest unit of which it is a whole number; below a second, and for half ones, in seconds. */
export function durationInput(milliseconds: number): { amount: string; unit: DurationUnit } {
  for (const unit of ['hours', 'minutes'] as const) {
    const amount = milliseconds / DURATION_UNITS[unit]
    if (amount >= 1 && Number.isInteger(amount)) return { amount: String(amount), unit }
  }
  return { amount: String(milliseconds / SECOND), unit: 'seconds' }
}

/** `2.5 seconds`, `15 minutes`, `1 hour` */
export function durationLabel(milliseconds: number): string {
  const { amount, unit } = durationInput(milliseconds)
  return `${amount} ${amount === '1' ? unit.slice(0, -1) : unit}`
}
