'use client'
import { type ReactNode, useContext } from 'react'
import { CopyableId } from '#components/ui/display/copyable-id.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import type { AuditEntry, AuditOutcome } from '#lib/domains/audit/audit.ts'
import { fieldLabel } from '#lib/domains/audit/field-labels.ts'
import { actorName } from '#lib/domains/audit/sentences.ts'
import { ROLE_LABELS } from '#lib/domains/staff/role-labels.ts'
import { formatCount } from '#lib/utils/text/counts.ts'
import { instantParts, parseInstant } from '#lib/utils/time/instants.ts'
import { Subject } from './audit-cells.tsx'
import { AuditNamesContext, OpenEntriesContext } from './audit-names.ts'

const OUTCOME_WORDS: Readonly<Record<AuditOutcome, string>> = {
  done: 'Done.',
  refused: 'Refused. Nothing was shown or changed.',
  failed: 'Failed. A change may or may not have been made.',
  started: 'The outcome was not recorded. A change may or may not have been made.',
}

/** Everything an entry holds, below its row; nothing while it is closed. */
export function EntryDetail({ entry }: { entry: AuditEntry }) {
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
        {actor_email && (
          <span translate="no" className="block break-all text-ink-2">
            {actor_email}
          </span>
        )}
        {actor_id && actor_email && <CopyableId id={actor_id} noun="Staff id" />}
      </Fact>
      {details.fields && details.fields.length > 0 && (
        <Fact name={details.is_whole ? 'Fields that were sent' : 'Changed fields'}>
          {details.fields.map(fieldLabel).join(', ')}
        </Fact>
      )}
      {details.provider && (
        <Fact name="Source">
          {nameOf(details.provider)}{' '}
          <span translate="no" className="font-mono text-xs text-ink-3">
            {details.provider}
          </span>
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
