import clsx from 'clsx'
import { Hourglass } from 'lucide-react'
import { Fragment, useEffect, useRef, useState } from 'react'
import { orderStatus } from '#components/patterns/domain/order-status.ts'
import { KindChoice, SectionCard } from '#components/patterns/page/section-card.tsx'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { Redact } from '#components/ui/display/redact.tsx'
import { ClockTime } from '#components/ui/display/time-stamp.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { useRelativeTime, useWallClock } from '#components/ui/display/viewer.tsx'
import type { OrderEvent } from '#lib/domains/orders/order.ts'
import { expectedNext, isShipping } from '#lib/domains/orders/status/next-steps.ts'
import { statusDetail } from '#lib/domains/orders/status/status-advice.ts'
import type { OrderTimeline, TimelineEvent } from '#lib/domains/orders/status/timeline.ts'
import type { StuckDays } from '#lib/domains/orders/stuck/stuck-days.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { DAY, formatDuration, MINUTE } from '#lib/utils/time/durations.ts'
import { instantDay, type WallClock } from '#lib/utils/time/instants.ts'
import { ACTORS } from './timeline-labels.ts'

const KINDS = ['All', 'Status', 'Shipping'] as const
type Kind = (typeof KINDS)[number]

/** Days in colour: what is older is history. */
const FRESH_DAYS = 2

function byDay(events: readonly TimelineEvent[], clock: WallClock): { day: string; entries: TimelineEvent[] }[] {
  const days = new Map<string, TimelineEvent[]>()
  for (const event of events.toReversed()) {
    const day = instantDay(event.at, clock)
    days.set(day, [...(days.get(day) ?? []), event])
  }
  return [...days].map(([day, entries]) => ({ day, entries }))
}

interface EventTimelineProps {
  story: OrderTimeline
  /** Whether the usual next step may still come: nothing says that it won’t. */
  isExpected: boolean
  method: string
  /** Days after which an order that stands still is stuck, by its status. */
  limits: StuckDays
}

