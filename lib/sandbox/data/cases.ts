/** Cases of the patient safety rules for trainers and tests; docs/demo.md lists them. */
import type { OrderEvent } from '#lib/domains/orders/order.ts'
import { formatEventStatus, highLevelOf } from '#lib/domains/orders/status/status.ts'
import type { OrderRecord, UserBundle } from '#lib/service/records.ts'
import { HOUR, isoInstant } from './time.ts'

type Place = readonly [user: number, order: number]

/** The user's place in the set, and the order's among theirs: the same in every set of this size, whatever its team. */
export const CASE_PLACES = {
  ships_to_other: [18, 14],
  critical_ships_to_other: [2, 1],
  critical_minor: [216, 19],
  minor_without_number: [83, 4],
  address_differs: [80, 1],
  missed_call: [52, 6],
  acknowledged: [170, 12],
  no_longer_critical: [64, 5],
  canceled_by_phone: [111, 27],
  confirmed_here: [55, 9],
  canceled_booked: [61, 12],
  canceled_reserved: [108, 2],
  canceled_in_progress: [74, 6],
  canceled_elsewhere: [56, 7],
  pending_elsewhere: [49, 14],
  walk_in_canceled: [206, 12],
  po_box: [86, 15],
  military: [89, 18],
  no_street: [142, 12],
  zip_and_state: [128, 3],
  settled: [18, 1],
} as const satisfies Record<string, Place>
export type CaseName = keyof typeof CASE_PLACES

export const CASE_NAMES: readonly CaseName[] = Object.keys(CASE_PLACES).filter(
  (name): name is CaseName => name in CASE_PLACES,
)

type Change = (record: OrderRecord, bundle: UserBundle, today: number) => void

const at =
  (address: Readonly<Record<string, string | null>>): Change =>
  ({ order }) => {
    order.patient_address = { ...order.patient_address, second_line: null, ...address }
  }

const CHANGES: Readonly<Partial<Record<CaseName, Change>>> = {
  minor_without_number: (_, { user: { info } }) => {
    if (info?.medical_proxy) delete info.medical_proxy['phone_number']
  },
  address_differs: at({ first_line: '48 Old Mill Rd' }),
  po_box: at({ first_line: 'PO Box 1140' }),
  military: at({ first_line: 'PSC 303 Box 12', city: 'APO', state: 'AE', zip: '09012' }),
  no_street: at({ first_line: 'General Delivery' }),
  zip_and_state: (record, ...rest) => {
    const state = record.order.patient_address?.state === 'VT' ? 'OR' : 'VT'
    at({ state })(record, ...rest)
  },
  canceled_booked: cancel,
  canceled_reserved: cancel,
  canceled_in_progress: cancel,
  canceled_elsewhere: cancel,
}

/** Cancels an order, and nothing of its visit. */
function cancel({ order }: OrderRecord, _: UserBundle, today: number): void {
  const last: OrderEvent | undefined = order.events.at(-1)
  if (!last) return
  const told = Date.parse(last.created_at)
  const created_at = isoInstant(Math.min(told + 2 * HOUR, (told + today) / 2))
  const low = 'cancelled'
  const high = highLevelOf(low)
  const status = formatEventStatus({ high, method: order.details.type, low })
  order.events.push({ id: last.id + 1, created_at, status })
  Object.assign(order, { status: high, updated_at: created_at })
  if (order.details.data) order.details.data.updated_at = created_at
  for (const entry of order.order_transaction?.orders ?? []) {
    if (entry.id !== order.id) continue
    Object.assign(entry, { updated_at: created_at, low_level_status: low, low_level_status_created_at: created_at })
  }
  if (order.order_transaction) order.order_transaction.status = 'cancelled'
}

/** Changes what the cases of one user need; `index` is the user's place. */
export function changeCases(bundle: UserBundle, index: number, today: number): void {
  for (const name of CASE_NAMES) {
    const [user, place] = CASE_PLACES[name]
    const record = user === index ? bundle.orders[place] : undefined
    if (record) CHANGES[name]?.(record, bundle, today)
  }
}
