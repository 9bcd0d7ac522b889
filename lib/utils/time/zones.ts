/** From a day and hour on a wall clock to the instant they mean. */
import { parseDate, toCalendarDateTime, toZoned } from '@internationalized/date'

/**
 * Returns the instant at which clocks of a zone show an hour of a day (`YYYY-MM-DD`). An hour that a change of clocks
 * skips is read as if they had not changed yet; of an hour that comes twice the first is meant.
 * @throws Error when it is no day
 */
export function zonedInstant(day: string, hour: number, zone: string): Date {
  const wall = toCalendarDateTime(parseDate(day)).add({ hours: hour })
  return toZoned(wall, zone, 'compatible').toDate()
}
