'use client'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { CallbackPanel, CriticalBanner } from '#components/orders/critical/critical-result.tsx'
import { isShipping } from '#lib/domains/orders/next-steps.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { type OrderTimeline, orderTimeline } from '#lib/domains/orders/timeline.ts'
import type { RequestFailure } from '#lib/kernel/client/failure.ts'
import { EventTimeline } from './event-timeline.tsx'
import { LabTestCard, RecordCard } from './lab-test-card.tsx'
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
  /** What the service has sent about it. */
  received?: ReactNode
  /** What moves the order on, where it can be simulated. */
  simulation?: ReactNode
}

/** What is known of one order, and what has happened to it. */
export function OrderView({ environment, order_id, failure, ...slots }: OrderViewProps) {
  const { order } = useOrder(environment, order_id, failure)
  return order ? <Story environment={environment} order={order} {...slots} /> : null
}

/** A kit is sent to and fro; of one that has not left there is nothing to say. */
function isSent({ details }: Order, { events }: OrderTimeline) {
  if (details.data?.shipment) return true
  return details.type === 'testkit' && events.some(({ low }) => isShipping(low))
}

interface StoryProps extends Pick<OrderViewProps, 'environment' | 'bookings' | 'received' | 'simulation'> {
  order: Order
}

/** The order, beside it the panel that records a call about a critical result. */
function Story(props: StoryProps) {
  const { environment, order } = props
  const recordButton = useRef<HTMLButtonElement>(null)
  const [isRecording, setRecording] = useState(false)
  const wasRecording = useRef(false)
  useEffect(() => {
    if (wasRecording.current && !isRecording) recordButton.current?.focus()
    wasRecording.current = isRecording
  }, [isRecording])
  const isCritical = order.interpretation === 'critical'
  return (
    <div className="relative flex min-w-0 flex-1 framed:min-h-0">
      <StoryBody
        {...props}
        critical={
          isCritical && (
            <Suspense fallback={null}>
              <CriticalBanner
                environment={environment}
                order={order}
                isRecording={isRecording}
                recordButton={recordButton}
                onRecord={() => setRecording(true)}
              />
            </Suspense>
          )
        }
      />
      {isCritical && isRecording && (
        <Suspense fallback={null}>
          <CallbackPanel environment={environment} order={order} onClose={() => setRecording(false)} />
        </Suspense>
      )}
    </div>
  )
}

function StoryBody({
  environment,
  order,
  critical,
  bookings,
  received,
  simulation,
}: StoryProps & { critical: ReactNode }) {
  const story = orderTimeline(order)
  const limits = useStuckDays(environment)
  const hasParcels = isSent(order, story)
  const record = <RecordCard order={order} />
  return (
    <div data-print-alone="" className="relative min-w-0 flex-1 framed:overflow-y-auto print:[zoom:0.78]">
      <Stepper story={story} />
      <div className="@container/story flex max-w-[1440px] flex-col gap-4 p-4 rail:px-6 rail:py-4">
        {critical}
        <StatusBanner environment={environment} order={order} story={story} limits={limits} />
        <div className="grid items-start gap-4 print:block print:columns-2 @min-[740px]/story:grid-cols-[minmax(0,1.12fr)_minmax(0,1fr)] @min-[1060px]/story:grid-cols-[minmax(0,1.6fr)_minmax(0,2fr)]">
          <EventTimeline story={story} method={order.lab_test.method} limits={limits} />
          <div className="grid items-start gap-4 print:contents @min-[1060px]/story:grid-cols-2">
            <div className="flex min-w-0 flex-col gap-4 print:contents">
              {simulation}
              {bookings}
              {hasParcels && <ShipmentsCard shipment={order.details.data?.shipment ?? null} story={story} />}
              <LabTestCard order={order} />
              {!hasParcels && record}
            </div>
            <div className="flex min-w-0 flex-col gap-4 print:contents">
              <PatientCard environment={environment} order={order} />
              {order.order_transaction && (
                <TransactionCard environment={environment} order={order} transaction={order.order_transaction} />
              )}
              {hasParcels && record}
              {received}
            </div>
          </div>
        </div>
      </div>
    </div>
  )
}
