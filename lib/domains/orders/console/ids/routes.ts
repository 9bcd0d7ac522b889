/** IDs of orders over HTTP. */
import { type ConsoleRoute, route } from '#lib/console/route.ts'
import { findOrderIds, MAX_ORDER_IDS } from '#lib/domains/orders/order-ids.ts'
import { uuid } from '#lib/kernel/fields.ts'
import { type IdPart, readIdQuery } from '#lib/utils/ids/id-part.ts'

/** The IDs that this console has shown in an environment. */
export interface ShownIds {
  findSubjects(asked: {
    part: IdPart
    environment: string
    reach: null
    most: number
  }): Promise<{ ids: string[]; is_cut: boolean }>
}

/** Returns the route that finds IDs of orders by a part of them. */
export function orderIdRoutes(shown: ShownIds): ConsoleRoute[] {
  return [
    route(findOrderIds, async ({ params: { environment }, query }) => {
      const part = readIdQuery(query.part)
      if (part === null) return { body: { ids: [], is_cut: false } }
      if (part.kind === 'whole') return { body: { ids: [part.id], is_cut: false } }
      const { ids, is_cut } = await shown.findSubjects({ part, environment, reach: null, most: MAX_ORDER_IDS })
      return { body: { ids: ids.filter((id) => uuid.safeParse(id).success), is_cut } }
    }),
  ]
}
