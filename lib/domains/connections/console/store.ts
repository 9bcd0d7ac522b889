import type { PastImport } from '#lib/domains/connections/import-log.ts'

export interface StoredImport extends PastImport {
  owner_id: string
}

export interface ImportStore {
  /** The newest first, at most `limit`. */
  pastImports(environment: string, limit: number): Promise<StoredImport[]>
  /**
   * Begins a record, or changes the counts and the state of one that its owner began; null for somebody else's, and for
   * fewer rows or connected rows than are on record. What began before `forget_before` is removed.
   */
  saveImport(environment: string, made: StoredImport, forget_before: string): Promise<StoredImport | null>
}
