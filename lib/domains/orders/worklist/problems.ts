/** Which orders need action: exceptions, and orders that have been stuck for too long. One rule for every screen. */

import { z } from 'zod'
import type { Booking } from '#lib/domains/bookings/booking.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { closedAs, successorOf } from '#lib/domains/orders/siblings.ts'
import type { Actor, LowLevelStatus } from '#lib/domains/orders/status/status-record.ts'
import { STATUS_RECORDS, statusRecord } from '#lib/domains/orders/status/status-records.ts'
import { orderTimeline, type Stuck, stuckSince } from '#lib/domains/orders/status/timeline.ts'
import type { StuckDays } from '#lib/domains/orders/stuck/stuck-days.ts'
import { isOffHereOnly, isOn, type Visit, visitOf } from '#lib/domains/orders/visit.ts'
import { dateOrDateTime } from '#lib/kernel/fields.ts'
import { LOW_LEVEL_STATUSES } from '#lib/kernel/values.ts'
import { utcInstant } from '#lib/utils/time/instants.ts'

type Judged = Pick<Order, 'id' | 'created_at' | 'updated_at' | 'status' | 'events' | 'order_transaction'>

/** Places where orders get stuck, by who acts next. */
const STUCK_RULE_NAMES = ['not_started', 'with_patient', 'in_transit', 'with_provider', 'with_lab'] as const
export type StuckRuleName = (typeof STUCK_RULE_NAMES)[number]

const RULE_OF_ACTOR: Readonly<Record<Actor, StuckRuleName>> = {
  service: 'not_started',
  team: 'not_started',
  patient: 'with_patient',
  courier: 'in_transit',
  provider: 'with_provider',
  lab: 'with_lab',
}

/** Returns where an order of this status waits; null for a final status, and for one that is an exception already. */
function stuckRuleOf(low: LowLevelStatus): StuckRuleName | null {
  const { next, stuckAfterDays } = STATUS_RECORDS[low]
  if (stuckAfterDays === null) return null
  return next === null || next === 'method' ? 'not_started' : RULE_OF_ACTOR[next.by]
}

interface StuckRule {
  name: StuckRuleName
  statuses: readonly LowLevelStatus[]
}

/** Every status that can be stuck, once. The days are a setting (stuck-limits.ts). */
export const STUCK_RULES: readonly StuckRule[] = STUCK_RULE_NAMES.map((name) => ({
  name,
  statuses: LOW_LEVEL_STATUSES.filter((low) => stuckRuleOf(low) === name),
}))

/** Null while it may wait, once another replaced it, and for exceptions, which need action at once. */
export function stuckOrder(...judged: Parameters<typeof problemOf>): Stuck | null {
  const problem = problemOf(...judged)
  return problem?.kind === 'stuck' ? problem.stuck : null
}

/** `since`: when it began, the newest evidence or update, in milliseconds since 1970. */
export type OrderProblem =
  | { kind: 'exception'; since: number }
  | { kind: 'stuck'; since: number; stuck: Stuck }
  | { kind: 'visit'; since: number; visit: Visit }

/**
 * Returns why an order needs action; null where it doesn't, where another order replaced it, and where the service has
 * settled its transaction, unless its visit still stands. `bookings`: those made here for it. An order is not stuck
 * before its visit, nor at the lab before the date by which the service expects its results.
 */
export function problemOf(
  order: Judged,
  now: number,
  days?: StuckDays,
  bookings: readonly Booking[] = [],
): OrderProblem | null {
  const story = orderTimeline(order)
  const { low, newest } = story
  const created = utcInstant(order.created_at).getTime()
  const visit = visitOf(order, bookings)
  if (visit?.outlives_order) {
    return { kind: 'visit', since: Math.max(newest?.at ?? created, utcInstant(visit.at).getTime()), visit }
  }
  if (successorOf(order) || closedAs(order) !== null) return null
  if (visit && isOffHereOnly(visit)) return { kind: 'visit', since: utcInstant(visit.at).getTime(), visit }
  const isBookedAgain = low === 'appointment_cancelled' && visit !== null && isNotOff(visit)
  if (statusRecord(low)?.exception && !isBookedAgain) return { kind: 'exception', since: newest?.at ?? created }
  // A date that the service sends only ever postpones: the searches that find stuck orders know nothing of it.
  if (story.stage === 'with_lab' && now <= (resultsDueAt(order) ?? Number.NEGATIVE_INFINITY)) return null
  if (visit?.booking && isOn(visit.state) && isAhead(visit.booking, now)) return null
  const told = visit?.booking ? utcInstant(visit.at).getTime() : Number.NEGATIVE_INFINITY
  const stuck = stuckSince(story, now, days, Math.max(utcInstant(order.updated_at).getTime(), told))
  return stuck && { kind: 'stuck', since: now - stuck.idle, stuck }
}

const isAhead = ({ start_at }: Booking, now: number) => start_at !== null && utcInstant(start_at).getTime() > now
const isNotOff = ({ state }: Visit) => isOn(state) || state === 'completed'

/** No part of the specification's order: a service may send them, and a value of another form is as good as none. */
const sent = z.object({
  worst_case_result_by_date: dateOrDateTime.nullish().catch(null),
  expected_result_by_date: dateOrDateTime.nullish().catch(null),
})
const KEYS = Object.keys(sent.shape)

/** Returns the latest time results are due, worst case before expected, in milliseconds; null where unknown. */
export function resultsDueAt(order: object): number | null {
  if (!KEYS.some((key) => Object.hasOwn(order, key))) return null
  const { worst_case_result_by_date: latest, expected_result_by_date: expected } = sent.parse(order)
  const due = latest ?? expected
  if (!due) return null
  return utcInstant(due.length === 10 ? `${due}T23:59:59.999Z` : due).getTime()
}
