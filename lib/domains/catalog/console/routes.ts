import { type ConsoleRoute, route } from '#lib/console/route.ts'
import { CATALOG_LIMIT, listCatalog, removeCatalogEntry, saveCatalogEntries } from '#lib/domains/catalog/catalog.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import { formatCount } from '#lib/utils/text/counts.ts'
import type { CatalogStore } from './store.ts'

const FULL = `The catalog holds ${formatCount(CATALOG_LIMIT)} entries at most. Nothing was saved. Remove entries no one uses, then save these again.`

/** Returns the catalog's routes. @throws ApiError 409 `limit_reached`, 404 for an entry that isn't there */
export function catalogRoutes(store: CatalogStore): ConsoleRoute[] {
  return [
    // Names of lab tests and labs: they show no personal data, and every page with a picker requests them.
    route(
      listCatalog,
      async ({ params: { environment } }) => {
        const [entries, methods] = await Promise.all([
          store.catalogEntries(environment),
          store.labTestMethods(environment),
        ])
        return { body: { entries, methods } }
      },
      { audited: false },
    ),
    route(saveCatalogEntries, async ({ params: { environment }, body: { entries } }, { about }) => {
      about(entries.map(({ id }) => id))
      const saved = await store.saveCatalog(environment, entries)
      if (!saved) throw new ApiError('limit_reached', FULL)
      return { body: saved }
    }),
    route(removeCatalogEntry, async ({ params: { environment, kind, id } }, { about }) => {
      about([id])
      if (await store.removeCatalogEntry(environment, kind, id)) return { body: null }
      throw new ApiError('not_found', 'The catalog doesn’t have this entry. Someone may have removed it already.')
    }),
  ]
}
