'use client'
import { type ReactNode, type Ref, Suspense, useEffect, useRef, useState } from 'react'
import { CallbackPanel, CriticalBanner } from '#components/orders/critical/critical-result.tsx'
import { useWasCritical } from '#components/orders/critical/use-critical-state.ts'
import { CardStack, type StackedCard } from '#components/patterns/page/card-stack.tsx'
import { isCritical } from '#lib/domains/orders/critical/critical-state.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { resultsOf } from '#lib/domains/orders/results/results.ts'
import { expectedNext, isShipping } from '#lib/domains/orders/status/next-steps.ts'
import { type OrderTimeline, orderTimeline } from '#lib/domains/orders/status/timeline.ts'
import type { RequestFailure } from '#lib/kernel/client/failure.ts'
import { ActionBar } from './action-bar.tsx'
import { EventTimeline } from './event-timeline.tsx'
import { LabTestCard, NotesCard, RecordCard } from './lab-test-card.tsx'
import { PatientCard } from './patient-card.tsx'
import { ShipmentsCard } from './shipments-card.tsx'
import { StatusBanner } from './status-banner.tsx'
import { Stepper } from './stepper.tsx'
import { TransactionCard } from './transaction-card.tsx'
import { useOrder } from './use-order.ts'
import { useStuckDays } from './use-stuck-days.ts'

interface OrderViewProps {
  environment: string
  order_id: string
  failure: RequestFailure | null
  /** The bookings made here, from their own area. */
  bookings?: ReactNode
  /** The way to book the draw, or to what is booked, from their own area. */
  drawAction?: ReactNode
  /** Events received about the order. */
  received?: ReactNode
  /** Assignment of an order that needs action. */
  worklist?: ReactNode
  /** Simulation controls, in environments that have them. */
  simulation?: ReactNode
}

/** Shows one order: its facts and its timeline. */
export function OrderView({ environment, order_id, failure, ...slots }: OrderViewProps) {
  const { order } = useOrder(environment, order_id, failure)
  return order ? <Story environment={environment} order={order} {...slots} /> : null
}

/** A kit is sent to and fro; of one that has not left there is nothing to say. */
function isSent({ details }: Order, { events }: OrderTimeline) {
  if (details.data?.shipment) return true
  return details.type === 'testkit' && events.some(({ low }) => isShipping(low))
}

type StoryProps = Omit<OrderViewProps, 'order_id' | 'failure'> & { order: Order }
type StoryBodyProps = StoryProps & { critical: ReactNode; criticalRef: Ref<HTMLDivElement> }

/** The order, beside it the panel that records a call about a critical result. */
function Story(props: StoryProps) {
  const { environment, order } = props
  const recordButton = useRef<HTMLButtonElement>(null)
  const [isRecording, setRecording] = useState(false)
  const wasRecording = useRef(false)
  const [bar, setBar] = useState<HTMLDivElement | null>(null)
  useEffect(() => {
    if (wasRecording.current && !isRecording) recordButton.current?.focus()
    wasRecording.current = isRecording
  }, [isRecording])
  const wasCritical = useWasCritical(environment, order)
  const hasCritical = isCritical(order) || wasCritical
  return (
    <div className="relative flex min-w-0 flex-1 framed:min-h-0">
      <StoryBody
        {...props}
        criticalRef={setBar}
        critical={
          hasCritical && (
            <Suspense fallback={null}>
              <CriticalBanner
                environment={environment}
                order={order}
                isRecording={isRecording}
                recordButton={recordButton}
                bar={bar}
                onRecord={() => setRecording(true)}
              />
            </Suspense>
          )
        }
      />
      {hasCritical && isRecording && (
        <Suspense fallback={null}>
          <CallbackPanel environment={environment} order={order} onClose={() => setRecording(false)} />
        </Suspense>
      )}
    </div>
  )
}

function StoryBody(props: StoryBodyProps) {
  const { environment, order, critical, criticalRef, bookings, received, simulation, drawAction, worklist } = props
  const story = orderTimeline(order)
  const limits = useStuckDays(environment)
  const method = order.lab_test.method
  const { order_transaction: transaction } = order
  const shipment = order.details.data?.shipment ?? null
  const isNextKnown = !story.is_final && expectedNext(method, story.low) !== null
  // Heights as measured beside each other, with the gap below.
  const cards: (StackedCard | false)[] = [
    { id: 'patient', height: 280, card: <PatientCard environment={environment} order={order} /> },
    { id: 'bookings', height: method === 'at_home_phlebotomy' ? 151 : 0, card: bookings },
    { id: 'notes', height: 114, card: <NotesCard notes={order.notes} /> },
    {
      id: 'events',
      height: 106 + 46 * story.events.length + (isNextKnown ? 34 : 0),
      card: <EventTimeline story={story} method={method} limits={limits} />,
    },
    isSent(order, story) && {
      id: 'shipments',
      height: shipment ? 398 : 298,
      card: <ShipmentsCard shipment={shipment} story={story} />,
    },
    { id: 'lab-test', height: 193, card: <LabTestCard order={order} /> },
    transaction != null && {
      id: 'transaction',
      height: 91 + 66 * transaction.orders.length,
      card: <TransactionCard environment={environment} order={order} transaction={transaction} />,
    },
    { id: 'received', height: received ? 150 : 0, card: received },
    { id: 'simulation', height: simulation ? 174 : 0, card: simulation },
  ]
  return (
    <div data-print-alone="" className="relative min-w-0 flex-1 framed:overflow-y-auto print:[zoom:0.78]">
      <Stepper story={story} isPartial={resultsOf(order) === 'partial'} />
      <div className="flex max-w-[1760px] flex-col gap-4 p-4 rail:px-6 rail:py-4">
        {critical}
        <StatusBanner environment={environment} order={order} story={story} limits={limits} />
        {worklist}
        <CardStack cards={cards.filter((card) => card !== false)} />
        <RecordCard order={order} />
      </div>
      <ActionBar environment={environment} order={order} drawAction={drawAction} criticalRef={criticalRef} />
    </div>
  )
}
