import type { QueryClient } from '@tanstack/react-query'
import { worklistQuery } from '#components/orders/worklist/worklist-query.ts'
import { listAudit } from '#lib/domains/audit/audit.ts'
import { criticalQuery } from '#lib/domains/orders/queries.ts'
import { getOverview } from '#lib/domains/orders/worklist/overview.ts'
import type { AskedFilter } from '#lib/domains/orders/worklist/worklist.ts'
import { prefetchWith } from '#lib/kernel/client/prefetch.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import type { RequestContext } from '#lib/kernel/client/request.ts'

/** Milliseconds between two looks while the page is seen. */
export const POLL_INTERVAL_MS = 45_000
/** Milliseconds: what is kept is there at once, and counting anew is not waited for. */
const TIMEOUT_MS = 400

type Context = Omit<RequestContext, 'environment'>

/** `time_zone`: whose days the trend counts. */
export function overviewQuery(environment: string, time_zone: string, context: Context = {}) {
  return consoleQuery(getOverview, { params: { environment }, query: { time_zone } }, context)
}

/** The latest changes that people made, as many as the overview shows. */
export function changesQuery(environment: string, context: Context = {}) {
  return consoleQuery(listAudit, { query: { environment, changes: true, limit: 8 } }, context)
}

interface Asked {
  time_zone: string
  filter: AskedFilter
}

/** `more`: fetches what other areas show there, in a demo alone: its browser can't answer for a second or two. */
export function prefetchOverview(
  { environment, ...context }: RequestContext,
  { time_zone, filter }: Asked,
  more: (client: QueryClient) => Promise<unknown>,
) {
  return prefetchWith(
    (client) =>
      Promise.all([
        client.fetchQuery({ ...overviewQuery(environment, time_zone, context), retry: false }),
        client.prefetchQuery({ ...criticalQuery(environment, context), retry: false }),
        client.prefetchQuery({
          ...worklistQuery(environment, { filter, isWhole: false, zone: time_zone }, context),
          retry: false,
        }),
        context.preview && client.prefetchQuery({ ...changesQuery(environment, context), retry: false }),
        context.preview && more(client).catch(() => undefined),
      ]),
    TIMEOUT_MS,
  )
}
