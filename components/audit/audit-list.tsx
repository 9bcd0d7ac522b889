'use client'
import { useQuery } from '@tanstack/react-query'
import { createColumnHelper } from '@tanstack/react-table'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { DataTable } from '#components/patterns/list/data-table.tsx'
import type { ListFeatures } from '#components/patterns/list/list-features.ts'
import type { AuditEntry } from '#lib/domains/audit/audit.ts'
import { nameFromSlug } from '#lib/domains/connections/source-name.ts'
import type { Environment } from '#lib/domains/environments/environment.ts'
import type { StaffMember } from '#lib/domains/staff/staff.ts'
import { countDirectorySources } from '#lib/domains/users/directory-connections.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { Action, OpenToggle, Outcome, Subjects, When, Where, Who } from './audit-cells.tsx'
import { type AuditNames, AuditNamesContext, OpenEntriesContext } from './audit-names.ts'
import { EntryDetail } from './entry-detail.tsx'

/**
 * Three forms of a row: a card on a phone, two lines where there is some room, one line from 1000 px on. An open one has
 * its details below.
 */
const AUDIT_ROW =
  "[--row-columns:minmax(0,1fr)_auto_auto] [--row-areas:'action_outcome_toggle''who_who_who''subject_subject_subject''when_when_env'] [&_.list-row:has([data-open])]:[--row-areas:'action_outcome_toggle''who_who_who''subject_subject_subject''when_when_env''detail_detail_detail'] @min-[560px]/list:[--row-columns:minmax(0,1.4fr)_minmax(0,1fr)_minmax(0,1fr)_auto_28px] @min-[560px]/list:[--row-areas:'action_action_subject_outcome_toggle''when_who_env_env_env'] @min-[560px]/list:[&_.list-row:has([data-open])]:[--row-areas:'action_action_subject_outcome_toggle''when_who_env_env_env''detail_detail_detail_detail_detail'] @min-[1000px]/list:[--row-columns:150px_minmax(140px,1fr)_minmax(220px,1.7fr)_minmax(150px,1fr)_92px_116px_28px] @min-[1000px]/list:[--row-areas:'when_who_action_subject_env_outcome_toggle'] @min-[1000px]/list:[&_.list-row:has([data-open])]:pt-[5px] @min-[1000px]/list:[&_.list-row:has([data-open])]:[--row-areas:'when_who_action_subject_env_outcome_toggle''detail_detail_detail_detail_detail_detail_detail']"

const helper = createColumnHelper<ListFeatures, AuditEntry>()
const ON_THE_RIGHT = 'justify-self-end @min-[1000px]/list:justify-self-start'

const auditColumns = helper.columns([
  helper.accessor('at', {
    header: 'When',
    cell: ({ getValue }) => <When at={getValue()} />,
    meta: { place: '[grid-area:when]' },
  }),
  helper.accessor('actor_email', {
    header: 'Who',
    cell: ({ row }) => <Who {...row.original} />,
    meta: { place: '[grid-area:who]' },
  }),
  helper.accessor('action', {
    header: 'What',
    cell: ({ row }) => <Action entry={row.original} />,
    meta: { place: '[grid-area:action]' },
  }),
  helper.accessor('subjects', {
    header: 'About',
    cell: ({ row }) => <Subjects entry={row.original} />,
    meta: { place: '[grid-area:subject] @max-[559px]/list:has-[.no-value]:hidden' },
  }),
  helper.accessor('environment', {
    header: 'Environment',
    cell: ({ getValue }) => <Where environment={getValue()} />,
    meta: { place: '[grid-area:env] @max-[999px]/list:justify-self-end' },
  }),
  helper.accessor('outcome', {
    header: 'Outcome',
    cell: ({ row }) => <Outcome outcome={row.original.outcome} />,
    meta: { place: `[grid-area:outcome] ${ON_THE_RIGHT}` },
  }),
  helper.display({
    id: 'details',
    header: () => <span className="sr-only">Details</span>,
    cell: ({ row }) => (
      <>
        <OpenToggle entry={row.original} />
        <EntryDetail entry={row.original} />
      </>
    ),
    // The button stands in the row, the details below all of it.
    meta: { place: 'contents' },
  }),
])

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
