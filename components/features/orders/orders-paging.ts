import { countParser } from '#lib/client/list-search.ts'
import type { Paging } from '#lib/client/use-paged-list.ts'
import { listOrders } from '#lib/contract/order.ts'

export const ORDER_SIZES = [25, 50, 100] as const

/** What of the endpoint's query this page keeps in the address. */
export const ordersSearch = listOrders.query.pick({ page: true, size: true })

export const ordersParsers = {
  page: countParser(ordersSearch, 'page'),
  size: countParser(ordersSearch, 'size'),
}

/** Newest first; all of the team's, or one user's. */
export function ordersPaging(user_id: string | null): Paging<typeof listOrders> {
  return {
    endpoint: listOrders,
    toInput: (offset, size) => ({
      query: {
        order_key: 'created_at',
        order_direction: 'desc',
        page: Math.floor(offset / size) + 1,
        size,
        ...(user_id !== null && { user_id }),
      },
    }),
    count: ({ orders, total }) => ({ rows: orders.length, total }),
  }
}
