/** Instants of the data set: milliseconds inside, ISO 8601 in UTC on the outside. */

export const SECOND = 1000
export const HOUR = 3600 * SECOND
export const DAY = 24 * HOUR

/** UTC midnight of a day: no event of the data set is later. */
export function startOfDay(today: Date): number {
  return Math.floor(today.getTime() / DAY) * DAY
}

/** The wire's date-time, at whole seconds. */
export function isoInstant(at: number): string {
  return new Date(Math.floor(at / SECOND) * SECOND).toISOString()
}

/** The wire's date, in UTC. */
export function isoDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