/** Every event with how long the order stood there, and what usually follows; the newest first. */
export function EventTimeline({ story, isExpected, method, limits }: EventTimelineProps) {
  const clock = useWallClock()
  const [kind, setKind] = useState<Kind>('All')
  const fresh = useNewEvents(story.events)
  const parcels = story.events.filter(({ low }) => isShipping(low)).length
  const shown = story.events.filter(({ low }) => kind === 'All' || isShipping(low) === (kind === 'Shipping'))
  const days = byDay(shown, clock)
  return (
    <SectionCard
      id="events"
      title="Events"
      summary={story.events.length === 0 ? undefined : `${countOf(story.events.length, 'event')}, newest first`}
      action={
        parcels > 0 &&
        parcels < story.events.length && <KindChoice label="Show events" kinds={KINDS} kind={kind} onChange={setKind} />
      }
    >
      {story.events.length === 0 && <p className="text-ink-3">The service sent no events for this order.</p>}
      <ol className="flex flex-col">
        {kind === 'All' && isExpected && <NextStep story={story} method={method} />}
        {days.map(({ day, entries }, index) => (
          <li key={day} className="grid gap-x-4 rail:grid-cols-[84px_minmax(0,1fr)]">
            <h3 className="pt-1.5 pb-1 text-xs font-control text-ink-3">{day}</h3>
            <ol className="border-l border-line-2 pl-4 max-rail:ml-3">
              {entries.map((event) => (
                <EventLine
                  key={event.event.id}
                  event={event}
                  isRecent={index < FRESH_DAYS}
                  isNew={fresh.has(event.event.id)}
                  isOpen={!story.is_final}
                  limit={limits[event.low]}
                />
              ))}
            </ol>
          </li>
        ))}
      </ol>
      {shown.length > 0 && (
        <details className="mt-2 text-sm text-ink-3 print:hidden">
          <summary>Names as sent</summary>
          <ol className="mt-1">
            {shown.toReversed().map(({ event }) => (
              <li key={event.id} className="flex flex-wrap justify-between gap-x-4">
                <Verbatim className="font-mono text-xs wrap-anywhere">
                  <Dotted text={event.status} />
                </Verbatim>
                <ClockTime value={event.created_at} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </SectionCard>
  )
}

const KNOB = 'absolute top-1.5 grid size-[22px] place-items-center rounded-full border bg-surface'
/** Its middle on the line beside the list. */
const AT_LINE = '-left-[27.5px]'

/** Nothing is promised: the service names no transitions. */
function NextStep({ story, method }: Pick<EventTimelineProps, 'story' | 'method'>) {
  if (story.is_final || story.newest === null) return null
  const next = expectedNext(method, story.low)
  if (next === null) return null
  const { label, icon: Icon } = orderStatus(next.low)
  return (
    <li className="grid gap-x-4 rail:grid-cols-[84px_minmax(0,1fr)]">
      <h3 className="pt-1.5 pb-1 text-xs font-control text-ink-3">Next, usually</h3>
      <div className="border-l border-dashed border-line-2 pl-4 max-rail:ml-3">
        <div className="relative py-1.5">
          <span className={clsx(KNOB, AT_LINE, 'border-dashed border-control text-ink-3')}>
            <Icon className="size-3 stroke-2" />
          </span>
          <span className="text-ink-2">{label}</span>
          <span className="ml-2 text-ink-3">{ACTORS[next.by]}</span>
        </div>
      </div>
    </li>
  )
}

interface EventLineProps {
  event: TimelineEvent
  isRecent: boolean
  /** Came while the page was open. */
  isNew: boolean
  isOpen: boolean
  /** The days that it may take; none where nothing more is expected. */
  limit: number | undefined
}

function EventLine({ event, isRecent, isNew, isOpen, limit }: EventLineProps) {
  const { label, tone, icon: Icon } = orderStatus(event.low)
  const { id, created_at } = event.event
  return (
    <li
      id={`event-${id}`}
      className={clsx(
        'relative flex scroll-mt-4 items-start gap-3 rounded-control py-1.5 target:outline-2 target:outline-accent',
        isNew && '-ml-1.5 bg-accent-soft pr-1.5 pl-1.5',
      )}
    >
      <span
        data-tone={isRecent ? tone : 'closed'}
        className={clsx(
          KNOB,
          isNew ? '-left-[21.5px]' : AT_LINE,
          isRecent ? 'border-tone-line text-tone-fg' : 'border-line-2 text-ink-3',
        )}
      >
        <Icon className="size-3 stroke-2" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span
            data-tone={isRecent ? tone : undefined}
            className={clsx('font-heading', isRecent && TONED.has(tone) && 'text-tone-fg')}
          >
            {label}
          </span>
          <Lasted event={event} isOpen={isOpen} limit={limit} />
          {isNew && <span className="text-xs font-control text-accent-ink">New</span>}
        </span>
        <Detail event={event.event} />
      </span>
      <ClockTime value={created_at} className="shrink-0 text-ink-2" />
    </li>
  )
}

/** Why a sample failed, and whether another one helps, where the service says so. */
function Detail({ event }: { event: OrderEvent }) {
  const detail = statusDetail(event)
  if (!detail) return null
  const { reason, is_recoverable, todo } = detail
  return (
    <span className="block text-sm text-ink-2">
      {todo ? reason : <Redact noun="Reason">{reason}</Redact>}
      {is_recoverable !== null && ` · ${is_recoverable ? 'another sample can be collected' : 'not recoverable'}`}
      {todo && `. ${todo}`}
    </span>
  )
}

/** Breaks after its dots before it breaks within a word. */
function Dotted({ text }: { text: string }) {
  return text.split(/(?<=\.)/).map((part, at) => (
    <Fragment key={text.slice(0, at) + part}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}

/** Words in colour only where a person is needed. */
const TONED: ReadonlySet<string> = new Set(['warn', 'bad'])

/** How long the order stood here; of the newest event how long it has, while more is expected. */
function Lasted({ event, isOpen, limit }: Pick<EventLineProps, 'event' | 'isOpen' | 'limit'>) {
  const soFar = useRelativeTime(event.at)
  const { lasted } = event
  if (lasted === null) return isOpen && soFar !== 'now' ? <span className="text-ink-3">for {soFar} so far</span> : null
  const words = lasted < MINUTE ? 'for under a minute' : `for ${formatDuration(lasted)}`
  if (limit === undefined || lasted <= limit * DAY) return <span className="text-ink-3">{words}</span>
  return (
    <span data-tone="warn" className="inline-flex items-center gap-1 text-tone-fg">
      <Hourglass className="size-3 stroke-2" />
      {words}, longer than usual
    </span>
  )
}

/** Ids of the events that have come while this page was open; each is said once, politely. */
function useNewEvents(events: readonly TimelineEvent[]): ReadonlySet<number> {
  const [first] = useState(() => new Set(events.map(({ event }) => event.id)))
  const said = useRef(first)
  useEffect(() => {
    const fresh = events.filter(({ event }) => !said.current.has(event.id))
    if (fresh.length === 0) return
    said.current = new Set(events.map(({ event }) => event.id))
    const labels = fresh.map(({ low }) => orderStatus(low).label)
    announce(`New in this order: ${labels.join(', ')}.`)
  }, [events])
  return new Set(events.map(({ event }) => event.id).filter((id) => !first.has(id)))
}
