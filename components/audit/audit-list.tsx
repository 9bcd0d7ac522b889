import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useContext, useMemo, useState } from 'react'
import { DataTable } from '#components/patterns/list/data-table.tsx'
import { columnsOf } from '#components/patterns/list/list-features.ts'
import { CopyableId } from '#components/ui/display/copyable-id.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import type { AuditEntry, AuditOutcome } from '#lib/domains/audit/audit.ts'
import { fieldLabel } from '#lib/domains/audit/details.ts'
import { actorName } from '#lib/domains/audit/sentences.ts'
import { nameFromSlug } from '#lib/domains/connections/providers.ts'
import type { Environment } from '#lib/domains/environments/environment.ts'
import { ROLE_LABELS } from '#lib/domains/staff/roles.ts'
import type { StaffMember } from '#lib/domains/staff/staff.ts'
import { countDirectorySources } from '#lib/domains/users/directory-connections.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { formatCount } from '#lib/utils/text/counts.ts'
import { instantParts, parseInstant } from '#lib/utils/time/instants.ts'
import {
  Action,
  type AuditNames,
  AuditNamesContext,
  OpenEntriesContext,
  OpenToggle,
  Outcome,
  Subject,
  Subjects,
  When,
  Where,
  Who,
} from './audit-cells.tsx'

/** Rows are cards on a phone, two lines in between and one line from 1000 px on; details stand below. */
const AUDIT_ROW =
  "[--row-columns:minmax(0,1fr)_auto_auto] [--row-areas:'action_outcome_toggle''who_who_who''subject_subject_subject''when_when_env'] [&_.list-row:has([data-open])]:[--row-areas:'action_outcome_toggle''who_who_who''subject_subject_subject''when_when_env''detail_detail_detail'] @min-[560px]/list:[--row-columns:minmax(0,1.4fr)_minmax(0,1fr)_minmax(0,1fr)_auto_28px] @min-[560px]/list:[--row-areas:'action_action_subject_outcome_toggle''when_who_env_env_env'] @min-[560px]/list:[&_.list-row:has([data-open])]:[--row-areas:'action_action_subject_outcome_toggle''when_who_env_env_env''detail_detail_detail_detail_detail'] @min-[1000px]/list:[--row-columns:182px_minmax(140px,1fr)_minmax(188px,1.6fr)_minmax(150px,1fr)_92px_116px_28px] @min-[1000px]/list:[--row-areas:'when_who_action_subject_env_outcome_toggle'] @min-[1000px]/list:[&_.list-row:has([data-open])]:pt-[5px] @min-[1000px]/list:[&_.list-row:has([data-open])]:[--row-areas:'when_who_action_subject_env_outcome_toggle''detail_detail_detail_detail_detail_detail_detail']"

const column = columnsOf<AuditEntry>()
const ON_THE_RIGHT = 'justify-self-end @min-[1000px]/list:justify-self-start'

const auditColumns = [
  column('at', 'When', '[grid-area:when]', (entry) => <When at={entry.at} />),
  column('actor_email', 'Who', '[grid-area:who]', (entry) => <Who {...entry} />),
  column('action', 'What', '[grid-area:action]', (entry) => <Action entry={entry} />),
  column('subjects', 'About', '[grid-area:subject] @max-[559px]/list:has-[.no-value]:hidden', (entry) => (
    <Subjects entry={entry} />
  )),
  column('environment', 'Environment', '[grid-area:env] @max-[999px]/list:justify-self-end', (entry) => (
    <Where environment={entry.environment} />
  )),
  column('outcome', 'Outcome', `[grid-area:outcome] ${ON_THE_RIGHT}`, (entry) => <Outcome outcome={entry.outcome} />),
  // The button stands in the row, the details below all of it.
  column(
    'details',
    () => <span className="sr-only">Details</span>,
    'contents',
    (entry) => (
      <>
        <OpenToggle entry={entry} />
        <EntryDetail entry={entry} />
      </>
    ),
  ),
]

interface AuditNamesProps extends Pick<AuditNames, 'more' | 'references'> {
  /** Environment that names the sources; null where no names are needed. */
  environment: string | null
  environments: readonly Environment[]
  actors: readonly StaffMember[]
  children: ReactNode
}

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

