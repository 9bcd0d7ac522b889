'use client'
import { CircleCheck, CircleX, Hourglass, type LucideIcon, ShieldX } from 'lucide-react'
import { createContext, useContext, useState } from 'react'
import { Nothing } from '#components/patterns/states/nothing.tsx'
import { useTabIndex } from '#components/ui/button/tab-stop.tsx'
import { useHint } from '#components/ui/dialog/hint.tsx'
import { CopyableId } from '#components/ui/display/copyable-id.tsx'
import { Pill, type Tone } from '#components/ui/display/pill.tsx'
import { useTimeZone } from '#components/ui/display/viewer.tsx'
import { ACTOR_LABELS, type AuditEntry, type AuditOutcome } from '#lib/domains/audit/audit.ts'
import { ROLE_LABELS } from '#lib/domains/staff/role-labels.ts'
import { instantParts, parseInstant } from '#lib/utils/time/instants.ts'
import { actionLabel, subjectHref } from './action-labels.ts'

/** To the second: in a log the order of things matters more than their age. */
export function When({ at }: { at: string }) {
  const timeZone = useTimeZone()
  const instant = parseInstant(at)
  const { day, exact_time } = instantParts(instant, timeZone)
  const tabIndex = useTabIndex()
  const hint = useHint(() => {
    const utc = instantParts(instant, 'UTC')
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

export interface AuditNames {
  /** Of environments, by their ids. */
  environments: ReadonlyMap<string, string>
  /** Of members of staff, by their ids; who is not in it is named by their email address. */
  people: ReadonlyMap<string, string>
  /** By the id of an entry: how many subjects it has beyond those it was answered with. */
  more: Readonly<Record<string, number>>
}

/** Names come after the rows, and rows that stand are not drawn again for them. */
export const AuditNamesContext = createContext<AuditNames>({ environments: new Map(), people: new Map(), more: {} })

export function Who({ actor_id, actor_email, role }: Pick<AuditEntry, 'actor_id' | 'actor_email' | 'role'>) {
  const { people } = useContext(AuditNamesContext)
  const label = actor_id === null ? undefined : ACTOR_LABELS[actor_id]
  if (label) return <span className="truncate">{label}</span>
  if (!actor_email) return <span className="text-ink-3">Not signed in</span>
  return (
    <span className="flex items-baseline gap-2" title={actor_email}>
      <span className="truncate">{(actor_id && people.get(actor_id)) || actor_email}</span>
      {role && <span className="shrink-0 text-xs text-ink-3">{ROLE_LABELS[role].label}</span>}
    </span>
  )
}

export function Where({ environment }: Pick<AuditEntry, 'environment'>) {
  const { environments } = useContext(AuditNamesContext)
  if (!environment) return <Nothing word="Vialdesk" />
  return <span className="block truncate">{environments.get(environment) ?? environment}</span>
}

export function Action({ action, calls }: Pick<AuditEntry, 'action' | 'calls'>) {
  const words = actionLabel(action)
  if (!words) return <span className="truncate font-mono text-xs">{action}</span>
  return (
    <span className="block truncate font-control" title={action}>
      {words}
      {calls && <span className="font-normal text-ink-3"> ({calls} times in one minute)</span>}
    </span>
  )
}

export const OUTCOMES: Readonly<Record<AuditOutcome, { label: string; tone: Tone; icon: LucideIcon }>> = {
  done: { label: 'Done', tone: 'ok', icon: CircleCheck },
  refused: { label: 'Refused', tone: 'warn', icon: ShieldX },
  failed: { label: 'Failed', tone: 'bad', icon: CircleX },
  started: { label: 'Outcome unknown', tone: 'wait', icon: Hourglass },
}

export function Outcome({ outcome, status }: Pick<AuditEntry, 'outcome' | 'status'>) {
  const { label, tone, icon } = OUTCOMES[outcome]
  return (
    <span className="flex items-center gap-2">
      <Pill tone={tone} icon={icon} bare>
        {label}
      </Pill>
      {status !== null && outcome !== 'done' && (
        <span className="font-mono text-xs text-ink-3">
          <span className="sr-only">status </span>
          {status}
        </span>
      )}
    </span>
  )
}

/** The first id, with the way to its page where that is known; the others when they are asked for. */
export function Subjects({
  id,
  subjects: ids,
  action,
  environment,
}: Pick<AuditEntry, 'id' | 'subjects' | 'action' | 'environment'>) {
  const unsent = useContext(AuditNamesContext).more[id] ?? 0
  const [isOpen, setOpen] = useState(false)
  const tabIndex = useTabIndex()
  const [first, ...others] = ids
  const href = first ? subjectHref(action, environment, first) : null
  if (!first) return <Nothing word="no one specific" />
  return (
    <span className="flex flex-col items-start py-px">
      <span className="flex items-center gap-1">
        <CopyableId id={first} noun="Subject id" {...(href && { href })} />
        {others.length > 0 && (
          <button
            type="button"
            tabIndex={tabIndex}
            aria-expanded={isOpen}
            aria-label={isOpen ? 'Fewer IDs' : `${others.length + unsent} more IDs`}
            onClick={() => setOpen(!isOpen)}
            className="h-6 rounded-tag border border-line bg-sunken px-1.5 text-xs font-medium text-ink-2 hover:bg-hover max-rail:h-10 max-rail:px-3"
          >
            {isOpen ? 'less' : `+${others.length + unsent}`}
          </button>
        )}
      </span>
      {isOpen && others.map((other) => <CopyableId key={other} id={other} noun="Subject id" />)}
      {isOpen && unsent > 0 && <span className="text-xs text-ink-3">{unsent} more in the CSV file</span>}
    </span>
  )
}

/** `42 ms`, `1.2 s`; what has no answer of its own, such as a sign-in, took no time that says anything. */
export function Took({ status, duration }: Pick<AuditEntry, 'status' | 'duration'>) {
  if (status === null) return <Nothing word="time unknown" />
  const words = duration < 1_000 ? `${duration} ms` : `${(duration / 1_000).toFixed(1)} s`
  return <span className="text-xs whitespace-nowrap text-ink-2">{words}</span>
}
