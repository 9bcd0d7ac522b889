import type { CatalogEntry, CatalogKind, LabTestMethod, NamedEntry } from '#lib/domains/catalog/catalog.ts'

/** Name of an ID, from a service's response or from the sandbox. */
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
  /** Saves entries; the last of equal IDs wins. Null, with nothing saved, beyond `CATALOG_LIMIT`. */
  saveCatalog(environment: string, entries: readonly NamedEntry[]): Promise<CatalogSaved | null>
  /** False where there is none. */
  removeCatalogEntry(environment: string, kind: CatalogKind, id: string): Promise<boolean>
  /** Never replaces a person's changes or, from the seed, a service's word; returns how many changed. */
  learnCatalog(environment: string, facts: readonly LearnedFact[], origin: 'seed' | 'learned'): Promise<number>
  labTestMethods(environment: string): Promise<LabTestMethod[]>
  /** Keeps those that are new, until an environment has `CATALOG_LIMIT` of them. */
  learnMethods(environment: string, methods: readonly LabTestMethod[]): Promise<void>
}
