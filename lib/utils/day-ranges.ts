/** Ranges of calendar days: the usual ones, and how one reads. Days are `YYYY-MM-DD`. */
import { formatDay } from './instants.ts'

const DAY = 86_400_000

/** How many days, today the last of them. */
export const DAY_PRESETS = [
  { label: 'Today', days: 1 },
  { label: 'Last 7 days', days: 7 },
  { label: 'Last 30 days', days: 30 },
  { label: 'Last 90 days', days: 90 },
  { label: 'Last 365 days', days: 365 },
] as const

/** The calendar day of an instant where clocks show a zone's time. */
export function dayIn(zone: string, instant: number): string {
  // The Swedish way of writing a day is the one of the wire.
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(instant)
}

export function presetDays(days: number, today: string): { from: string; to: string } {
  return { from: new Date(Date.parse(`${today}T00:00:00Z`) - (days - 1) * DAY).toISOString().slice(0, 10), to: today }
}

/** `between 1 Nov 2026 and 7 Nov 2026`, in two parts; null where neither end is given. */
export function rangeWords(from: string | null, to: string | null): { operator: string; value: string } | null {
  if (from === null) return to === null ? null : { operator: 'until', value: formatDay(to) }
  if (to === null) return { operator: 'from', value: formatDay(from) }
  if (from === to) return { operator: 'on', value: formatDay(from) }
  return { operator: 'between', value: `${formatDay(from)} and ${formatDay(to)}` }
}
