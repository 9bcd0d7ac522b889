/** What the catalogue asks of a store. */
import type { CatalogueEntry, CatalogueKind, NamedEntry } from '#lib/domains/catalog/catalog.ts'

/** What an answer of the service, or the sandbox itself, says of an id. */
export interface LearnedFact {
  kind: CatalogueKind
  id: string
  /** Null where only its lab is known: that is noted of an entry which has none, and makes no entry. */
  name: string | null
  lab_id: string | null
  /** It is no more than a slug: it makes an entry and renames none. */
  is_makeshift?: boolean
}

export interface CatalogueSaved {
  added: number
  changed: number
  unchanged: number
}

export interface CatalogueStore {
  /** All of an environment: by kind, then by name whatever its case, then by id. */
  catalogueEntries(environment: string): Promise<CatalogueEntry[]>
  /** Of two for one id the last counts. Null, and nothing is saved, where there would be more than `CATALOGUE_LIMIT`. */
  saveCatalogue(environment: string, entries: readonly NamedEntry[]): Promise<CatalogueSaved | null>
  /** False where there is none. */
  removeCatalogueEntry(environment: string, kind: CatalogueKind, id: string): Promise<boolean>
  /**
   * What a person has named or removed stays as it is, and what a service said is not unsaid by the seed. New entries
   * beyond `CATALOGUE_LIMIT` are left out. Returns how many entries were added or changed.
   */
  learnCatalogue(environment: string, facts: readonly LearnedFact[], origin: 'seed' | 'learned'): Promise<number>
}
