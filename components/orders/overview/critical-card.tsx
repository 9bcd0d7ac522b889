'use client'
import { useQuery } from '@tanstack/react-query'
import { HardDrive, OctagonAlert } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react'
import { AcknowledgeDialog } from '#components/orders/critical/acknowledge-button.tsx'
import { AcknowledgementText } from '#components/orders/critical/acknowledgement-text.tsx'
import { EscalationMark } from '#components/orders/critical/escalation-mark.tsx'
import { useEscalated } from '#components/orders/critical/use-critical-state.ts'
import { PartialResults } from '#components/patterns/domain/order-terms.tsx'
import { useHeldRows } from '#components/patterns/list/held-rows.tsx'
import { Nothing } from '#components/patterns/states/nothing.tsx'
import { RowPatient } from '#components/patterns/domain/patient.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { CopyableId } from '#components/ui/display/copyable-id.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { useTimeAgo } from '#components/ui/display/viewer.tsx'
import { type CallbackState, callbackState } from '#lib/domains/orders/critical/callback-state.ts'
import {
  acknowledgeCriticalOrder,
  type CriticalOrder,
  type CriticalQueue,
} from '#lib/domains/orders/critical/critical.ts'
import { denialOf } from '#lib/domains/staff/denial.ts'
import { can } from '#lib/domains/staff/roles.ts'
import type { Viewer } from '#lib/domains/staff/viewer.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import { compareInstants, parseInstant } from '#lib/utils/time/instants.ts'
import { criticalQuery, POLL_INTERVAL_MS } from './overview-query.ts'

/** Lines before somebody asks for all of them. */
const FIRST = 5

interface CriticalCardProps {
  environment: string
  viewer: Pick<Viewer, 'id' | 'role'>
}

