/** What the audit log asks of a store. */
import type { AuditEntry, AuditSearch, ViewGroup, ViewSearch } from '#lib/domains/audit/audit.ts'

export interface NewAuditEntry extends Omit<AuditEntry, 'id'> {
  /** Of the end of a change: the id of the entry that announced it. */
  completes: number | null
}

export interface AuditPage {
  entries: AuditEntry[]
  /** The `before` of the following page; null at the end. */
  next: number | null
}

export interface AuditStore {
  /** Durable when it returns. Ids grow; nothing ever changes or removes an entry. */
  appendAudit(entry: NewAuditEntry): Promise<AuditEntry>

  /**
   * Newest first (by id). Filters are combined with AND, the values of one array with OR; dates follow the rules of
   * order search. An announcement is left out once its end is there, so that a call is one entry. `environments` are
   * those the asker may enter, null for all; what belongs to none, such as a sign-in, is everybody's.
   */
  searchAudit(search: AuditSearch, environments: readonly string[] | null): Promise<AuditPage>

  /** Who did what with one subject, a group a person, day and environment: newest day first, then the latest group. */
  countViews(
    search: ViewSearch,
    environments: readonly string[] | null,
  ): Promise<{ groups: ViewGroup[]; is_cut: boolean }>
}
