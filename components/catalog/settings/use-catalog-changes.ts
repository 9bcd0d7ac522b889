import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import {
  CATALOG_BATCH,
  type CatalogKind,
  listCatalog,
  type NamedEntry,
  removeCatalogEntry,
  saveCatalogEntries,
} from '#lib/domains/catalog/catalog.ts'
import {
  type ContactBook,
  changeContactBook,
  getContactBook,
  type Partner,
} from '#lib/domains/contacts/contact-book.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { keep, readKept } from '#lib/utils/browser/browser.ts'
import { createSignal } from '#lib/utils/data/signal.ts'

/** Changes the catalog and refetches it, even after a partial failure. */
export function useCatalogChanges(environment: string, book?: ContactBook) {
  const client = useQueryClient()
  const readAgain = [listCatalog, getContactBook].map((one) => consoleQuery(one, { params: { environment } }, {}))
  const onSettled = () => Promise.all(readAgain.map(({ queryKey }) => client.invalidateQueries({ queryKey })))
  const save = useMutation({
    mutationFn: async ({
      entries,
      partners = [],
    }: {
      entries: readonly NamedEntry[]
      partners?: readonly Partner[]
    }) => {
      const total = await saveAll(environment, entries)
      const saved = book && partners.length > 0 ? await saveContacts(environment, book, partners) : NONE
      return { added: total.added + saved.added, changed: total.changed + saved.changed }
    },
    onSettled,
  })
  const remove = useMutation({
    mutationFn: (entry: { kind: CatalogKind; id: string }) =>
      consoleRequest(removeCatalogEntry, { params: { environment, ...entry } }, {}),
    onSettled,
  })
  return { save, remove }
}

const NONE = { added: 0, changed: 0 }

/** All in one call, over the contacts that were there when the file was read; a colleague's newer ones refuse it. */
async function saveContacts(environment: string, book: ContactBook, partners: readonly Partner[]) {
  const { version, source_changes, request_days } = book
  const all = new Map([...book.partners, ...partners].map((one) => [one.id, one]))
  const body = { version, source_changes, request_days, partners: [...all.values()] }
  await consoleRequest(changeContactBook, { params: { environment }, body }, {})
  const added = all.size - book.partners.length
  return { added, changed: partners.length - added }
}

const keyOf = (environment: string) => `catalog_import.${environment}`
/** Environments that this page is saving to: what it hasn't saved yet isn't cut off. */
const saving = new Set<string>()
const changed = createSignal()

/** Says how many entries are still to be saved, for the next page should this one end before. */
function noteLeft(environment: string, left: number) {
  keep(keyOf(environment), left > 0 ? String(left) : null)
  changed.send()
}

const readLeft = (environment: string) => (saving.has(environment) ? 0 : Number(readKept(keyOf(environment)) ?? 0))

/** Entries of an import that its page didn't live to save; 0 for none. */
export function useCutImport(environment: string) {
  const left = useSyncExternalStore(
    changed.subscribe,
    () => readLeft(environment),
    () => 0,
  )
  return { left, forget: () => noteLeft(environment, 0) }
}

/** Call after call. What was saved before one failed stays saved: the same file again does the rest. */
async function saveBatches(environment: string, entries: readonly NamedEntry[]) {
  const total = { added: 0, changed: 0, unchanged: 0 }
  for (let from = 0; from < entries.length; from += CATALOG_BATCH) {
    if (entries.length > 1) noteLeft(environment, entries.length - from)
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
  noteLeft(environment, 0)
  return total
}

async function saveAll(environment: string, entries: readonly NamedEntry[]) {
  saving.add(environment)
  try {
    return await saveBatches(environment, entries)
  } finally {
    saving.delete(environment)
    changed.send()
  }
}
