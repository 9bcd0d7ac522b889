'use client'
import { TriangleAlert } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Columns } from '#components/bookings/book/book-form.tsx'
import { bookingAppearance } from '#components/bookings/booking-status.tsx'
import { orderStatus } from '#components/patterns/domain/order-status.ts'
import { patientText } from '#components/patterns/domain/patient.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { useSecondsLeft } from '#components/ui/display/countdown.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { type Booking, HAND_STATES, type HandState, type WholeBooking } from '#lib/domains/bookings/booking.ts'
import { isOverdue } from '#lib/domains/bookings/queries.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { bookingVisit, clashWords, lowOfVisit } from '#lib/domains/orders/visit.ts'
import { useClockOffset } from '#lib/kernel/client/use-clock-offset.ts'
import { formatInstant } from '#lib/utils/time/instants.ts'
import { AppointmentFacts } from './appointment-facts.tsx'
import { HistoryCard } from './history-card.tsx'
import { NextCard } from './next-card.tsx'
import { OutcomeBanner } from './outcome-banner.tsx'
import { VisitCard } from './visit-card.tsx'
import { WaitingPanel } from './waiting-panel.tsx'

const StateDialog = lazy(() => import('./state-dialog.tsx').then((part) => ({ default: part.StateDialog })))

interface OutcomeViewProps {
  environment: string
  order: Order
  booking: WholeBooking
  /** All bookings of the order. */
  all: readonly Booking[]
  mayBook: boolean
  /** It has just been made here. */
  isFresh: boolean
  /** The booking has another state, or was found to have one. */
  onChanged: () => Promise<unknown>
  onBookAgain: () => void
}

interface Proposed {
  state: HandState | null
  note: string
}

/** The outcome of a booking, as far as this console knows: first what can be told to the patient. */
export function OutcomeView(props: OutcomeViewProps) {
  const { environment, order, booking, all, mayBook, isFresh, onChanged, onBookAgain } = props
  const clock = useWallClock()
  const offset = useClockOffset()
  const [proposed, setProposed] = useState<Proposed | null>(null)
  /** By this machine's clock. */
  const until = booking.gives_up_at === null ? null : Date.parse(booking.gives_up_at) - offset
  const left = useSecondsLeft(booking.state === 'pending' ? until : null)
  const overdue = isOverdue(booking, left > 0 ? 0 : Date.now() + offset)
  const visit = bookingVisit(order, booking, all)
  const clash = clashWords(visit)
  /** The order has said something since that isn’t recorded on the booking. */
  const isBehind = visit.state !== booking.state
  const proposal = HAND_STATES.find((state) => isBehind && state === visit.state) ?? null
  const shown = { ...booking, state: visit.state }
  if (booking.state === 'in_flight') {
    return (
      <Columns aside={null}>
        <WaitingPanel
          environment={environment}
          order={order}
          body={null}
          since={Date.parse(booking.asked_at) - offset}
        />
      </Columns>
    )
  }
  const low = lowOfVisit(visit)
  const saidWords = `${low ? orderStatus(low).label : visit.state}, ${formatInstant(visit.at, clock)}`
  return (
    <Columns
      aside={
        <>
          <AppointmentFacts booking={booking} />
          <NextCard booking={shown} isOverdue={overdue} />
        </>
      }
    >
      {proposal && (
        <Notice kind="warn" icon={TriangleAlert} className="items-center">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p className="min-w-0 flex-1 basis-60">
              <span className="font-heading">The order says:</span> {saidWords}. On this booking it’s still recorded as{' '}
              {bookingAppearance(booking.state).label.toLowerCase()}, which keeps another booking away.
            </p>
            {mayBook && (
              <Button onPress={() => setProposed({ state: proposal, note: `The order’s event says: ${saidWords}.` })}>
                Record as {bookingAppearance(proposal).label.toLowerCase()}
              </Button>
            )}
          </div>
        </Notice>
      )}
      <OutcomeBanner
        environment={environment}
        order={order}
        booking={shown}
        clash={clash}
        isOverdue={overdue && !isBehind}
        until={until}
        mayBook={mayBook}
        isFresh={isFresh}
        isBehind={isBehind}
        onRecord={() => setProposed({ state: null, note: '' })}
        onBookAgain={onBookAgain}
      />
      <VisitCard booking={shown} />
      <HistoryCard environment={environment} booking={booking} />
      {proposed && (
        <Suspense fallback={null}>
          <StateDialog
            environment={environment}
            order={order}
            booking={booking}
            proposed={proposed.state}
            note={proposed.note}
            onSaved={async (state) => {
              setProposed(null)
              await onChanged()
              toast({
                kind: 'done',
                title: `Recorded as ${bookingAppearance(state).label.toLowerCase()}.`,
                text: patientText(environment, order),
              })
            }}
            onStale={() => void onChanged()}
            onClose={() => setProposed(null)}
          />
        </Suspense>
      )}
    </Columns>
  )
}
