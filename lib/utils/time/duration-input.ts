/** Lengths of time as a person types them: a number and its unit, from and to milliseconds. */
import { HOUR, MINUTE, SECOND } from './durations.ts'

export const DURATION_UNITS = { seconds: SECOND, minutes: MINUTE, hours: HOUR } as const
export type DurationUnit = keyof typeof DURATION_UNITS

/** A decimal number with a point or a comma. */
const NUMBER = /^\d{1,9}(?:[.,]\d{1,6})?$/

/** Whole milliseconds; null for what is no number, and for what is finer than that. */
export function parseDuration(amount: string, unit: DurationUnit): number | null {
  const text = amount.trim()
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
