/** What the page of the overview reads; the same on the server and in the browser. */
import { prefetchWith } from '#lib/client/prefetch.ts'
import { consoleQuery } from '#lib/client/queries.ts'
import type { RequestContext } from '#lib/client/request.ts'
import { listCriticalOrders } from '#lib/contract/console/critical.ts'
import { getOverview } from '#lib/contract/console/overview.ts'

/** Milliseconds between two looks while the page is seen. */
export const LOOK_EVERY = 45_000
/** Milliseconds: what is kept is there at once, and counting anew is not waited for. */
const PATIENCE = 400

type Context = Omit<RequestContext, 'environment'>

export function overviewQuery(environment: string, context: Context = {}) {
  return consoleQuery(getOverview, { params: { environment } }, context)
}

export function criticalQuery(environment: string, context: Context = {}) {
  return consoleQuery(listCriticalOrders, { params: { environment } }, context)
}

export function prefetchOverview({ environment, ...context }: RequestContext) {
  return prefetchWith(
    (client) =>
      Promise.all([
        client.fetchQuery({ ...overviewQuery(environment, context), retry: false }),
        client.prefetchQuery({ ...criticalQuery(environment, context), retry: false }),
      ]),
    PATIENCE,
  )
}
