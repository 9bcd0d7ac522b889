import { LockKeyhole } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#components/ui/button/button.tsx'

interface EmptyStateProps {
  mark: ReactNode
  title: string
  children: ReactNode
  action?: ReactNode
}

export function EmptyState({ mark, title, children, action }: EmptyStateProps) {
  return (
    <section className="flex flex-col items-center px-6 py-16 text-center">
      <span className="grid size-12 place-items-center rounded-full bg-sunken text-ink-2">{mark}</span>
      <h2 className="mt-3 text-base">{title}</h2>
      <p className="mt-1 max-w-[420px] text-ink-2">{children}</p>
      {action && <div className="mt-4 flex gap-2">{action}</div>}
    </section>
  )
}

/** A value that was not sent: a dash in a column, whose head says of what; its own words in a card and to the ear. */
export function NoValue({ word }: { word: string }) {
  return (
    <span className="no-value">
      <span aria-hidden="true">–</span>
      <span>{word}</span>
    </span>
  )
}

interface PastTheEndProps {
  mark: ReactNode
  /** "users" */
  noun: string
  onFirst: () => void
}

/** The address points past the end of a list that does hold rows. */
function PastTheEnd({ mark, noun, onFirst }: PastTheEndProps) {
  return (
    <EmptyState
      mark={mark}
      title={`No ${noun} on this page`}
      action={<Button onPress={onFirst}>Go to first page</Button>}
    >
      This page no longer exists.
    </EmptyState>
  )
}

export interface NoRowsProps extends EmptyStateProps, PastTheEndProps {
  /** The address points past the end of a list that does hold rows. */
  beyond: boolean
  isFiltered: boolean
  /** Why the filters can't find anything. */
  problem?: string | null
  /** Shown where filters leave no row; `problem` is the title where they can't find any. */
  unmatched: { title: string; text: string; problem?: string; clear?: string }
  onClear: () => void
}

/** In place of a list's rows; the children say what will be there, where nothing is filtered. */
export function NoRows(props: NoRowsProps) {
  const { beyond, isFiltered, problem = null, unmatched, mark, noun, onFirst, onClear, ...empty } = props
  if (problem !== null || (isFiltered && !beyond)) {
    const title = problem === null ? unmatched.title : (unmatched.problem ?? 'These filters contradict each other')
    return (
      <EmptyState
        mark={mark}
        title={title}
        action={<Button onPress={onClear}>{unmatched.clear ?? 'Clear all'}</Button>}
      >
        {problem ?? unmatched.text}
      </EmptyState>
    )
  }
  return beyond ? <PastTheEnd mark={mark} noun={noun} onFirst={onFirst} /> : <EmptyState mark={mark} {...empty} />
}

interface NoRightProps {
  /** Content withheld: "Users", "the audit log". */
  subject: string
  /** Why, and whom to ask, as the console said it. */
  detail: string
}

export function NoRight({ subject, detail }: NoRightProps) {
  return <Withheld title={`You don’t have access to ${subject}`}>{detail}</Withheld>
}

interface WithheldProps {
  title: string
  /** The service's own words. */
  said?: string
  action?: ReactNode
  children: ReactNode
}

/** Grey, not red: nothing is broken, and there is a way on. */
export function Withheld({ title, said, action, children }: WithheldProps) {
  return (
    <section className="m-4 max-w-[560px] rounded-card border border-line bg-surface p-4 shadow-1 rail:m-6">
      <div className="flex gap-3">
        <LockKeyhole className="mt-0.5 size-5 shrink-0 text-ink-3" />
        <div className="min-w-0">
          <h2 className="text-base">{title}</h2>
          <p className="mt-0.5 text-ink-2">{children}</p>
          {said && (
            <p translate="no" className="mt-2 font-mono text-xs break-words text-ink-3">
              detail: “{said}”
            </p>
          )}
          {action}
        </div>
      </div>
    </section>
  )
}

interface RefusedProps {
  subject: string
  detail: string
  /** By the console, for this viewer; otherwise by the service, for their team. */
  denied: boolean
}

/** A list that isn't for the viewer, or not for their team. Loaded with the first refusal. */
export function Refused({ subject, detail, denied }: RefusedProps) {
  if (denied) return <NoRight subject={subject} detail={detail} />
  return (
    <Withheld title="Not enabled for this team" said={detail}>
      The service refuses this list. Ask your account contact at the service, or your administrator, to enable it.
    </Withheld>
  )
}
