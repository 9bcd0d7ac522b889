import { Hourglass } from 'lucide-react'
import { Fragment, useEffect, useRef, useState } from 'react'
import { orderStatus } from '#components/patterns/domain/order-status.ts'
import type { OrderLines } from '#components/patterns/domain/order-terms.tsx'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { Redact } from '#components/ui/display/redact.tsx'
import { ClockTime } from '#components/ui/display/time-stamp.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { useRelativeTime } from '#components/ui/display/viewer.tsx'
import type { OrderEvent } from '#lib/domains/orders/order.ts'
import { expectedNext } from '#lib/domains/orders/status/next-steps.ts'
import { statusDetail } from '#lib/domains/orders/status/status-advice.ts'
import type { OrderTimeline, TimelineEvent } from '#lib/domains/orders/status/timeline.ts'
import type { StuckDays } from '#lib/domains/orders/stuck/stuck-days.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { DAY, formatDuration, MINUTE } from '#lib/utils/time/durations.ts'
import { ACTORS } from './timeline-labels.ts'

interface OrderLinesProps {
  story: OrderTimeline
  /** Whether the usual next step may still come: nothing says that it won’t. */
  isExpected: boolean
  method: string
  /** Days after which an order that stands still is stuck, by its status. */
  limits: StuckDays
}

/** Returns every event with how long the order stood there, what usually follows, and the names as sent. */
export function useOrderLines({ story, isExpected, method, limits }: OrderLinesProps): OrderLines {
  const fresh = useNewEvents(story.events)
  const lineOf = (event: TimelineEvent) => {
    const { id } = event.event
    const isNew = fresh.has(id)
    const words = <EventWords event={event} isNew={isNew} isOpen={!story.is_final} limit={limits[event.low]} />
    return [id, { words, isNew }] as const
  }
  return {
    lines: new Map(story.events.map(lineOf)),
    next: isExpected && <NextStep story={story} method={method} />,
    names: <NamesAsSent events={story.events} />,
  }
}

function NamesAsSent({ events }: { events: readonly TimelineEvent[] }) {
  if (events.length === 0) return <p className="mt-2 text-ink-3">The service sent no events for this order.</p>
  return (
    <details className="mt-2 text-sm text-ink-3 print:hidden">
      <summary>{countOf(events.length, 'event')} as the service sent them</summary>
      <ol className="mt-1">
        {events.toReversed().map(({ event }) => (
          <li key={event.id} className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4">
            <Verbatim className="font-mono text-xs wrap-anywhere">
              <Dotted text={event.status} />
            </Verbatim>
            <ClockTime value={event.created_at} />
          </li>
        ))}
      </ol>
    </details>
  )
}

/** Nothing is promised: the service names no transitions. */
function NextStep({ story, method }: Pick<OrderLinesProps, 'story' | 'method'>) {
  if (story.is_final || story.newest === null) return null
  const next = expectedNext(method, story.low)
  if (next === null) return null
  const { label, icon: Icon } = orderStatus(next.low)
  return (
    <p className="mb-1 flex flex-wrap items-center gap-x-2 text-ink-3">
      <span>Next, usually</span>
      <span className="inline-flex items-center gap-1.5 text-ink-2">
        <Icon className="size-3.5 shrink-0" />
        {label}
      </span>
      <span>{ACTORS[next.by]}</span>
    </p>
  )
}

interface EventWordsProps {
  event: TimelineEvent
  /** Came while the page was open. */
  isNew: boolean
  isOpen: boolean
  /** The days that it may take; none where nothing more is expected. */
  limit: number | undefined
}

function EventWords({ event, isNew, isOpen, limit }: EventWordsProps) {
  return (
    <>
      <span className="flex flex-wrap items-baseline gap-x-2">
        <b className="font-heading">{orderStatus(event.low).label}</b>
        <Lasted event={event} isOpen={isOpen} limit={limit} />
        {isNew && <span className="text-xs font-control text-accent-ink">New</span>}
      </span>
      <Detail event={event.event} />
    </>
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

/** How long the order stood here; of the newest event how long it has, while more is expected. */
function Lasted({ event, isOpen, limit }: Omit<EventWordsProps, 'isNew'>) {
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
