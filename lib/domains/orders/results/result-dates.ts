/** By when a service expects an order's results, where it says so: gap "expected result dates". */
import { z } from 'zod'
import { dateOrDateTime } from '#lib/kernel/fields.ts'
import { utcInstant } from '#lib/utils/time/instants.ts'

/** No part of the specification's order: a service may send them, and a value of another form is as good as none. */
const sent = z.object({
  worst_case_result_by_date: dateOrDateTime.nullish().catch(null),
  expected_result_by_date: dateOrDateTime.nullish().catch(null),
})
const KEYS = Object.keys(sent.shape)

/**
 * Returns the end of the day (UTC) or the instant by which results are due at the latest, in milliseconds since 1970:
 * the worst case, or else what is expected; null where the service says neither.
 */
export function resultsDueAt(order: object): number | null {
  if (!KEYS.some((key) => Object.hasOwn(order, key))) return null
  const { worst_case_result_by_date: latest, expected_result_by_date: expected } = sent.parse(order)
  const due = latest ?? expected
  if (!due) return null
  return utcInstant(due.length === 10 ? `${due}T23:59:59.999Z` : due).getTime()
}
