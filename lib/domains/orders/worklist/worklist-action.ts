/** The one thing to do about an order that needs action, and the page where it is done. Pure. */
import { STUCK_RULES, type StuckRuleName } from './problems.ts'
import type { WorklistItem } from './worklist.ts'

/** `patient` and `shipments` are parts of the order's page. */
export type ActionPlace = 'order' | 'patient' | 'shipments' | 'book' | 'demographics'

interface WorklistAction {
  label: string
  place: ActionPlace
}

const CONTACT = { label: 'Contact patient', place: 'patient' } as const
const PARCEL = { label: 'Check parcel', place: 'shipments' } as const
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
export function worklistAction({ kind, status }: Pick<WorklistItem, 'kind' | 'status'>, mayBook: boolean) {
  const rule = STUCK_RULES.find(({ statuses }) => statuses.some((low) => low === status))
  const found = kind === 'stuck' ? rule && OF_RULE[rule.name] : OF_STATUS.get(status)
  return !found || (found.place === 'book' && !mayBook) ? OPEN : found
}

/** Returns the address of the page where it is done. */
export function actionPath(environment: string, { order_id, user_id }: WorklistItem, place: ActionPlace): string {
  const order = `/${environment}/orders/${order_id}`
  if (place === 'demographics') return `/${environment}/users/${user_id}/demographics`
  if (place === 'book') return `${order}/book`
  return place === 'order' ? order : `${order}#${place}`
}