/** Critical results that nobody has taken on yet, and who took on the others. */
export function CriticalCard({ environment, viewer }: CriticalCardProps) {
  const heading = useId()
  const options = criticalQuery(environment)
  const { data: queue, error, refetch, isFetching } = useQuery({ ...options, refetchInterval: POLL_INTERVAL_MS })
  const [asked, setAsked] = useState<CriticalOrder | null>(null)
  const [isWhole, setWhole] = useState(false)
  const mayAcknowledge = can(viewer.role, acknowledgeCriticalOrder.permission)
  // Unknown until it has loaded: an unknown number of critical results is never shown as none.
  const waiting = queue?.waiting_count ?? null
  const held = useHeldRows({
    rows: queue?.waiting,
    getRowId: ({ order_id }) => order_id,
    asked: environment,
    untilNext: true,
    isOwn: (id) => takenOn(queue, id)?.owner_id === viewer.id,
  })
  const waits = held.rows ?? []
  const card = useFocusKept(queue, asked !== null)
  const lines = (orders: readonly CriticalOrder[], verb: 'Acknowledge' | 'Take over') =>
    orders.map((order, index) => (
      <li key={order.order_id} className="border-b border-line px-4 py-2.5 last:border-b-0">
        <CriticalLine environment={environment} order={order}>
          {held.gone.has(order.order_id) && <Left by={takenOn(queue, order.order_id)} />}
          {!held.gone.has(order.order_id) &&
            mayAcknowledge &&
            (verb === 'Acknowledge' || order.acknowledgements.at(-1)?.owner_id !== viewer.id) && (
              <Button
                data-acknowledge=""
                look={index === 0 && verb === 'Acknowledge' ? 'primary' : 'outline'}
                aria-label={`${verb} order ${shortId(order.order_id)}`}
                onPress={() => setAsked(order)}
              >
                {verb}
              </Button>
            )}
        </CriticalLine>
      </li>
    ))
  return (
    <section
      ref={card}
      aria-labelledby={heading}
      data-tone={toneOf(waiting, error !== null)}
      className="overflow-hidden rounded-card border border-tone-line bg-surface shadow-1"
    >
      <div className="flex min-h-[42px] items-center gap-2 border-b border-tone-line bg-tone-soft px-4 py-2.5">
        <OctagonAlert aria-hidden="true" className="size-[18px] shrink-0 text-tone-fg" strokeWidth={1.9} />
        <h2 id={heading} tabIndex={-1} className="min-w-0 flex-1 text-base">
          Critical results to acknowledge
        </h2>
        <WaitingCount waiting={waiting} hasError={error !== null} />
      </div>
      {!(queue || error) && <Skeleton className="after-300ms m-4 h-20" />}
      {error && (
        <div role="alert" className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-3">
          <p className="min-w-0 flex-1 basis-40 text-ink-2">
            {queue ? 'This may be out of date.' : 'Critical results didn’t load.'} {error.message}
          </p>
          <Button isPending={isFetching} onPress={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {queue && waiting === 0 && <p className="px-4 py-3 text-ink-2">{nothingOpenLabel(queue)}</p>}
      {queue && waits.length > 0 && (
        <ul aria-label="Waiting">{lines(isWhole ? waits : waits.slice(0, FIRST), 'Acknowledge')}</ul>
      )}
      {queue && !isWhole && queue.waiting.length > FIRST && (
        <div className="border-t border-line px-4 py-2">
          <Button look="ghost" className="-ml-2.5" onPress={() => setWhole(true)}>
            {queue.waiting.length < queue.waiting_count ? 'Show' : 'Show all'} {queue.waiting.length}
          </Button>
        </div>
      )}
      {queue && queue.acknowledged.length > 0 && (
        <details className="border-t border-line">
          <summary className="cursor-pointer px-4 py-2.5 font-control text-ink-2 hover:bg-hover">
            Recently acknowledged ({queue.acknowledged.length})
          </summary>
          <ul aria-label="Acknowledged" className="border-t border-line">
            {lines(queue.acknowledged, 'Take over')}
          </ul>
        </details>
      )}
      <div className="border-t border-line px-4 py-2.5 text-sm text-ink-3">
        {queue?.total !== undefined && (queue.total === null || queue.looked_at < queue.total) && (
          <p className="pb-1">Only the newest {formatCount(queue.looked_at)} critical orders are checked.</p>
        )}
        {!mayAcknowledge && <p className="pb-1">{denialOf(viewer.role, acknowledgeCriticalOrder.permission)}</p>}
        <p className="flex items-start gap-1.5">
          <HardDrive aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" strokeWidth={1.8} />
          Acknowledgments are stored in this console only.
        </p>
      </div>
      {asked && (
        <Suspense fallback={null}>
          <AcknowledgeDialog
            environment={environment}
            result={asked}
            seen={asked.acknowledgements}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
    </section>
  )
}

/** The newest acknowledgment of a result that waits no more. */
function takenOn(queue: CriticalQueue | undefined, id: string) {
  return queue?.acknowledged.find(({ order_id }) => order_id === id)?.acknowledgements.at(-1)
}

/** Why a result that stands in its place doesn’t wait any more. */
function Left({ by }: { by: ReturnType<typeof takenOn> }) {
  return <p className="text-ink-2">{by ? `Acknowledged by ${by.owner_name}` : 'No longer waiting'}</p>
}

function toneOf(waiting: number | null, hasError: boolean) {
  if (waiting) return 'bad'
  if (hasError) return 'warn'
  return waiting === null ? 'neutral' : 'ok'
}

function WaitingCount({ waiting, hasError }: { waiting: number | null; hasError: boolean }) {
  if (waiting === null && !hasError) return null
  return (
    <span
      data-tone={waiting ? 'crit' : toneOf(waiting, hasError)}
      className="rounded-pill bg-tone-soft px-2 py-0.5 font-heading text-tone-fg"
    >
      {waiting === null ? 'Unknown' : formatCount(waiting)}
    </span>
  )
}

function nothingOpenLabel({ looked_at }: CriticalQueue) {
  return looked_at === 0 ? 'No critical results.' : 'All critical results are acknowledged.'
}

/**
 * An acknowledged line leaves the list with its button: the focus goes to the next one, or to the heading, and is never
 * lost. Returns the ref of the card.
 */
function useFocusKept(queue: CriticalQueue | undefined, isAsking: boolean) {
  const card = useRef<HTMLElement>(null)
  const hadFocus = useRef(false)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || target.closest('[role="dialog"]')) return
      hadFocus.current = card.current?.contains(target) ?? false
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  useEffect(() => {
    if (!queue || isAsking) return
    // By then the dialog has given the focus back, where its button is still there.
    const frame = requestAnimationFrame(() => {
      if (!hadFocus.current || document.activeElement !== document.body) return
      const find = (selector: string) => card.current?.querySelector<HTMLElement>(selector)
      const next = find('ul[aria-label="Waiting"] [data-acknowledge]') ?? find('h2')
      next?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [queue, isAsking])
  return card
}

interface CriticalLineProps {
  environment: string
  order: CriticalOrder
  children: ReactNode
}

function CriticalLine({ environment, order, children }: CriticalLineProps) {
  const { order_id, test, result_at, is_partial, acknowledgements } = order
  const age = useTimeAgo(parseInstant(result_at))
  const state = callbackState(order)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
        <div className="min-w-0 flex-1">
          <p className="flex gap-2 whitespace-nowrap">
            <span className="min-w-0">
              <RowPatient environment={environment} order={order} birth />
            </span>{' '}
            <span className="font-control text-tone-fg">
              <span className="sr-only">result came </span>
              {age}
            </span>
          </p>
          <p className="flex flex-wrap items-center gap-x-2.5">
            <CopyableId id={order_id} noun="Order ID" href={`/${environment}/orders/${order_id}`} />
            <span className="text-ink-2">{test}</span>
            {is_partial && <PartialResults />}
          </p>
        </div>
        {children}
      </div>
      <CallbackNote state={state} />
      {acknowledgements.length > 0 && (
        <ol aria-label="Acknowledgments" className="mt-1.5 border-l-2 border-line pl-2.5 text-sm">
          {acknowledgements.map((each) => (
            <li key={each.id} className="break-words">
              <AcknowledgementText acknowledgement={each} isEarlier={compareInstants(each.result_at, result_at) < 0} />
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

/** That nobody has been reached, and the calls so far. */
function CallbackNote({ state }: { state: CallbackState }) {
  const isEscalated = useEscalated(state)
  const { callbacks, isReadBack, owner } = state
  if (callbacks.length === 0 && !isEscalated) return null
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-2.5 text-sm text-ink-2">
      <EscalationMark state={state} />
      {callbacks.length > 0 && countOf(callbacks.length, 'callback attempt')}
      {isReadBack && owner === null && ', read back'}
    </p>
  )
}
