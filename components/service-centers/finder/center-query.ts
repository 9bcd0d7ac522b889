/** The reads of the page, the same on the server and in the browser: an order for its patient's ZIP, centers, positions. */

import { zipsToLocate } from '#components/service-centers/map/pins.ts'
import { listCatalog } from '#lib/domains/catalog/catalog.ts'
import { orderQuery } from '#lib/domains/orders/queries.ts'
import { getServiceCenters } from '#lib/domains/service-centers/service-center.ts'
import { locateZips } from '#lib/domains/service-centers/zips.ts'
import { type Prefetched, prefetchWith } from '#lib/kernel/client/prefetch.ts'
import { consoleQuery, serviceQuery } from '#lib/kernel/client/queries.ts'
import type { RequestContext } from '#lib/kernel/client/request.ts'
import { type CentersQuery, centersQuery, type FinderSearch, labOfTest, zipOfAddress } from './finder-search.ts'

/** As the page of the order asks for it, so that whoever comes from there waits for nothing. */
export function nearOrderQuery(order_id: string, { environment, ...context }: RequestContext) {
  return orderQuery(environment, order_id, context)
}

export function centersRead(query: CentersQuery, context: RequestContext) {
  return serviceQuery(getServiceCenters, { query }, context)
}

/** ZIP codes do not move: asked once a visit. */
export function zipsRead(zip_codes: string[], context: Omit<RequestContext, 'environment'>) {
  return { ...consoleQuery(locateZips, { body: { zip_codes } }, context), staleTime: Number.POSITIVE_INFINITY }
}

/** Prefetches a search once the address has enough to run it. */
export function prefetchCenters(context: RequestContext, search: FinderSearch): Promise<Prefetched> {
  return prefetchWith(async (client) => {
    const { order_id } = search
    const found = order_id && (await client.fetchQuery({ ...nearOrderQuery(order_id, context), retry: false }))
    const order = found ? found.orders.find(({ id }) => id === order_id) : undefined
    const { environment, ...own } = context
    const input = { params: { environment } }
    const named =
      order && search.lab_id === null
        ? await client.fetchQuery({ ...consoleQuery(listCatalog, input, own), retry: false })
        : null
    const lab_id = search.lab_id ?? labOfTest(named?.entries ?? null, order?.lab_test.name)
    const query = centersQuery({ ...search, lab_id }, zipOfAddress(order?.patient_address))
    if (!query) return
    const answer = await client.fetchQuery({ ...centersRead(query, context), retry: false })
    await client.prefetchQuery({
      ...zipsRead(zipsToLocate(answer.patient_service_centers, query.zip_code), own),
      retry: false,
    })
  })
}
