import clsx from 'clsx'
import { BellRing, CircleCheck, CloudOff } from 'lucide-react'
import Link from 'next/link'
import { type ReactNode, useId } from 'react'
import type { Problem, Problems } from '#components/patterns/states/problem.ts'
import { linkButton, primaryLink } from '#components/ui/button/link-button.ts'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { useTimeAgo } from '#components/ui/display/viewer.tsx'
import { countLabel } from '#lib/utils/text/counts.ts'

/** The most severe first; of equal ones the oldest. */
function sorted(problems: readonly Problem[]): Problem[] {
  const since = (problem: Problem) => problem.since ?? Number.POSITIVE_INFINITY
  return problems.toSorted((a, b) => a.severity - b.severity || since(a) - since(b))
}

interface AttentionCardProps {
  /** By what they are about: "Orders". */
  sources: Readonly<Record<string, Problems>>
}

export function AttentionCard({ sources }: AttentionCardProps) {
  const heading = useId()
  const all = Object.entries(sources)
  const problems = sorted(all.flatMap(([, found]) => found ?? []))
  const unknown = all.flatMap(([name, found]) => (found === null ? [name] : []))
  const isLoading = all.some(([, found]) => found === undefined)
  const hasProblems = problems.length > 0
  return (
    <section
      aria-labelledby={heading}
      data-tone={hasProblems ? 'bad' : undefined}
      className={clsx(
        'overflow-hidden rounded-card border bg-surface shadow-1',
        hasProblems ? 'border-tone-line' : 'border-line',
      )}
    >
      <div
        className={clsx(
          'flex min-h-[42px] items-center gap-2.5 px-4',
          hasProblems && 'border-b border-tone-line bg-tone-soft',
        )}
      >
        {hasProblems && <BellRing className="text-tone-fg" />}
        <h2 id={heading} className="text-base">
          Needs attention
        </h2>
        {hasProblems && (
          <span className="ml-auto rounded-tag bg-tone-fg px-1.5 text-sm font-heading text-surface">
            {countLabel(problems.length, unknown.length > 0)}
            <span className="sr-only"> {problems.length === 1 ? 'problem' : 'problems'}</span>
          </span>
        )}
        {!hasProblems && !isLoading && unknown.length === 0 && (
          <span data-tone="ok" className="ml-auto inline-flex items-center gap-1.5 text-sm text-tone-fg">
            <CircleCheck />
            Nothing needs attention
          </span>
        )}
        {!hasProblems && isLoading && <Skeleton className="after-300ms ml-auto h-4 w-36" />}
      </div>
      {hasProblems && (
        <ul className="divide-y divide-line">
          {problems.map((problem, index) => (
            <li key={problem.id}>
              <ProblemLine problem={problem} isFirst={index === 0} />
            </li>
          ))}
        </ul>
      )}
      {unknown.length > 0 && (
        <p role="status" className="flex items-center gap-2.5 border-t border-line px-4 py-2.5 text-ink-2">
          <CloudOff className="shrink-0 text-ink-3" />
          Not checked in full: {unknown.join(', ').toLowerCase()}. Part of what that takes didn’t load.
        </p>
      )}
    </section>
  )
}

function ProblemLine({ problem, isFirst }: { problem: Problem; isFirst: boolean }) {
  const { icon: Icon, tone, title, detail, action, since } = problem
  return (
    <div className="grid min-h-14 grid-cols-[28px_minmax(0,1fr)] items-center gap-x-3 gap-y-2 px-4 py-2 rail:grid-cols-[28px_minmax(0,1fr)_auto]">
      <span
        data-tone={tone}
        className="flex size-7 items-center justify-center self-start rounded-control border border-tone-line bg-tone-soft text-tone-fg"
      >
        <Icon />
      </span>
      <div className="min-w-0">
        <p className="font-control break-words">{title}</p>
        <p className="text-sm text-ink-2 break-words">
          {detail.replace(/\.$/, '')}
          {detail !== '' && since !== null && ' · '}
          {since !== null && <Since at={since} />}
        </p>
      </div>
      <Link
        href={action.href}
        className={clsx(isFirst ? primaryLink : linkButton, 'max-rail:col-start-2 max-rail:justify-self-start')}
      >
        {action.label}
      </Link>
    </div>
  )
}

function Since({ at }: { at: number }) {
  return useTimeAgo(at)
}

interface SummaryGridProps {
  attention: ReactNode
  contact: ReactNode
  timeline: ReactNode
  /** Orders and connections. */
  records: ReactNode
}

const COLUMN =
  'contents @min-[860px]/summary:flex @min-[860px]/summary:min-w-0 @min-[860px]/summary:flex-col @min-[860px]/summary:gap-4'

/** The cards of a user's summary: two columns where there is room; on a phone the contact follows what needs attention. */
export function SummaryGrid({ attention, contact, timeline, records }: SummaryGridProps) {
  return (
    // The padding is within, so that a bar at the foot of a form sticks to the window's edge.
    <div className="relative flex-1 framed:min-h-0 framed:overflow-y-auto">
      <div className="@container/summary p-4 rail:p-6">
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 @min-[860px]/summary:grid-cols-[minmax(0,1fr)_380px]">
          <div className={COLUMN}>
            <div className="order-1 flex min-w-0 flex-col gap-4">{attention}</div>
            <div className="order-3 min-w-0">{timeline}</div>
          </div>
          <div className={COLUMN}>
            <div className="order-2 min-w-0">{contact}</div>
            <div className="order-4 flex min-w-0 flex-col gap-4">{records}</div>
          </div>
        </div>
      </div>
    </div>
  )
}
