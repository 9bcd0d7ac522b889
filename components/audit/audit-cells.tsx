import { ChevronRight, CircleCheck, CircleX, Hourglass, type LucideIcon, ShieldX } from 'lucide-react'
import Link from 'next/link'
import { createContext, useContext } from 'react'
import { NoValue } from '#components/patterns/states/empty-state.tsx'
import { useHint } from '#components/ui/button/hint.tsx'
import { useTabIndex } from '#components/ui/button/tab-stop.tsx'
import { ShortId } from '#components/ui/display/copyable-id.tsx'
import { Pill, type Tone } from '#components/ui/display/pill.tsx'
import { IdBars } from '#components/ui/display/tube.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import type { AuditEntry, AuditOutcome } from '#lib/domains/audit/audit.ts'
import { actionPhrase, actorName } from '#lib/domains/audit/sentences.ts'
import { mainSubject, subjectHref } from '#lib/domains/audit/subject-href.ts'
import { nameFromSlug, type SourceName } from '#lib/domains/connections/providers.ts'
import { ROLE_LABELS } from '#lib/domains/staff/roles.ts'
import { formatCount } from '#lib/utils/text/counts.ts'
import { instantParts, parseInstant } from '#lib/utils/time/instants.ts'

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
      <Verbatim className="truncate">{actorName(actor, people)}</Verbatim>
      {role && <span className="shrink-[99] truncate text-xs text-ink-3">{ROLE_LABELS[role].label}</span>}
    </span>
  )
}

export function Where({ environment }: Pick<AuditEntry, 'environment'>) {
  const { environments } = useContext(AuditNamesContext)
  if (!environment) return <NoValue word="Vialdesk" />
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
  return <Pill {...OUTCOMES[outcome]} bare />
}

/** The first of them by reference or id, with the way to its page where that is known; how many more there are. */
export function Subjects({ entry }: { entry: AuditEntry }) {
  const unsent = useContext(AuditNamesContext).more[entry.id] ?? 0
  const first = mainSubject(entry)
  if (!first) return <NoValue word="no one specific" />
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
    <Verbatim className="id-text min-w-0">
      <IdBars id={id} />
      {href ? (
        <Link href={href} prefetch={false} tabIndex={tabIndex} title={id} className="truncate text-link">
          {words}
        </Link>
      ) : (
        <span title={id} className="truncate">
          {words}
        </span>
      )}
    </Verbatim>
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
      <ChevronRight className={`size-4 motion-safe:transition-transform ${isOpen ? 'rotate-90' : ''}`} />
    </button>
  )
}

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

export const OpenEntriesContext = createContext<OpenEntries>({ open: new Set(), toggle: () => undefined })
