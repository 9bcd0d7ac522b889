/** The audit log, page by page backwards; the same on the server and in the browser. */
import { infiniteQueryOptions } from '@tanstack/react-query'
import { exportAudit, listAudit } from '#lib/domains/audit/audit.ts'
import { type AuditFormat, exportPersonAudit } from '#lib/domains/audit/person.ts'
import { consoleRequest, type RequestContext } from '#lib/kernel/client/request.ts'
import { CONSOLE_PREFIX, encodeQuery } from '#lib/kernel/wire.ts'
import { type AuditFilters, toAuditQuery } from './audit-filters.ts'

const PAGE = 100

export function auditQuery(
  filters: AuditFilters,
  time_zone: string,
  context: Omit<RequestContext, 'environment'> = {},
) {
  const query = toAuditQuery(filters, time_zone)
  const first: number | null = null
  return infiniteQueryOptions({
    queryKey: ['console', listAudit.name, query],
    queryFn: ({ pageParam, signal }: { pageParam: number | null; signal: AbortSignal }) =>
      consoleRequest(
        listAudit,
        { query: { ...query, limit: PAGE, ...(pageParam !== null && { before: pageParam }) } },
        context,
        { signal },
      ),
    initialPageParam: first,
    getNextPageParam: ({ next }: { next: number | null }) => next,
    // Reading the log is itself an entry: it is read again when somebody asks for it.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
}

/** Returns the address of the filtered export. */
export function exportAddress(filters: AuditFilters, time_zone: string): string {
  const query = encodeQuery({ ...toAuditQuery(filters, time_zone), time_zone })
  return `${CONSOLE_PREFIX}${exportAudit.path}?${query}`
}

/** Returns the address of one user's export for the chosen days. */
export function personExportAddress(filters: AuditFilters, time_zone: string, format: AuditFormat): string {
  const { from, to } = toAuditQuery(filters, time_zone)
  const query = encodeQuery({ user_id: filters.subject, format, time_zone, ...(from && { from }), ...(to && { to }) })
  return `${CONSOLE_PREFIX}${exportPersonAudit.path}?${query}`
}
