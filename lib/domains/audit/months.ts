/** Months as an address has them. Pure. */

/** Returns the month before, as often as asked: `2026-01` → `2025-12`. */
export function monthBefore(month: string, times = 1): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 - times, 1)).toISOString().slice(0, 7)
}
