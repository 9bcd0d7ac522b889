'use client'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { DataTable } from '#components/patterns/list/data-table.tsx'
import type { AuditEntry } from '#lib/domains/audit/audit.ts'
import { nameFromSlug } from '#lib/domains/connections/source-name.ts'
import type { Environment } from '#lib/domains/environments/environment.ts'
import type { StaffMember } from '#lib/domains/staff/staff.ts'
import { countDirectorySources } from '#lib/domains/users/directory-connections.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { AUDIT_ROW, auditColumns } from './audit-columns.tsx'
import { type AuditNames, AuditNamesContext, OpenEntriesContext } from './audit-names.ts'

interface AuditNamesProps extends Pick<AuditNames, 'more' | 'references'> {
  /** Environment that names the sources; null where no names are needed. */
  environment: string | null
  environments: readonly Environment[]
  actors: readonly StaffMember[]
  children: ReactNode
}

/** Gives everything below the names of people, environments, sources and users. */
export function AuditNamesProvider({ environment, environments, actors, more, references, children }: AuditNamesProps) {
  const sources = useQuery({
    ...consoleQuery(countDirectorySources, { params: { environment: environment ?? '' } }, {}),
    enabled: environment !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const names = useMemo(() => {
    const known = new Map(sources.data?.source_counts.map(({ source }) => [source.slug, source.name]))
    return {
      environments: new Map(environments.map(({ id, label }) => [id, label])),
      people: new Map(actors.map(({ id, name }) => [id, name])),
      more,
      references,
      nameOf: (slug: string) => known.get(slug) ?? nameFromSlug(slug),
    }
  }, [environments, actors, more, references, sources.data])
  return <AuditNamesContext value={names}>{children}</AuditNamesContext>
}

interface AuditListProps {
  label: string
  entries: readonly AuditEntry[] | undefined
}

/** The entries, each of which opens in place. */
export function AuditList({ label, entries }: AuditListProps) {
  const [open, setOpen] = useState<ReadonlySet<number>>(() => new Set())
  const toggle = useCallback(
    (id: number) =>
      setOpen((before) => {
        const after = new Set(before)
        if (!after.delete(id)) after.add(id)
        return after
      }),
    [],
  )
  const state = useMemo(() => ({ open, toggle }), [open, toggle])
  return (
    <OpenEntriesContext value={state}>
      <DataTable
        label={label}
        columns={auditColumns}
        rows={entries}
        getRowId={(entry) => String(entry.id)}
        rowLayout={AUDIT_ROW}
        from={1}
        total={null}
        isStale={false}
        peek={{ onOpen: ({ id }) => toggle(id), onMove: () => undefined }}
      />
    </OpenEntriesContext>
  )
}
