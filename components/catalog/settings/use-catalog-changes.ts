'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  CATALOG_BATCH,
  type CatalogKind,
  listCatalog,
  type NamedEntry,
  removeCatalogEntry,
  saveCatalogEntries,
} from '#lib/domains/catalog/catalog.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'

/** Changes the catalog and refetches it, even after a partial failure. */
export function useCatalogChanges(environment: string) {
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries(consoleQuery(listCatalog, { params: { environment } }, {}))
  const save = useMutation({ mutationFn: (entries: readonly NamedEntry[]) => saveAll(environment, entries), onSettled })
  const remove = useMutation({
    mutationFn: (entry: { kind: CatalogKind; id: string }) =>
      consoleRequest(removeCatalogEntry, { params: { environment, ...entry } }, {}),
    onSettled,
  })
  return { save, remove }
}

/** Call after call. What was saved before one failed stays saved: the same file again does the rest. */
async function saveAll(environment: string, entries: readonly NamedEntry[]) {
  const total = { added: 0, changed: 0, unchanged: 0 }
  for (let from = 0; from < entries.length; from += CATALOG_BATCH) {
    const body = { entries: entries.slice(from, from + CATALOG_BATCH) }
    const { added, changed, unchanged } = await consoleRequest(
      saveCatalogEntries,
      { params: { environment }, body },
      {},
    )
    total.added += added
    total.changed += changed
    total.unchanged += unchanged
  }
  return total
}
