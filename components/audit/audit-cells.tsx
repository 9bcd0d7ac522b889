'use client'
import { ChevronRight, CircleCheck, CircleX, Hourglass, type LucideIcon, ShieldX } from 'lucide-react'
import Link from 'next/link'
import { useContext } from 'react'
import { Nothing } from '#components/patterns/states/nothing.tsx'
import { useTabIndex } from '#components/ui/button/tab-stop.tsx'
import { useHint } from '#components/ui/dialog/hint.tsx'
import { ShortId } from '#components/ui/display/copyable-id.tsx'
import { IdBars } from '#components/ui/display/id-bars.tsx'
import { Pill, type Tone } from '#components/ui/display/pill.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import type { AuditEntry, AuditOutcome } from '#lib/domains/audit/audit.ts'
import { actionPhrase, actorName } from '#lib/domains/audit/sentences.ts'
import { mainSubject, subjectHref } from '#lib/domains/audit/subject-href.ts'
import { ROLE_LABELS } from '#lib/domains/staff/role-labels.ts'
import { formatCount } from '#lib/utils/text/counts.ts'
import { instantParts, parseInstant } from '#lib/utils/time/instants.ts'
import { AuditNamesContext, OpenEntriesContext } from './audit-names.ts'

/** To the second: in a log the order of things matters more than their age. */
export function When({ at }: { at: string }) {
  const clock = useWallClock()
  const instant = parseInstant(at)
  const { day, exact_time } = instantParts(instant, clock)
  const tabIndex = useTabIndex()
  const hint = useHint(() => {
    const utc = instantParts(instant, { ...clock, zone: 'UTC' })
    return `${utc.day}, ${utc.exact_time} UTC`
  })
  return (
    <button type="button" tabIndex={tabIndex} className="min-h-6 rounded-tag whitespace-nowrap" {...hint}>
      <time dateTime={at}>
        <span className="text-ink-3">{day}, </span>
        <span className="underline decoration-dotted decoration-control underline-offset-3">{exact_time}</span>
      </time>
    </button>
  )
}

type Actor = Pick<AuditEntry, 'actor_id' | 'actor_email' | 'actor_name' | 'role'>

/** By name; who is no person, and who isn't signed in, has no role. */
export function Who({ role, ...actor }: Actor) {
  const { people } = useContext(AuditNamesContext)
  if (actor.actor_id === null && !actor.actor_email) return <span className="text-ink-3">Not signed in</span>
  return (
    <span className="flex items-baseline gap-2">
      <span translate="no" className="truncate">
        {actorName(actor, people)}
      </span>
      {role && <span className="shrink-0 text-xs text-ink-3">{ROLE_LABELS[role].label}</span>}
    </span>
  )
}

export function Where({ environment }: Pick<AuditEntry, 'environment'>) {
  const { environments } = useContext(AuditNamesContext)
  if (!environment) return <Nothing word="Vialdesk" />
  return <span className="block truncate">{environments.get(environment) ?? environment}</span>
}

/** Describes an action in words: source, fields, number of rows. */
export function Action({ entry }: { entry: AuditEntry }) {
  const { nameOf } = useContext(AuditNamesContext)
  return <span className="block py-0.5 font-control">{actionPhrase(entry, nameOf)}</span>
}

export const OUTCOMES: Readonly<Record<AuditOutcome, { label: string; tone: Tone; icon: LucideIcon }>> = {
  done: { label: 'Done', tone: 'ok', icon: CircleCheck },
  refused: { label: 'Refused', tone: 'warn', icon: ShieldX },
  failed: { label: 'Failed', tone: 'bad', icon: CircleX },
  started: { label: 'Outcome unknown', tone: 'wait', icon: Hourglass },
}

export function Outcome({ outcome }: Pick<AuditEntry, 'outcome'>) {
  const { label, tone, icon } = OUTCOMES[outcome]
  return (
    <Pill tone={tone} icon={icon} bare>
      {label}
    </Pill>
  )
}

/** The first of them by reference or id, with the way to its page where that is known; how many more there are. */
export function Subjects({ entry }: { entry: AuditEntry }) {
  const unsent = useContext(AuditNamesContext).more[entry.id] ?? 0
  const first = mainSubject(entry)
  if (!first) return <Nothing word="no one specific" />
  const others = entry.subjects.length - 1 + unsent
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Subject entry={entry} id={first} />
      {others > 0 && <span className="shrink-0 text-xs text-ink-3">+{formatCount(others)}</span>}
    </span>
  )
}

/** A user by reference, anything else by its id; a link where it has a page. */
export function Subject({ entry, id }: { entry: AuditEntry; id: string }) {
  const { references } = useContext(AuditNamesContext)
  const tabIndex = useTabIndex()
  const reference = references[`${entry.environment}/${id}`]
  const href = subjectHref(entry, id)
  const words = reference ?? <ShortId id={id} />
  return (
    <span translate="no" className="id-text min-w-0">
      <IdBars id={id} />
      {href ? (
        <Link
          href={href}
          prefetch={false}
          tabIndex={tabIndex}
          title={id}
          className="truncate text-accent-ink underline underline-offset-3"
        >
          {words}
        </Link>
      ) : (
        <span title={id} className="truncate">
          {words}
        </span>
      )}
    </span>
  )
}

/** Opens the entry in place; the whole row presses it. */
export function OpenToggle({ entry }: { entry: AuditEntry }) {
  const { open, toggle } = useContext(OpenEntriesContext)
  const { people, nameOf } = useContext(AuditNamesContext)
  const tabIndex = useTabIndex()
  const isOpen = open.has(entry.id)
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      aria-expanded={isOpen}
      aria-label={`Details: ${actorName(entry, people)}, ${actionPhrase(entry, nameOf)}`}
      onClick={() => toggle(entry.id)}
      className="row-link static! grid [grid-area:toggle] size-7 justify-self-end place-items-center rounded-tag text-ink-3 hover:text-ink max-rail:size-10"
    >
      <ChevronRight
        aria-hidden="true"
        strokeWidth={2}
        className={`size-4 motion-safe:transition-transform ${isOpen ? 'rotate-90' : ''}`}
      />
    </button>
  )
}
