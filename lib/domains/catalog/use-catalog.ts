import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { failureOf } from '#lib/kernel/client/errors.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { uuid } from '#lib/kernel/fields.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { type CatalogEntry, type CatalogKind, listCatalog } from './catalog.ts'

/** Milliseconds: names change seldom. */
const FRESH_FOR = 300_000

function catalogQuery(environment: string) {
  return { ...consoleQuery(listCatalog, { params: { environment } }, {}), staleTime: FRESH_FOR }
}

/** Returns the entry of an order's test: by its ID where the service sends one, or the only test of this name. */
export function entryOfTest(
  entries: readonly CatalogEntry[] | null,
  lab_test: { id?: unknown; name: string } | undefined,
): CatalogEntry | undefined {
  const tests = entries?.filter(({ kind }) => kind === 'lab_test') ?? []
  const id = uuid.safeParse(lab_test?.id).data
  if (id !== undefined) return tests.find((one) => one.id === id)
  const named = tests.filter(({ name }) => name === lab_test?.name)
  return named.length === 1 ? named[0] : undefined
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
