import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { CornerDownRight, Hourglass } from 'lucide-react'
import Link from 'next/link'
import { useWasCritical } from '#components/orders/critical/use-critical-state.ts'
import { orderStatus } from '#components/patterns/domain/order-status.ts'
import { linkButton, primaryLink } from '#components/ui/button/link-button.ts'
import type { Appearance } from '#components/ui/display/pill.tsx'
import { useAtPresent, useSpan, useWallClock } from '#components/ui/display/viewer.tsx'
import { centersPath, orderBookingsQuery } from '#lib/domains/bookings/queries.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { hidesPartialResults } from '#lib/domains/orders/results/results.ts'
import { closedAs, successorOf } from '#lib/domains/orders/siblings.ts'
import { mayHaveVisit } from '#lib/domains/orders/status/status.ts'
import { closedAdvice, sampleAdvice } from '#lib/domains/orders/status/status-advice.ts'
import { statusRecord } from '#lib/domains/orders/status/status-records.ts'
import type { OrderTimeline } from '#lib/domains/orders/status/timeline.ts'
import type { StuckDays } from '#lib/domains/orders/stuck/stuck-days.ts'
import { expectationOf, expectationWords, getTurnaround } from '#lib/domains/orders/turnaround.ts'
import { clashWords, unreadAdvice, visitAdvice, visitOf } from '#lib/domains/orders/visit.ts'
import { stuckOrder } from '#lib/domains/orders/worklist/problems.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { HOUR } from '#lib/utils/time/durations.ts'
import { parseInstant } from '#lib/utils/time/instants.ts'
import { successorLabel, timelineLabel } from './timeline-labels.ts'

export function useStuck(environment: string, order: Order, days: StuckDays): boolean {
  const mayBe = useAtPresent((now) => stuckOrder(order, now, days) !== null)
  const { data } = useQuery({ ...orderBookingsQuery(environment, order.id), enabled: mayBe && mayHaveVisit(order) })
  return useAtPresent((now) => stuckOrder(order, now, days, data?.bookings) !== null)
}

function appearanceOf(isStuck: boolean, low: string): Pick<Appearance, 'tone' | 'icon'> {
  return isStuck ? { tone: 'warn', icon: Hourglass } : orderStatus(low)
}

/** The order’s visit by the newest evidence, of its events alone until its bookings are read; null without any. */
export function useVisit(environment: string, order: Order) {
  const { data, isError } = useQuery(orderBookingsQuery(environment, order.id))
  return { visit: visitOf(order, data?.bookings ?? []), isRead: data !== undefined, hasFailed: isError }
}

/** Returns what the box says, and the status that it looks like: the visit's evidence comes first, then the end of the transaction. */
function useWords(environment: string, order: Order, { low, newest, is_final }: OrderTimeline) {
  const successor = successorOf(order)
  const { visit, isRead, hasFailed } = useVisit(environment, order)
  const unread =
    isRead || successor || !mayHaveVisit(order) ? null : unreadAdvice(low, visit, orderStatus(low).label, hasFailed)
  if (unread) return { words: unread, clash: null, look: hasFailed ? 'appointment_cancelled' : 'unread' }
  const ofStatus = timelineLabel({ low, method: order.lab_test.method, is_final, successor: successor?.origin ?? null })
  const words =
    (successor && !visit?.outlives_order ? null : visitAdvice(low, visit)) ??
    (successor ? ofStatus : sampleAdvice(ofStatus, low, newest?.event))
  const clash = visit && clashWords(visit)
  if (clash) return { words, clash, look: 'appointment_cancelled' }
  const asksMore = !is_final || Boolean(statusRecord(low)?.exception)
  const closed = asksMore && !successor ? closedAs(order) : null
  return closed ? { words: closedAdvice(words, closed), clash, look: 'cancelled' } : { words, clash, look: low }
}

interface ExpectedProps {
  environment: string
  order: Order
  story: OrderTimeline
}

/** A sentence for somebody who asks when the results come; nothing once they are in, or while the order stands still. */
function ExpectedResults({ environment, order: { lab_test }, story }: ExpectedProps) {
  const clock = useWallClock()
  const isOpen = !story.is_final && story.halt === null
  const query = { lab_test_name: lab_test.name, method: lab_test.method }
  const { data } = useQuery({
    ...consoleQuery(getTurnaround, { params: { environment }, query }, {}),
    enabled: isOpen && lab_test.name !== '',
    staleTime: HOUR,
  })
  const words = useAtPresent((now) => {
    const expectation = data && isOpen ? expectationOf(story, data.stages, now) : null
    return expectation ? expectationWords(expectation, clock) : ''
  })
  return words !== '' && <p className="text-ink-2">{words}</p>
}

interface StatusBannerProps {
  environment: string
  order: Order
  story: OrderTimeline
  /** Days after which an order that stands still is stuck, by its status. */
  limits: StuckDays
}

/** One box: what happened, what to do, and the way to the order that took this one's place. */
export function StatusBanner({ environment, order, story, limits }: StatusBannerProps) {
  const successor = successorOf(order)
  const isStuck = useStuck(environment, order, limits)
  const idle = useSpan(Math.max(story.newest?.at ?? 0, parseInstant(order.updated_at)))
  const limit = limits[story.low]
  const { words, clash, look } = useWords(environment, order, story)
  // A critical result has its own box with the next step.
  const wasCritical = useWasCritical(environment, order)
  const isCritical = order.interpretation === 'critical' || wasCritical
  const { tone: own, icon: Icon } = appearanceOf(isStuck, look)
  // Green above a critical result would read as settled.
  const tone = isCritical && own === 'ok' ? 'place' : own
  // The box of the critical result says that it is in.
  if (isCritical && look === 'completed' && !(clash || isStuck || successor || hidesPartialResults(order))) return null
  return (
    <section
      aria-label="What to do"
      data-tone={tone}
      className="flex flex-wrap items-start gap-x-4 gap-y-2 rounded-card border border-tone-line bg-tone-soft px-3.5 py-2.5 text-base text-ink print:break-inside-avoid"
    >
      <div className="flex min-w-0 flex-1 basis-72 items-start gap-3">
        <Icon className="mt-0.5 shrink-0 text-tone-fg" />
        <div className="min-w-0">
          <p>
            <strong className="font-heading">{words.happened}</strong>{' '}
            {(clash || !isCritical) && <span className="text-ink-2">{words.todo}</span>}
          </p>
          {!successor && closedAs(order) === null && (
            <ExpectedResults environment={environment} order={order} story={story} />
          )}
          {hidesPartialResults(order) && (
            <p className="text-ink-2">Partial results came in before. Don’t treat them as complete.</p>
          )}
          {isStuck && limit !== undefined && (
            <p className="text-ink-2">
              Stuck: no update {idle} (limit {countOf(limit, 'day')}, set in this console).
            </p>
          )}
        </div>
      </div>
      {successor && (
        <Link
          href={`/${environment}/orders/${successor.id}`}
          prefetch={false}
          // On a phone the action bar has it, unless a critical result comes first.
          className={clsx(isCritical ? linkButton : primaryLink, 'print:hidden', !isCritical && 'max-rail:hidden')}
        >
          <CornerDownRight />
          {successorLabel(successor.origin)}
        </Link>
      )}
      {!successor && look === 'appointment_cancelled' && !clash && order.lab_test.method === 'walk_in_test' && (
        <Link
          href={centersPath(environment, order.id)}
          prefetch={false}
          className={clsx(isCritical ? linkButton : primaryLink, 'print:hidden')}
        >
          Book again
        </Link>
      )}
    </section>
  )
}