export function AuditList({ label, entries }: { label: string; entries: readonly AuditEntry[] | undefined }) {
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

const OUTCOME_WORDS: Readonly<Record<AuditOutcome, string>> = {
  done: 'Done.',
  refused: 'Refused. Nothing was shown or changed.',
  failed: 'Failed. A change may or may not have been made.',
  started: 'The outcome was not recorded. A change may or may not have been made.',
}

/** Everything an entry holds, below its row; nothing while it is closed. */
function EntryDetail({ entry }: { entry: AuditEntry }) {
  const { open } = useContext(OpenEntriesContext)
  return open.has(entry.id) ? <Facts entry={entry} /> : null
}

function Facts({ entry }: { entry: AuditEntry }) {
  const { details = {}, status, network, actor_id, actor_email, role, listed, masked, subjects } = entry
  const { people, more, nameOf } = useContext(AuditNamesContext)
  const unsent = more[entry.id] ?? 0
  return (
    <dl
      data-open=""
      className="relative z-1 [grid-area:detail] mb-3 grid gap-x-6 gap-y-2 rounded-card border border-line bg-surface px-4 py-3 text-sm @min-[560px]/list:grid-cols-2 @min-[1000px]/list:grid-cols-3"
    >
      <Fact name="Exact time">
        <ExactTime at={entry.at} />
      </Fact>
      <Fact name="Outcome">
        {OUTCOME_WORDS[entry.outcome]}
        {status !== null && ` Status ${status}, ${took(entry.duration)}.`}
      </Fact>
      <Fact name="Who">
        <span className="block">
          {actorName(entry, people)}
          {role && `, ${ROLE_LABELS[role].label.toLowerCase()} at the time`}
        </span>
        {actor_email && <Verbatim className="block break-all text-ink-2">{actor_email}</Verbatim>}
        {actor_id && actor_email && <CopyableId id={actor_id} noun="Staff id" />}
      </Fact>
      {details.fields && details.fields.length > 0 && (
        <Fact name={details.is_whole ? 'Fields that were sent' : 'Changed fields'}>
          {details.fields.map(fieldLabel).join(', ')}
        </Fact>
      )}
      {details.provider && (
        <Fact name="Source">
          {nameOf(details.provider)} <Verbatim className="font-mono text-xs text-ink-3">{details.provider}</Verbatim>
        </Fact>
      )}
      {details.rows !== undefined && <Fact name="Rows">{formatCount(details.rows)}</Fact>}
      {details.view && (
        <Fact name="Saved view">
          <CopyableId id={details.view} noun="View id" plain />
        </Fact>
      )}
      {subjects.length > 0 && (
        <Fact name={listed ? 'Shown in a list' : 'About'}>
          <span className="flex flex-col items-start gap-1">
            {subjects.map((id) => (
              <Subject key={id} entry={entry} id={id} />
            ))}
            {unsent > 0 && <span className="text-ink-3">{formatCount(unsent)} more in the CSV file</span>}
          </span>
          {masked && <span className="block text-ink-2">Patient data was masked.</span>}
        </Fact>
      )}
      <Fact name="Request ID">
        <CopyableId id={entry.request_id} noun="Request id" />
      </Fact>
      {network && (
        <Fact name="Address mark">
          <CopyableId id={network} noun="Address mark" plain />
          <span className="block text-ink-3">Entries with the same mark came from the same network.</span>
        </Fact>
      )}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-3">{name}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  )
}

/** In the viewer's zone and in UTC, to the millisecond. */
function ExactTime({ at }: { at: string }) {
  const instant = parseInstant(at)
  const clock = useWallClock()
  const own = instantParts(instant, clock)
  const utc = instantParts(instant, { ...clock, zone: 'UTC' })
  return (
    <>
      <span className="block">
        {own.day}, {own.precise_time} {own.zone}
      </span>
      {own.zone !== utc.zone && (
        <span className="block text-ink-2">
          {utc.day}, {utc.precise_time} UTC
        </span>
      )}
    </>
  )
}

/** `42 ms`, `1.2 s` */
function took(duration: number): string {
  return duration < 1_000 ? `took ${duration} ms` : `took ${(duration / 1_000).toFixed(1)} s`
}
