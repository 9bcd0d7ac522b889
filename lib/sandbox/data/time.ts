/** Instants of the data set: milliseconds inside, ISO 8601 in UTC on the outside. */

export const SECOND = 1000
export const HOUR = 3600 * SECOND
export const DAY = 24 * HOUR

/** UTC midnight of a day: no event of the data set is later. */
export function startOfDay(today: Date): number {
  return Math.floor(today.getTime() / DAY) * DAY
}

const MINUTE = 60 * SECOND

const twoDigits = (value: number) => String(value).padStart(2, '0')
/** `T09:30:` of every minute of a day, and `26.000Z` of every second of a minute. */
const MINUTES = Array.from(
  { length: DAY / MINUTE },
  (_, minute) => `T${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}:`,
)
const SECONDS = Array.from({ length: MINUTE / SECOND }, (_, second) => `${twoDigits(second)}.000Z`)
/** By days since 1970: a data set has thousands of instants on each of a few hundred days. */
const days = new Map<number, string>()

/** The wire's date-time, at whole seconds: what `Date` writes, put together from what was written before. */
export function isoInstant(at: number): string {
  const day = Math.floor(at / DAY)
  let written = days.get(day)
  if (written === undefined) {
    written = isoDay(at)
    days.set(day, written)
  }
  const rest = at - day * DAY
  const second = Math.floor(rest / SECOND)
  return `${written}${MINUTES[Math.floor(second / 60)]}${SECONDS[second % 60]}`
}

/** The wire's date, in UTC. */
export function isoDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
