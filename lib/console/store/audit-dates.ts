/** The dates of an audit search as instants, for both stores. */
import type { AuditSearch } from '#lib/contract/console/audit.ts'
import { atEndOfDay, atStartOfDay } from '#lib/contract/order-dates.ts'

export function auditDates({ from, to }: AuditSearch): { from: Date | null; to: Date | null } {
  return { from: from === undefined ? null : atStartOfDay(from), to: to === undefined ? null : atEndOfDay(to) }
}
