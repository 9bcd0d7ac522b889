/** Per list: filters and columns of its views, and the views that come with it. */
import { ORDER_VIEWS, orderViewFilter } from '#lib/domains/orders/views.ts'
import { USER_VIEWS, userViewFilter } from '#lib/domains/users/views.ts'
import type { BuiltInView, ViewList } from './views.ts'

export const VIEW_FILTERS = { orders: orderViewFilter, users: userViewFilter } as const

export const VIEW_COLUMNS = {
  orders: [
    ...['id', 'recipient', 'status', 'interpretation', 'method', 'lab_test'],
    ...['birth', 'sample', 'priority', 'user', 'created_at', 'updated_at'],
  ],
  users: ['user', 'name', 'reference', 'born', 'city', 'sources', 'connections', 'zone', 'birth', 'created', 'seen'],
} as const satisfies Record<ViewList, readonly string[]>

export const BUILT_IN_VIEWS: Readonly<Record<ViewList, readonly BuiltInView[]>> = {
  orders: ORDER_VIEWS,
  users: USER_VIEWS,
}
