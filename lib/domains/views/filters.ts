/** Filters a view can hold, and built-in views, by list. */
import { ORDER_VIEWS, orderViewFilter } from '#lib/domains/orders/views.ts'
import { USER_VIEWS, userViewFilter } from '#lib/domains/users/views.ts'
import type { BuiltInView, ViewList } from './list.ts'

export const VIEW_FILTERS = { orders: orderViewFilter, users: userViewFilter } as const

export const BUILT_IN_VIEWS: Readonly<Record<ViewList, readonly BuiltInView[]>> = {
  orders: ORDER_VIEWS,
  users: USER_VIEWS,
}
