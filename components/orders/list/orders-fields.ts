/** The filters of the list as its chips and its picker show them. */
import { lazy } from 'react'
import { METHODS, RESULTS } from '#components/patterns/domain/order-terms.tsx'
import { someLabel } from '#components/patterns/list/filters/chip-labels.ts'
import type { FilterField } from '#components/patterns/list/filters/filter-fields.ts'
import type { FilterIcon } from '#components/patterns/list/filters/filter-icons.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { rangeLabel } from '#lib/utils/time/day-ranges.ts'
import { formatDay, instantParts, parseInstant, type WallClock } from '#lib/utils/time/instants.ts'
import { type RelativeDays, relativeLabel } from '#lib/utils/time/relative-days.ts'
import type { OrderField } from './filters/order-editor.tsx'
import { statusChip } from './filters/status-chip.ts'
import { ACTIVATIONS, ORDER_OF_ROWS } from './order-labels.ts'
import { NO_FILTERS, type OrderFilters, sortOf } from './orders-search.ts'

type Words = { operator: string; value: string } | null
type Key = keyof OrderFilters

/** A day as it is; of an instant its day and time for the viewer. */
function whenLabel(value: string | null, clock: WallClock) {
  if (value === null || value.length === 10) return value && formatDay(value, clock)
  const { day, time } = instantParts(parseInstant(value), clock)
  return `${day}, ${time}`
}

function range(from: string | null, to: string | null, clock: WallClock): Words {
  const [begin, end] = [whenLabel(from, clock), whenLabel(to, clock)]
  return rangeLabel(begin, end, clock)
}

const within = (days: RelativeDays | null): Words => days && relativeLabel(days)

const is = (value: string | null): Words => (value ? { operator: 'is', value } : null)
const holds = (value: string): Words => (value ? { operator: 'contains', value } : null)
const idsChip = (ids: readonly string[]): Words =>
  ids.length > 1 ? { operator: 'is one of', value: `${ids.length} IDs` } : is(ids.map(shortId).join(''))

const OrderEditor = lazy(() => import('./filters/order-editor.tsx').then((part) => ({ default: part.OrderEditor })))

/** Defines a field by the keys it sets and clears. */
function field(
  [group, id, label, icon]: [group: string, id: OrderField, label: string, icon: FilterIcon],
  keys: readonly Key[],
  chip: (filters: OrderFilters) => Words,
): FilterField<OrderFilters> {
  const empty = Object.fromEntries(keys.map((key) => [key, NO_FILTERS[key]]))
  const clear = (filters: OrderFilters) => ({ ...filters, ...empty })
  return { group, id, label, icon, chip, clear, Editor: OrderEditor }
}

/** `clock` is the viewer's; on a user's own page the user is no filter. */
export function orderFields(clock: WallClock, ofUser: boolean): readonly FilterField<OrderFilters>[] {
  return [
    field(['State', 'status', 'Status', 'status'], ['status'], ({ status }) => statusChip(status)),
    field(['State', 'result', 'Result', 'result'], ['interpretation'], ({ interpretation }) =>
      is(interpretation && (RESULTS.get(interpretation)?.label ?? interpretation)),
    ),
    field(['State', 'critical', 'Critical', 'critical'], ['is_critical'], ({ is_critical }) =>
      is_critical === null ? null : is(is_critical ? 'yes' : 'no'),
    ),
    field(['State', 'stuck', 'Stuck', 'stuck'], ['stuck'], ({ stuck }) => is(stuck ? 'yes' : null)),
    field(['Kind', 'method', 'Method', 'method'], ['order_type'], ({ order_type }) =>
      someLabel(
        order_type.map((one) => METHODS.get(one)?.label ?? one),
        'methods',
      ),
    ),
    field(
      ['Kind', 'activation', 'Activation', 'activation'],
      ['order_activation_types'],
      ({ order_activation_types: types }) =>
        someLabel(
          types.map((one) => ACTIVATIONS[one]),
          'kinds',
        ),
    ),
    field(['Person', 'patient', 'Patient name', 'patient'], ['patient_name'], ({ patient_name }) =>
      holds(patient_name),
    ),
    field(
      ['Person', 'recipient', 'Recipient', 'recipient'],
      ['shipping_recipient_name'],
      ({ shipping_recipient_name: name }) => holds(name),
    ),
    ...(ofUser
      ? []
      : [field(['Person', 'user', 'User ID', 'user'], ['user_id'], ({ user_id }) => is(user_id && shortId(user_id)))]),
    field(['IDs', 'orders', 'Order ID', 'order'], ['order_ids'], ({ order_ids }) => idsChip(order_ids)),
    field(
      ['IDs', 'transaction', 'Transaction ID', 'transaction'],
      ['order_transaction_id'],
      ({ order_transaction_id: id }) => is(id && shortId(id)),
    ),
    field(
      ['Time', 'created', 'Created', 'created'],
      ['start_date', 'end_date', 'created_within'],
      ({ start_date, end_date, created_within }) => within(created_within) ?? range(start_date, end_date, clock),
    ),
    field(
      ['Time', 'updated', 'Updated', 'updated'],
      ['updated_start_date', 'updated_end_date', 'updated_within'],
      ({ updated_start_date: from, updated_end_date: to, updated_within }) =>
        within(updated_within) ?? range(from, to, clock),
    ),
    field(['Rows', 'sort', 'Sort by', 'sort'], ['order_key', 'order_direction'], sortLabel),
  ]
}

function sortLabel(filters: OrderFilters): Words {
  const { order_key, order_direction } = sortOf(filters)
  if (order_key === 'created_at' && order_direction === 'desc') return null
  const { label, [order_direction]: direction } = ORDER_OF_ROWS[order_key]
  return { operator: label.toLowerCase(), value: direction }
}
