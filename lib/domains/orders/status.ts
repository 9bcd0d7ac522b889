/** How the parts of an order's status relate: gaps "high-level order statuses" and "low-level → high-level". */
import { type HIGH_LEVEL_STATUSES, LOW_LEVEL_STATUSES } from '#lib/kernel/values.ts'

export type LowLevelStatus = (typeof LOW_LEVEL_STATUSES)[number]
export type HighLevelStatus = (typeof HIGH_LEVEL_STATUSES)[number]

export const HIGH_LEVEL_OF: Readonly<Record<LowLevelStatus, HighLevelStatus>> = {
  ordered: 'received',
  requisition_created: 'received',
  requisition_bypassed: 'received',
  awaiting_registration: 'received',
  registered: 'received',
  transit_customer: 'collecting_sample',
  out_for_delivery: 'collecting_sample',
  with_customer: 'collecting_sample',
  transit_lab: 'collecting_sample',
  problem_in_transit_customer: 'collecting_sample',
  problem_in_transit_lab: 'collecting_sample',
  appointment_pending: 'collecting_sample',
  appointment_scheduled: 'collecting_sample',
  appointment_cancelled: 'collecting_sample',
  redraw_available: 'collecting_sample',
  draw_completed: 'collecting_sample',
  delivered_to_lab: 'sample_with_lab',
  partial_results: 'sample_with_lab',
  lab_processing_blocked: 'sample_with_lab',
  completed: 'completed',
  corrected: 'completed',
  failure_to_deliver_to_lab: 'failed',
  failure_to_deliver_to_customer: 'failed',
  sample_error: 'failed',
  lost: 'failed',
  cancelled: 'cancelled',
  do_not_process: 'cancelled',
}

const ENDED: readonly HighLevelStatus[] = ['completed', 'failed', 'cancelled']

/** Those after which more is to come. */
export const OPEN_STATUSES = LOW_LEVEL_STATUSES.filter((status) => !ENDED.includes(HIGH_LEVEL_OF[status]))

const NEEDS_A_PERSON: readonly LowLevelStatus[] = [
  'problem_in_transit_customer',
  'problem_in_transit_lab',
  'appointment_cancelled',
  'redraw_available',
  'lab_processing_blocked',
]

/** Those that went wrong, or wait for somebody. */
export const EXCEPTION_STATUSES = LOW_LEVEL_STATUSES.filter(
  (status) => NEEDS_A_PERSON.includes(status) || HIGH_LEVEL_OF[status] === 'failed',
)

export interface EventStatus {
  high: string
  method: string
  low: string
}

/** Splits `<high_level>.<method>.<low_level_status>`; null for a string of another form. */
export function parseEventStatus(status: string): EventStatus | null {
  const [high, method, low, ...rest] = status.split('.')
  if (!high || !method || !low || rest.length > 0) return null
  return { high, method, low }
}

export function formatEventStatus({ high, method, low }: EventStatus): string {
  return `${high}.${method}.${low}`
}

/** The newest event's low-level status: what the order's `status` filter is matched against. */
export function lastLowLevelStatus(events: readonly { created_at: string; status: string }[]): string | null {
  let newest: { created_at: string; status: string } | undefined
  for (const event of events) if (!newest || event.created_at >= newest.created_at) newest = event
  return newest ? (parseEventStatus(newest.status)?.low ?? newest.status) : null
}
