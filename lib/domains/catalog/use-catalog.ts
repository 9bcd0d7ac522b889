import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { failureOf } from '#lib/kernel/client/errors.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { type CatalogKind, listCatalog } from './catalog.ts'

/** Milliseconds: names change seldom. */
const FRESH_FOR = 300_000

function catalogQuery(environment: string) {
  return { ...consoleQuery(listCatalog, { params: { environment } }, {}), staleTime: FRESH_FOR }
}

/** `nameOf` returns null for an unknown ID. */
export function useCatalogEntries(environment: string) {
  const query = useQuery(catalogQuery(environment))
  const { entries, methods } = query.data ?? {}
  return useMemo(() => {
    const names = new Map(entries?.map(({ kind, id, name }) => [`${kind} ${id}`, name]))
    const nameOf = (kind: CatalogKind, id: string) => names.get(`${kind} ${id}`) ?? null
    const choices = entries?.map(({ kind, id, name, lab_id }) => {
      const lab = lab_id === null ? null : (nameOf('lab', lab_id) ?? `Lab ${lab_id}`)
      return { kind, id, name, aside: kind === 'lab' ? `Lab ${id}` : (lab ?? shortId(id)) }
    })
    const of = (kind: CatalogKind) => choices?.filter((choice) => choice.kind === kind) ?? null
    return {
      /** Null until they are there. */
      entries: entries ?? null,
      methods: methods ?? [],
      /** Why they are not there. */
      problem: entries || !query.error ? null : failureOf(query.error).detail,
      nameOf,
      /** By kind, as `CatalogPicker` takes them; null until they are there. */
      options: { lab: of('lab'), lab_test: of('lab_test'), lab_account: of('lab_account') },
    }
  }, [entries, methods, query.error])
}
