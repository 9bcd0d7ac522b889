/** The service names no transitions: these are the plausible ones per method. */

import { z } from 'zod'
import { inEnvironment } from '#lib/domains/environments/environment.ts'
import { type Order, orderEvent } from '#lib/domains/orders/order.ts'
import { successorOf } from '#lib/domains/orders/siblings.ts'
import { expectedNext } from '#lib/domains/orders/status/next-steps.ts'
import type { LowLevelStatus } from '#lib/domains/orders/status/status-record.ts'
import { orderTimeline } from '#lib/domains/orders/status/timeline.ts'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { uuid } from '#lib/kernel/fields.ts'
import { orderId } from '#lib/kernel/marks.ts'
import { INTERPRETATIONS, LOW_LEVEL_STATUSES, ORDER_METHODS } from '#lib/kernel/values.ts'

type Method = (typeof ORDER_METHODS)[number]
export type Interpretation = (typeof INTERPRETATIONS)[number]

export const CHOICE_KINDS = ['progress', 'result', 'problem'] as const
export type ChoiceKind = (typeof CHOICE_KINDS)[number]

export interface OrderChoice {
  kind: ChoiceKind
  low: LowLevelStatus
  /** Null where the event brings no result, or leaves it open. */
  interpretation: Interpretation | null
  /** The step that usually follows. At most one, and the first of the list. */
  is_usual: boolean
}

export type ChoosableOrder = Pick<Order, 'id' | 'created_at' | 'status' | 'events' | 'details' | 'order_transaction'>

const ANY_METHOD = [
  ...(['ordered', 'requisition_created', 'requisition_bypassed', 'partial_results', 'completed', 'corrected'] as const),
  ...(['sample_error', 'redraw_available', 'lab_processing_blocked', 'cancelled', 'do_not_process'] as const),
]
const APPOINTMENTS = ['appointment_pending', 'appointment_scheduled', 'appointment_cancelled'] as const

/** Gap "statuses per method": kits travel; the others have draws, and some of them appointments. */
const STATUSES_OF: Readonly<Record<Method, readonly LowLevelStatus[]>> = {
  testkit: LOW_LEVEL_STATUSES.filter((low) => low !== 'draw_completed' && !APPOINTMENTS.some((other) => other === low)),
  walk_in_test: [...ANY_METHOD, ...APPOINTMENTS, 'draw_completed'],
  at_home_phlebotomy: [...ANY_METHOD, ...APPOINTMENTS, 'draw_completed'],
  on_site_collection: [...ANY_METHOD, 'draw_completed'],
}

function isStatusOf(method: string, low: string): boolean {
  const known = ORDER_METHODS.find((one) => one === method)
  return known !== undefined && STATUSES_OF[known].some((one) => one === low)
}

interface Ways {
  progress?: readonly LowLevelStatus[]
  problem?: readonly LowLevelStatus[]
  result?: readonly LowLevelStatus[]
}

/** A requisition is there: the sample can be taken. */
const READY: Ways = {
  progress: ['transit_customer', 'appointment_scheduled', 'appointment_pending', 'draw_completed'],
  problem: ['cancelled', 'do_not_process'],
}
const AT_LAB: Ways = {
  result: ['completed', 'partial_results'],
  problem: ['lab_processing_blocked', 'sample_error', 'do_not_process'],
}

