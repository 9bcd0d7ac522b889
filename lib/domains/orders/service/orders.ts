/** Orders: spec endpoint 13. */
import type { Handler } from '#lib/service/handler.ts'

export const listOrders: Handler<'list_orders'> = async ({ query }, { team_id, store }) => {
  const { orders, total } = await store.searchOrders(team_id, query)
  return { body: { orders: orders.map(({ order }) => order), total, page: query.page, size: query.size } }
}
