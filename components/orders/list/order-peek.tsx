/** More of one row beside the list, without leaving it. Loaded with the first preview. */
import { useQuery } from '@tanstack/react-query'
import { PhoneForwarded } from 'lucide-react'
import Link from 'next/link'
import { useEffect } from 'react'
import { AcknowledgeButton, AcknowledgementText } from '#components/orders/critical/acknowledge-button.tsx'
import { CriticalMark } from '#components/orders/critical/critical-mark.tsx'
import { loadCallbackPanel } from '#components/orders/critical/critical-result.tsx'
import { useCriticalState } from '#components/orders/critical/use-critical-state.ts'
import { StatusBanner } from '#components/orders/detail/status-banner.tsx'
import { useStuckDays } from '#components/orders/detail/use-order.ts'
import { OrderMark } from '#components/orders/worklist/order-mark.tsx'
import { PhoneLink } from '#components/patterns/domain/contact-terms.tsx'
import { Method, OrderStatus, ResultPill, StatusPill } from '#components/patterns/domain/order-terms.tsx'
import { PatientLine, usePatient } from '#components/patterns/domain/patient.tsx'
import { PeekPanel } from '#components/patterns/list/peek-panel.tsx'
import { useMay } from '#components/patterns/page/role.tsx'
import type { Fact } from '#components/patterns/page/section-card.tsx'
import { CardFailure } from '#components/patterns/states/card-failure.tsx'
import { NoValue } from '#components/patterns/states/empty-state.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { linkButton, primaryLink } from '#components/ui/button/link-button.ts'
import { CopyableId } from '#components/ui/display/copyable-id.tsx'
import { Tag } from '#components/ui/display/pill.tsx'
import { Redact } from '#components/ui/display/redact.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { TimeStamp } from '#components/ui/display/time-stamp.tsx'
import { Tube } from '#components/ui/display/tube.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { recordCallback } from '#lib/domains/orders/critical/callbacks.ts'
import { acknowledgeCriticalOrder } from '#lib/domains/orders/critical/critical.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { ownLabel } from '#lib/domains/orders/patient.ts'
import { orderQuery } from '#lib/domains/orders/queries.ts'
import { successorOf } from '#lib/domains/orders/siblings.ts'
import { STAGES } from '#lib/domains/orders/status/status-record.ts'
import { orderTimeline, readEvents, type TimelineEvent } from '#lib/domains/orders/status/timeline.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { formatInstant } from '#lib/utils/time/instants.ts'
import { StuckMark } from './stuck-mark.tsx'

interface OrderPeekProps {
  environment: string
  order: Order
  /** Position on the page: "2 of 50". */
  place: string
  /** It lies over the page. */
  isOver?: boolean
  /** Opens the panel that records a call about a critical result, in place of the preview. */
  onCall: () => void
  onClose: () => void
}

const SHOWN_EVENTS = 5

export function OrderPeek({ environment, order, place, isOver = false, onCall, onClose }: OrderPeekProps) {
  const { lab_test, sample_id, priority, interpretation, events } = order
  const limits = useStuckDays(environment)
  const newest = readEvents(events).toReversed()
  const href = `/${environment}/orders/${order.id}`
  const story = orderTimeline(order)
  const hasFilled =
    interpretation === 'critical' || successorOf(order) !== null || story.low === 'appointment_cancelled'
  return (
    <PeekPanel
      label="Preview"
      place={place}
      isOver={isOver}
      onClose={onClose}
      footer={
        <Link href={href} className={`${hasFilled ? linkButton : primaryLink} w-full`}>
          Open order
        </Link>
      }
    >
      <div className="@container">
        <div className="grid items-start gap-4 *:min-w-0 @min-[540px]:grid-cols-2">
          <div className="flex flex-col gap-4">
            <div className="flex flex-col items-start gap-1.5">
              <div className="flex w-full items-center justify-between">
                <CopyableId id={order.id} noun="Order ID" />
                {priority && <Tag>Priority</Tag>}
              </div>
              <h3 className="text-lg">{lab_test.name}</h3>
              <p className="flex flex-wrap items-center gap-x-3 text-ink-2">
                <Method method={lab_test.method} />
                {sample_id && (
                  <span>
                    sample <Verbatim className="font-mono text-xs">{sample_id}</Verbatim>
                  </span>
                )}
              </p>
              <p className="mt-1 flex flex-wrap items-center gap-2">
                <Tube level={levelOf(newest)} className="h-[18px] text-accent" />
                <OrderStatus order={order} />
                <StuckMark environment={environment} order={order} limits={limits} page={[order]} />
                {interpretation && <ResultPill order={order} />}
              </p>
            </div>
            <div>
              <PatientLine environment={environment} order={order} />
              <Phone environment={environment} order={order} />
            </div>
            {interpretation === 'critical' && (
              <CriticalPeek key={order.id} environment={environment} order={order} onCall={onCall} />
            )}
            <StatusBanner environment={environment} order={order} story={story} limits={limits} />
            <OrderMark key={`mark ${order.id}`} environment={environment} order_id={order.id} order={order} />
          </div>
          <div className="flex flex-col gap-4">
            <Facts environment={environment} order={order} />
            <Events events={newest} href={href} />
          </div>
        </div>
      </div>
    </PeekPanel>
  )
}

