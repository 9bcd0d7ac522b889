import { type RecordStore, recordsOf } from '#lib/console/records.ts'
import { type ConsoleRoute, route } from '#lib/console/route.ts'
import {
  CATALOG_LIMIT,
  type CatalogEntry,
  listCatalog,
  removeCatalogEntry,
  saveCatalogEntries,
  TEST_TEXT_NAMES,
  type TestTexts,
  testTexts,
} from '#lib/domains/catalog/catalog.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import { formatCount } from '#lib/utils/text/counts.ts'
import type { CatalogStore } from './store.ts'

const FULL = `The catalog holds ${formatCount(CATALOG_LIMIT)} entries at most. Nothing was saved. Remove entries no one uses, then save these again.`

const CHANGED = 'Someone else changed these texts at the same time. Names were saved, texts weren’t. Save again.'

type NamedEntry = Parameters<CatalogStore['saveCatalog']>[1][number]

/** Texts as they are once an entry is saved; null where it says nothing new. */
function newTexts(entry: NamedEntry, before: TestTexts = {}): TestTexts | null {
  if (entry.kind !== 'lab_test') return null
  const isNew = TEST_TEXT_NAMES.some((name) => entry[name] !== undefined && entry[name] !== (before[name] ?? ''))
  const texts = TEST_TEXT_NAMES.map((name) => [name, entry[name] ?? before[name] ?? ''] as const)
  return isNew ? testTexts.parse(Object.fromEntries(texts.filter(([, text]) => text !== ''))) : null
}

const isRenamed = (entry: NamedEntry, before: CatalogEntry) =>
  entry.name !== before.name ||
  (entry.kind === 'lab_test' && entry.lab_id !== undefined && entry.lab_id !== before.lab_id)

interface Options {
  store: CatalogStore & RecordStore
  now: () => Date
}

/** Returns the catalog's routes. @throws ApiError 409 `limit_reached`, 404 for an entry that isn't there */
export function catalogRoutes({ store, now }: Options): ConsoleRoute[] {
  const texts = recordsOf(store, 'lab_test_texts', testTexts)

  /** Saves the texts that entries bring, and returns how many of the entries change by them alone. */
  async function saveTexts(environment: string, entries: readonly NamedEntry[], present: readonly CatalogEntry[]) {
    const last = [...new Map(entries.map((one) => [one.id, one])).values()].filter(({ kind }) => kind === 'lab_test')
    const kept = await texts.find(
      environment,
      last.map(({ id }) => id),
    )
    let changed = 0
    for (const entry of last) {
      const record = kept.find(({ key }) => key === entry.id)
      const body = newTexts(entry, record?.body)
      if (!body) continue
      const next = { key: entry.id, version: (record?.version ?? 0) + 1, body, at: now().toISOString() }
      if ((await texts.save(environment, next)) === 'stale') throw new ApiError('stale', CHANGED)
      const before = present.find(({ kind, id }) => kind === 'lab_test' && id === entry.id)
      if (before && !isRenamed(entry, before)) changed += 1
    }
    return changed
  }

  return [
    // Names of lab tests and labs: they show no personal data, and every page with a picker requests them.
    route(
      listCatalog,
      async ({ params: { environment } }) => {
        const [entries, methods, kept] = await Promise.all([
          store.catalogEntries(environment),
          store.labTestMethods(environment),
          texts.find(environment),
        ])
        const textsOf = new Map(kept.map(({ key, body }) => [key, body]))
        const whole = entries.map((entry) =>
          entry.kind === 'lab_test' ? { ...entry, ...textsOf.get(entry.id) } : entry,
        )
        return { body: { entries: whole, methods } }
      },
      { audited: false },
    ),
    route(saveCatalogEntries, async ({ params: { environment }, body: { entries } }, { about }) => {
      about(entries.map(({ id }) => id))
      const present = await store.catalogEntries(environment)
      const saved = await store.saveCatalog(environment, entries)
      if (!saved) throw new ApiError('limit_reached', FULL)
      const byText = await saveTexts(environment, entries, present)
      return { body: { ...saved, changed: saved.changed + byText, unchanged: saved.unchanged - byText } }
    }),
    route(removeCatalogEntry, async ({ params: { environment, kind, id } }, { about }) => {
      about([id])
      if (await store.removeCatalogEntry(environment, kind, id)) {
        if (kind === 'lab_test') await texts.remove(environment, [id])
        return { body: null }
      }
      throw new ApiError('not_found', 'The catalog doesn’t have this entry. Someone may have removed it already.')
    }),
  ]
}
