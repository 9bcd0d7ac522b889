/** The one thing to do about an order that needs action, and the page where it is done. Pure. */

import { centersPath } from '#lib/domains/bookings/queries.ts'
import { STUCK_RULES, type StuckRuleName } from './problems.ts'
import type { WorklistItem } from './worklist.ts'

/** `patient` and `shipments` are parts of the order's page. */
export type ActionPlace = 'order' | 'patient' | 'shipments' | 'book' | 'booking' | 'centers' | 'demographics'

interface WorklistAction {
  label: string
  place: ActionPlace
}

const CONTACT = { label: 'Contact patient', place: 'patient' } as const
const PARCEL = { label: 'Check parcel', place: 'shipments' } as const
const BOOKING = { label: 'View booking', place: 'booking' } as const
/** A walk-in draw takes place where the patient goes. */
const CENTERS = { label: 'Book again', place: 'centers' } as const
const OPEN = { label: 'View order', place: 'order' } as const

const OF_STATUS: ReadonlyMap<string, WorklistAction> = new Map<string, WorklistAction>([
  ['problem_in_transit_customer', PARCEL],
  ['problem_in_transit_lab', PARCEL],
  ['appointment_cancelled', { label: 'Book again', place: 'book' }],
  ['redraw_available', CONTACT],
  ['lab_processing_blocked', { label: 'Check details', place: 'demographics' }],
  ['sample_error', CONTACT],
  ['lost', CONTACT],
  ['failure_to_deliver_to_lab', PARCEL],
  ['failure_to_deliver_to_customer', { label: 'Check address', place: 'patient' }],
])

const OF_RULE: Readonly<Record<StuckRuleName, WorklistAction>> = {
  not_started: OPEN,
  with_patient: CONTACT,
  in_transit: PARCEL,
  with_provider: OPEN,
  with_lab: OPEN,
}

/** Returns what to do; who may not book looks at the order. */
export function worklistAction(item: Pick<WorklistItem, 'kind' | 'status' | 'method' | 'visit'>, mayBook: boolean) {
  const { kind, status, method, visit } = item
  if (visit) return visit.booking_id === null ? OPEN : BOOKING
  if (status === 'appointment_cancelled' && kind !== 'stuck' && method !== 'at_home_phlebotomy') {
    return method === 'walk_in_test' ? CENTERS : OPEN
  }
  const rule = STUCK_RULES.find(({ statuses }) => statuses.some((low) => low === status))
  const found = kind === 'stuck' ? rule && OF_RULE[rule.name] : OF_STATUS.get(status)
  return !found || (found.place === 'book' && !mayBook) ? OPEN : found
}

export function actionPath(environment: string, item: WorklistItem, place: ActionPlace): string {
  const { order_id, user_id, visit } = item
  const order = `/${environment}/orders/${order_id}`
  if (place === 'demographics') return `/${environment}/users/${user_id}/demographics`
  if (place === 'book') return `${order}/book`
  if (place === 'booking') return `${order}/book?attempt=${visit?.booking_id}`
  if (place === 'centers') return centersPath(environment, order_id)
  return place === 'order' ? order : `${order}#${place}`
}
