/** Rules for changing a catalog entry, the same in every store. Pure. */
import {
  CATALOG_KINDS,
  CATALOG_LIMIT,
  type CatalogEntry,
  type CatalogKind,
  type LabTestMethod,
  type NamedEntry,
} from '#lib/domains/catalog/catalog.ts'
import { searchKey } from '#lib/utils/text/typed-text.ts'
import type { CatalogSaved, LearnedFact } from './store.ts'

export interface CatalogRow extends CatalogEntry {
  is_removed: boolean
}

export const keyOf = ({ kind, id }: { kind: CatalogKind; id: string }) => `${kind} ${id}`

/** `known` are the rows that the entries name, by key, and `count` how many entries there are in all. */
export interface Known {
  rows: ReadonlyMap<string, CatalogRow>
  count: number
}

interface Plan<T> {
  /** Rows to be written, each key once. */
  write: CatalogRow[]
  result: T
}

/** Returns rows to write with counts of added, changed and unchanged; null beyond the catalog's limit. */
export function planSave(entries: readonly NamedEntry[], { rows, count }: Known): Plan<CatalogSaved> | null {
  const write: CatalogRow[] = []
  const result = { added: 0, changed: 0, unchanged: 0 }
  for (const entry of new Map(entries.map((one) => [keyOf(one), one])).values()) {
    const before = rows.get(keyOf(entry))
    const { kind, id, name } = entry
    const row: CatalogRow = { kind, id, name, lab_id: labOf(entry, before), origin: 'person', is_removed: false }
    if (!before || before.is_removed) result.added += 1
    else if (before.name === row.name && before.lab_id === row.lab_id) result.unchanged += 1
    else result.changed += 1
    if (!before || !isSame(before, row)) write.push(row)
  }
  return count + result.added > CATALOG_LIMIT ? null : { write, result }
}

function labOf(entry: NamedEntry, before: CatalogRow | undefined): string | null {
  if (entry.kind !== 'lab_test') return null
  return entry.lab_id === undefined ? (before?.lab_id ?? null) : entry.lab_id
}

/** Names that a person set stay; beyond the limit nothing is added. */
export function planLearning(
  facts: readonly LearnedFact[],
  { rows, count }: Known,
  origin: 'seed' | 'learned',
): Plan<number> {
  const next = new Map<string, CatalogRow>()
  let left = CATALOG_LIMIT - count
  for (const fact of facts) {
    const key = keyOf(fact)
    const before = next.get(key) ?? rows.get(key)
    const after = before ? learned(before, fact, origin) : madeOf(fact, origin)
    if (!after || (!before && left <= 0)) continue
    if (!before) left -= 1
    next.set(key, after)
  }
  const write = [...next.values()]
  return { write, result: write.length }
}

function madeOf({ kind, id, name, lab_id }: LearnedFact, origin: 'seed' | 'learned'): CatalogRow | null {
  return name === null ? null : { kind, id, name, lab_id, origin, is_removed: false }
}

/** The row as the fact leaves it; null where it stays as it is. */
function learned(before: CatalogRow, fact: LearnedFact, origin: 'seed' | 'learned'): CatalogRow | null {
  if (before.is_removed) return null
  const isRenamed =
    fact.name !== null &&
    !fact.is_makeshift &&
    before.origin !== 'person' &&
    !(origin === 'seed' && before.origin === 'learned')
  const name = isRenamed && fact.name !== null ? fact.name : before.name
  const lab_id = isRenamed ? (fact.lab_id ?? before.lab_id) : (before.lab_id ?? fact.lab_id)
  if (name === before.name && lab_id === before.lab_id) return null
  return { ...before, name, lab_id, origin: isRenamed ? origin : before.origin }
}

function isSame(a: CatalogRow, b: CatalogRow) {
  return a.name === b.name && a.lab_id === b.lab_id && a.origin === b.origin && a.is_removed === b.is_removed
}

const byText = (a: string, b: string) => (a < b ? -1 : Number(a > b))

/** Returns the methods by name of their lab test, then by method. */
export const byTest = (methods: readonly LabTestMethod[]): LabTestMethod[] =>
  methods.toSorted((a, b) => byText(a.lab_test, b.lab_test) || byText(a.method, b.method))

export function inOrder(rows: readonly CatalogRow[]): CatalogEntry[] {
  const entries = rows.filter((row) => !row.is_removed).map(({ is_removed: _, ...entry }) => entry)
  const rank = ({ kind }: CatalogEntry) => CATALOG_KINDS.indexOf(kind)
  return entries.sort(
    (a, b) =>
      rank(a) - rank(b) ||
      byText(searchKey(a.name), searchKey(b.name)) ||
      a.id.length - b.id.length ||
      byText(a.id, b.id),
  )
}
