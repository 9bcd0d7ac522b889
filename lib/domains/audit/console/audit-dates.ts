/** The dates of an audit search as instants, for both stores. */
import type { AuditSearch } from '#lib/domains/audit/audit.ts'
import { atEndOfDay, atStartOfDay } from '#lib/domains/orders/date-rules.ts'

/** Returns the range of a search as instants: a bare date stands for all of that day in UTC. */
export function auditDates({ from, to }: Pick<AuditSearch, 'from' | 'to'>): { from: Date | null; to: Date | null } {
  return { from: from === undefined ? null : atStartOfDay(from), to: to === undefined ? null : atEndOfDay(to) }
}
