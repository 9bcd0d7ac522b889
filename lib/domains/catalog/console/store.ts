/** What the catalog asks of a store. */
import type { CatalogEntry, CatalogKind, LabTestMethod, NamedEntry } from '#lib/domains/catalog/catalog.ts'

/** What an answer of the service, or the sandbox itself, says of an id. */
export interface LearnedFact {
  kind: CatalogKind
  id: string
  /** Null where only its lab is known: that is noted of an entry which has none, and makes no entry. */
  name: string | null
  lab_id: string | null
  /** It is no more than a slug: it makes an entry and renames none. */
  is_makeshift?: boolean
}

export interface CatalogSaved {
  added: number
  changed: number
  unchanged: number
}

export interface CatalogStore {
  /** All of an environment: by kind, then by name whatever its case, then by id. */
  catalogEntries(environment: string): Promise<CatalogEntry[]>
  /** Of two for one id the last counts. Null, and nothing is saved, where there would be more than `CATALOG_LIMIT`. */
  saveCatalog(environment: string, entries: readonly NamedEntry[]): Promise<CatalogSaved | null>
  /** False where there is none. */
  removeCatalogEntry(environment: string, kind: CatalogKind, id: string): Promise<boolean>
  /**
   * What a person has named or removed stays as it is, and what a service said is not unsaid by the seed. New entries
   * beyond `CATALOG_LIMIT` are left out. Returns how many entries were added or changed.
   */
  learnCatalog(environment: string, facts: readonly LearnedFact[], origin: 'seed' | 'learned'): Promise<number>
  /** By name of the lab test, then by method. */
  labTestMethods(environment: string): Promise<LabTestMethod[]>
  /** Keeps those that are new, until an environment has `CATALOG_LIMIT` of them. */
  learnMethods(environment: string, methods: readonly LabTestMethod[]): Promise<void>
}
