/** The dates of an audit search as instants, for both stores. */
import type { AuditSearch } from '#lib/domains/audit/audit.ts'
import { atEndOfDay, atStartOfDay } from '#lib/domains/orders/status/date-rules.ts'

/**
 * Returns the instants of a search; a bare date means its start (`from`) or end (`to`) in UTC, null an open
 * end.
 */
export function auditDates({ from, to }: Pick<AuditSearch, 'from' | 'to'>): { from: Date | null; to: Date | null } {
  return { from: from === undefined ? null : atStartOfDay(from), to: to === undefined ? null : atEndOfDay(to) }
}