/** By the newest status; the method then takes out what it cannot have. */
const WAYS: Readonly<Record<LowLevelStatus, Ways>> = {
  ordered: {
    progress: ['requisition_created', 'requisition_bypassed', 'awaiting_registration'],
    problem: ['cancelled'],
  },
  awaiting_registration: { progress: ['registered'], problem: ['cancelled'] },
  registered: { progress: ['requisition_created', 'requisition_bypassed'], problem: ['cancelled'] },
  requisition_created: READY,
  requisition_bypassed: READY,
  transit_customer: {
    progress: ['out_for_delivery', 'with_customer'],
    problem: ['problem_in_transit_customer', 'failure_to_deliver_to_customer', 'lost', 'cancelled'],
  },
  problem_in_transit_customer: {
    progress: ['out_for_delivery', 'with_customer'],
    problem: ['failure_to_deliver_to_customer', 'lost', 'cancelled'],
  },
  out_for_delivery: {
    progress: ['with_customer'],
    problem: ['problem_in_transit_customer', 'failure_to_deliver_to_customer', 'lost'],
  },
  with_customer: { progress: ['transit_lab'], problem: ['cancelled'] },
  transit_lab: {
    progress: ['delivered_to_lab'],
    problem: ['problem_in_transit_lab', 'failure_to_deliver_to_lab', 'lost'],
  },
  problem_in_transit_lab: { progress: ['delivered_to_lab'], problem: ['failure_to_deliver_to_lab', 'lost'] },
  appointment_pending: { progress: ['appointment_scheduled'], problem: ['appointment_cancelled', 'cancelled'] },
  appointment_scheduled: { progress: ['draw_completed'], problem: ['appointment_cancelled', 'cancelled'] },
  appointment_cancelled: { progress: ['appointment_scheduled', 'appointment_pending'], problem: ['cancelled'] },
  draw_completed: AT_LAB,
  delivered_to_lab: AT_LAB,
  partial_results: { result: ['completed'], problem: ['lab_processing_blocked', 'sample_error'] },
  lab_processing_blocked: { result: ['completed', 'partial_results'], problem: ['sample_error', 'do_not_process'] },
  sample_error: { progress: ['redraw_available'], problem: ['cancelled'] },
  redraw_available: { problem: ['cancelled'] },
  completed: { result: ['corrected'] },
  corrected: {},
  failure_to_deliver_to_lab: {},
  failure_to_deliver_to_customer: {},
  lost: {},
  cancelled: {},
  do_not_process: {},
}

const WAYS_OF: ReadonlyMap<string, Ways> = new Map(Object.entries(WAYS))

/** Returns possible next events, the likely one first. Empty for an ended or replaced order. */
export function nextChoices(order: ChoosableOrder): OrderChoice[] {
  if (successorOf(order)) return []
  const method = order.details.type
  const { low } = orderTimeline(order)
  const ways = WAYS_OF.get(low) ?? {}
  const expected = expectedNext(method, low)?.low
  const choices = CHOICE_KINDS.flatMap((kind) =>
    (ways[kind] ?? [])
      .filter((next) => isStatusOf(method, next))
      .flatMap((next) =>
        resultsOf(next).map((interpretation, index): OrderChoice => {
          return { kind, low: next, interpretation, is_usual: next === expected && index === 0 }
        }),
      ),
  )
  return choices.sort((a, b) => Number(b.is_usual) - Number(a.is_usual))
}

/** Only a complete result is interpreted here. */
function resultsOf(low: LowLevelStatus): readonly (Interpretation | null)[] {
  return low === 'completed' || low === 'corrected' ? INTERPRETATIONS : [null]
}

export interface ChoiceQuery {
  /** The usual next step if left out. */
  status?: string | undefined
  /** The first that is possible if left out. */
  interpretation?: string | undefined
}

/** Null where the order cannot get that. */
export function findChoice(order: ChoosableOrder, { status, interpretation }: ChoiceQuery): OrderChoice | null {
  const choices = nextChoices(order)
  const low = status ?? choices.find(({ is_usual }) => is_usual)?.low
  const found = choices.find(
    (choice) => choice.low === low && (interpretation === undefined || choice.interpretation === interpretation),
  )
  return found ?? null
}

/** 404 where the environment has no simulation or no such order; 409 where the order has a newer event; 422 where it can't get this one. */
export const advanceOrder = endpoint({
  name: 'advance_order',
  method: 'POST',
  path: '/simulation/{environment}/orders/{order_id}/events',
  permission: 'orders:simulate',
  params: inEnvironment.extend({ order_id: uuid }),
  body: z.object({
    /** Low-level; the usual next step if left out. */
    status: z.enum(LOW_LEVEL_STATUSES).optional(),
    /** Interpretation of a result; normal if left out. */
    interpretation: z.enum(INTERPRETATIONS).optional(),
    /** The newest event that whoever chose has seen. */
    after_event_id: z.int().optional(),
  }),
  response: z.object({
    order_id: orderId,
    event: orderEvent,
    /** High-level, as the order shows it now. */
    status: z.string(),
  }),
  success: [201],
})