const LEVELS = [0, 1, 2, 3, 4] as const

/** How far the sample has come. */
function levelOf([last]: readonly TimelineEvent[]) {
  return LEVELS[last ? STAGES.indexOf(last.stage) + 1 : 0] ?? 0
}

/** An adult's, or the order's own: whom to call for a minor stands with the patient. */
function Phone({ environment, order }: Pick<OrderPeekProps, 'environment' | 'order'>) {
  const { contact } = usePatient(environment, order)
  return (
    <p>
      <span className="text-ink-3">{ownLabel(contact, 'Phone')}</span> <PhoneLink value={contact.phone} />
    </p>
  )
}

function Facts({ environment, order }: Pick<OrderPeekProps, 'environment' | 'order'>) {
  const clock = useWallClock()
  const { patient_address: address, order_transaction } = order
  const town = [address?.city, [address?.state, address?.zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  const facts: Fact[] = [
    { label: 'Ships to', value: town ? <Redact noun="Town">{town}</Redact> : <NoValue word="not provided" /> },
    {
      label: 'User',
      value: <CopyableId id={order.user_id} noun="User ID" href={`/${environment}/users/${order.user_id}`} />,
    },
    ...(order_transaction
      ? [{ label: 'Transaction', value: <CopyableId id={order_transaction.id} noun="Transaction ID" /> }]
      : []),
    { label: 'Created', value: formatInstant(order.created_at, clock) },
    { label: 'Updated', value: formatInstant(order.updated_at, clock) },
  ]
  return (
    <dl className="grid grid-cols-[92px_minmax(0,1fr)] items-baseline gap-x-4 gap-y-2 border-t border-line pt-4 @min-[540px]:border-t-0 @min-[540px]:pt-0">
      {facts.map(({ label, value }) => (
        <div key={label} className="col-span-2 grid grid-cols-subgrid items-baseline">
          <dt className="text-ink-3">{label}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Events({ events, href }: { events: readonly TimelineEvent[]; href: string }) {
  return (
    <section aria-label="Latest events" className="border-t border-line pt-3">
      <div className="flex items-center justify-between">
        <h4 className="text-xs text-ink-3">Latest events</h4>
        <Link href={href} prefetch={false} className="inline-flex min-h-6 items-center text-xs font-control text-link">
          All {countOf(events.length, 'event')}
        </Link>
      </div>
      <ol className="mt-1 flex flex-col">
        {events.slice(0, SHOWN_EVENTS).map(({ event, low }) => (
          <li key={event.id} className="flex items-center justify-between gap-3 py-1">
            <StatusPill status={low} bare />
            <TimeStamp value={event.created_at} className="shrink-0 text-xs text-ink-2" />
          </li>
        ))}
      </ol>
      {events.length === 0 && <p className="text-ink-3">The service sent no events for this order.</p>}
    </section>
  )
}

interface WorklistPeekProps {
  environment: string
  order_id: string
  onCall: () => void
  onClose: () => void
}

/** The preview of a row of the worklist: the order itself, read when somebody looks. */
export function WorklistPeek({ environment, order_id, onCall, onClose }: WorklistPeekProps) {
  const { data, error } = useQuery(orderQuery(environment, order_id))
  const order = data?.orders.find(({ id }) => id === order_id)
  // Over the page, which stays as it is: with another column the row would move away.
  if (order) {
    const ways = { onCall, onClose }
    return <OrderPeek environment={environment} order={order} place="needs action" isOver {...ways} />
  }
  return (
    <aside
      aria-label="Preview"
      className="fixed inset-y-0 right-0 z-50 w-[340px] max-w-full border-l border-line bg-surface p-4 shadow-3 framed:absolute framed:z-20"
    >
      {error || data ? <p role="alert">This order didn’t load. {error?.message}</p> : <Skeleton className="h-40" />}
    </aside>
  )
}

function CriticalPeek({ environment, order, onCall }: Pick<OrderPeekProps, 'environment' | 'order' | 'onCall'>) {
  const { state, result, seen, error, retry } = useCriticalState(environment, order)
  const mayAcknowledge = useMay(acknowledgeCriticalOrder.permission)
  const mayCall = useMay(recordCallback.permission)
  useEffect(() => {
    // Ready before it is asked for: a gap would put another row under the next press.
    if (mayCall) void loadCallbackPanel()
  }, [mayCall])
  return (
    <section aria-label="Critical result" className="flex flex-col items-start gap-2 border-t border-line pt-3">
      <h4 className="text-xs text-ink-3">Critical result</h4>
      {error && <CardFailure subject="Acknowledgments" error={error} onRetry={retry} />}
      {state && (
        <>
          <CriticalMark state={state} />
          <p className="text-ink-3">
            The values are in the lab’s report: the service sends only that they are critical.
          </p>
          <p className="max-w-full break-words">
            {state.owner ? <AcknowledgementText acknowledgement={state.owner} /> : 'Not acknowledged, no owner.'}
          </p>
          <div className="flex flex-wrap gap-2">
            {mayAcknowledge && (
              <AcknowledgeButton environment={environment} result={result} seen={seen} isTaken={state.owner !== null} />
            )}
            {mayCall && (
              <Button icon={PhoneForwarded} onPress={onCall}>
                Log call
              </Button>
            )}
          </div>
        </>
      )}
    </section>
  )
}
