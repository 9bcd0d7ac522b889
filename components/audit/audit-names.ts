'use client'
import { createContext } from 'react'
import { nameFromSlug, type SourceName } from '#lib/domains/connections/source-name.ts'

export interface AuditNames {
  /** Labels by environment ID. */
  environments: ReadonlyMap<string, string>
  /** Names by staff ID; anyone missing is shown as recorded. */
  people: ReadonlyMap<string, string>
  /** By the id of an entry: how many subjects it has beyond those it was answered with. */
  more: Readonly<Record<string, number>>
  /** References of users, by environment and id. */
  references: Readonly<Record<string, string>>
  nameOf: SourceName
}

/** Names come after the rows, and rows that stand are not drawn again for them. */
export const AuditNamesContext = createContext<AuditNames>({
  environments: new Map(),
  people: new Map(),
  more: {},
  references: {},
  nameOf: nameFromSlug,
})

interface OpenEntries {
  open: ReadonlySet<number>
  toggle: (id: number) => void
}

/** The entries that are open in place. */
export const OpenEntriesContext = createContext<OpenEntries>({ open: new Set(), toggle: () => undefined })
