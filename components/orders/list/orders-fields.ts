/** The filters of the list as its chips and its picker show them. */
import { type ComponentType, lazy } from 'react'
import { METHODS, RESULTS } from '#components/patterns/domain/order-terms.tsx'
import type { FilterEditorProps, FilterField } from '#components/patterns/list/filter-fields.ts'
import type { FilterIcon } from '#components/patterns/list/filter-icons.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { rangeLabel } from '#lib/utils/time/day-ranges.ts'
import { formatDay, instantParts, parseInstant, type WallClock } from '#lib/utils/time/instants.ts'
import { type RelativeDays, relativeLabel } from '#lib/utils/time/relative-days.ts'
import { ACTIVATIONS, ORDER_OF_ROWS } from './order-labels.ts'
import { NO_FILTERS, type OrderFilters, sortOf } from './orders-search.ts'
import { statusLabel } from './status-groups.ts'

const choices = () => import('./filter-editors.tsx')
const texts = () => import('./text-editors.tsx')

type Words = { operator: string; value: string } | null
type Key = keyof OrderFilters

/** A day as it is; of an instant its day and time for the viewer. */
function whenLabel(value: string | null, clock: WallClock) {
  if (value === null || value.length === 10) return value && formatDay(value)
  const { day, time } = instantParts(parseInstant(value), clock)
  return `${day}, ${time}`
}

function range(from: string | null, to: string | null, clock: WallClock): Words {
  const [begin, end] = [whenLabel(from, clock), whenLabel(to, clock)]
  return rangeLabel(begin, end)
}

const within = (days: RelativeDays | null): Words => days && relativeLabel(days)

const anyOf = (values: readonly string[], words: string): Words =>
  values.length === 0 ? null : { operator: values.length > 1 ? 'is any of' : 'is', value: words }
const is = (value: string | null): Words => (value ? { operator: 'is', value } : null)
const holds = (value: string): Words => (value ? { operator: 'contains', value } : null)
const idLabel = (ids: readonly string[]) => (ids.length > 1 ? `${ids.length} IDs` : ids.map(shortId).join(''))

/** What a field sets, and so what is taken away with it. */
function field(
  [group, id, label, icon]: [group: string, id: string, label: string, icon: FilterIcon],
  keys: readonly Key[],
  chip: (filters: OrderFilters) => Words,
  Editor: ComponentType<FilterEditorProps<OrderFilters>>,
): FilterField<OrderFilters> {
  const empty = Object.fromEntries(keys.map((key) => [key, NO_FILTERS[key]]))
  return { group, id, label, icon, chip, clear: (filters) => ({ ...filters, ...empty }), Editor }
}

const editors = {
  Status: lazy(() => import('./status-filter.tsx').then((part) => ({ default: part.StatusFilter }))),
  Result: lazy(() => choices().then((part) => ({ default: part.ResultFilter }))),
  Critical: lazy(() => choices().then((part) => ({ default: part.CriticalFilter }))),
  Stuck: lazy(() => choices().then((part) => ({ default: part.StuckFilter }))),
  Method: lazy(() => choices().then((part) => ({ default: part.MethodFilter }))),
  Activation: lazy(() => choices().then((part) => ({ default: part.ActivationFilter }))),
  Patient: lazy(() => texts().then((part) => ({ default: part.PatientFilter }))),
  Recipient: lazy(() => texts().then((part) => ({ default: part.RecipientFilter }))),
  User: lazy(() => texts().then((part) => ({ default: part.UserFilter }))),
  Orders: lazy(() => texts().then((part) => ({ default: part.OrderIdsFilter }))),
  Transaction: lazy(() => texts().then((part) => ({ default: part.TransactionFilter }))),
  Created: lazy(() => choices().then((part) => ({ default: part.CreatedFilter }))),
  Updated: lazy(() => choices().then((part) => ({ default: part.UpdatedFilter }))),
  Sort: lazy(() => choices().then((part) => ({ default: part.SortFilter }))),
} as const

/** `clock` is the viewer's; on a user's own page the user is no filter. */
export function orderFields(clock: WallClock, ofUser: boolean): readonly FilterField<OrderFilters>[] {
  return [
    field(
      ['State', 'status', 'Status', 'status'],
      ['status'],
      ({ status }) => anyOf(status, statusLabel(status)),
      editors.Status,
    ),
    field(
      ['State', 'result', 'Result', 'result'],
      ['interpretation'],
      ({ interpretation }) => is(interpretation && (RESULTS.get(interpretation)?.label ?? interpretation)),
      editors.Result,
    ),
    field(
      ['State', 'critical', 'Critical', 'critical'],
      ['is_critical'],
      ({ is_critical }) => (is_critical === null ? null : { operator: 'is', value: is_critical ? 'yes' : 'no' }),
      editors.Critical,
    ),
    field(
      ['State', 'stuck', 'Stuck', 'stuck'],
      ['stuck'],
      ({ stuck }) => (stuck ? { operator: 'is', value: 'yes' } : null),
      editors.Stuck,
    ),
    field(
      ['Kind', 'method', 'Method', 'method'],
      ['order_type'],
      ({ order_type }) => anyOf(order_type, order_type.map((one) => METHODS.get(one)?.label ?? one).join(', ')),
      editors.Method,
    ),
    field(
      ['Kind', 'activation', 'Activation', 'activation'],
      ['order_activation_types'],
      ({ order_activation_types: types }) => anyOf(types, types.map((one) => ACTIVATIONS[one]).join(', ')),
      editors.Activation,
    ),
    field(
      ['Person', 'patient', 'Patient name', 'patient'],
      ['patient_name'],
      ({ patient_name }) => holds(patient_name),
      editors.Patient,
    ),
    field(
      ['Person', 'recipient', 'Recipient', 'recipient'],
      ['shipping_recipient_name'],
      ({ shipping_recipient_name: name }) => holds(name),
      editors.Recipient,
    ),
    ...(ofUser
      ? []
      : [
          field(
            ['Person', 'user', 'User ID', 'user'],
            ['user_id'],
            ({ user_id }) => is(user_id && shortId(user_id)),
            editors.User,
          ),
        ]),
    field(
      ['IDs', 'orders', 'Order IDs', 'order'],
      ['order_ids'],
      ({ order_ids }) => anyOf(order_ids, idLabel(order_ids)),
      editors.Orders,
    ),
    field(
      ['IDs', 'transaction', 'Transaction ID', 'transaction'],
      ['order_transaction_id'],
      ({ order_transaction_id: id }) => is(id && shortId(id)),
      editors.Transaction,
    ),
    field(
      ['Time', 'created', 'Created', 'created'],
      ['start_date', 'end_date', 'created_within'],
      ({ start_date, end_date, created_within }) => within(created_within) ?? range(start_date, end_date, clock),
      editors.Created,
    ),
    field(
      ['Time', 'updated', 'Updated', 'updated'],
      ['updated_start_date', 'updated_end_date', 'updated_within'],
      ({ updated_start_date: from, updated_end_date: to, updated_within }) =>
        within(updated_within) ?? range(from, to, clock),
      editors.Updated,
    ),
    field(['Rows', 'sort', 'Sort by', 'sort'], ['order_key', 'order_direction'], sortLabel, editors.Sort),
  ]
}

function sortLabel(filters: OrderFilters): Words {
  const { order_key, order_direction } = sortOf(filters)
  if (order_key === 'created_at' && order_direction === 'desc') return null
  const { label, [order_direction]: direction } = ORDER_OF_ROWS[order_key]
  return { operator: 'is', value: `${label}, ${direction}` }
}
