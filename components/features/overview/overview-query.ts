/** What the page of the overview reads; the same on the server and in the browser. */
import { prefetchWith } from '#lib/client/prefetch.ts'
import { consoleQuery } from '#lib/client/queries.ts'
import type { RequestContext } from '#lib/client/request.ts'
import { getOverview } from '#lib/contract/console/overview.ts'

/** Milliseconds: what is kept is there at once, and counting anew is not waited for. */
const PATIENCE = 400

type Context = Omit<RequestContext, 'environment'>

export function overviewQuery(environment: string, context: Context = {}) {
  return consoleQuery(getOverview, { params: { environment } }, context)
}

export function prefetchOverview({ environment, ...context }: RequestContext) {
  return prefetchWith((client) => client.fetchQuery({ ...overviewQuery(environment, context), retry: false }), PATIENCE)
}
