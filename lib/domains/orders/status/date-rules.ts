/** The date rules of order search (spec, endpoint 13), as instants. */

import { utcInstant } from '#lib/utils/time/instants.ts'

const BARE_DATE = /^\d{4}-\d{2}-\d{2}$/

function instant(value: string, timeOfBareDate: string): Date {
  return BARE_DATE.test(value) ? new Date(`${value}T${timeOfBareDate}Z`) : utcInstant(value)
}

/** `start_date`, `updated_start_date` and `updated_end_date`: a bare date is its 00:00:00 UTC. */
export function atStartOfDay(value: string): Date {
  return instant(value, '00:00:00')
}

/** `end_date`: a bare date is its 23:59:59 UTC. */
export function atEndOfDay(value: string): Date {
  return instant(value, '23:59:59')
}
