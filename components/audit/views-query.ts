/** Views of a user or an order, grouped; the same query on the server and in the browser. */
import { countSubjectViews } from '#lib/domains/audit/audit.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import type { RequestContext } from '#lib/kernel/client/request.ts'
import { type AuditFilters, NO_FILTERS, toAuditQuery } from './audit-filters.ts'

/** Only the two date filters apply. */
export function viewsQuery(
  { subject, from: first, to: last }: Pick<AuditFilters, 'subject' | 'from' | 'to'>,
  time_zone: string,
  context: Omit<RequestContext, 'environment'> = {},
) {
  const { from, to } = toAuditQuery({ ...NO_FILTERS, from: first, to: last }, time_zone)
  return {
    ...consoleQuery(
      countSubjectViews,
      { query: { subject, time_zone, ...(from && { from }), ...(to && { to }) } },
      context,
    ),
    // Reading the log is itself an entry: it is read again when somebody asks for it.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  }
}
