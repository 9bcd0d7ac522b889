import { HardDrive, Send, TriangleAlert } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { Columns } from '#components/bookings/book/book-form.tsx'
import { WaitingPanel } from '#components/bookings/book/booking-notices.tsx'
import { bookingAppearance } from '#components/bookings/booking-status.tsx'
import { orderStatus } from '#components/patterns/domain/order-status.ts'
import { patientText } from '#components/patterns/domain/patient.tsx'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { useSecondsLeft } from '#components/ui/display/countdown.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { Redact } from '#components/ui/display/redact.tsx'
import { DayTime } from '#components/ui/display/time-stamp.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import {
  type Booking,
  type BookingChange,
  type BookingState,
  HAND_STATES,
  type HandState,
  type WholeBooking,
} from '#lib/domains/bookings/booking.ts'
import { isOverdue } from '#lib/domains/bookings/queries.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { bookingVisit, clashWords, isElsewhere, lowOfVisit } from '#lib/domains/orders/visit.ts'
import { useClockOffset } from '#lib/kernel/client/use-clock-offset.ts'
import { formatInstant } from '#lib/utils/time/instants.ts'
import { isKnownZone, visitTime } from '#lib/utils/time/visit-times.ts'
import { zoneName } from '#lib/utils/time/zone-spelling.ts'
import { AppointmentFacts } from './appointment-facts.tsx'
import { OutcomeBanner } from './outcome-banner.tsx'

interface Way {
  state: BookingState
  text: string
}

const AFTER_PENDING: readonly Way[] = [
  {
    state: 'confirmed',
    text: 'The order’s latest event becomes “Appointment scheduled”. Set it here and tell the patient.',
  },
  {
    state: 'cancelled',
    text: 'The order’s latest event becomes “Appointment canceled”. Get a new key and book again.',
  },
]
const AFTER_UNKNOWN: readonly Way[] = [
  { state: 'confirmed', text: 'The provider has it, or the order says “Appointment scheduled”.' },
  { state: 'failed', text: 'The provider has no appointment: book again.' },
]

/** While nothing is settled: how it can end, and what to do then. */
function NextCard({ booking: { state }, isOverdue }: { booking: Pick<Booking, 'state'>; isOverdue: boolean }) {
  if (state !== 'pending' && state !== 'unknown') return null
  const ways = state === 'pending' ? AFTER_PENDING : AFTER_UNKNOWN
  return (
    <SectionCard title={isOverdue || state === 'unknown' ? 'What to check' : 'What can happen next'}>
      <ul className="flex flex-col gap-3">
        {ways.map((way) => {
          const { label, tone, icon: Icon } = bookingAppearance(way.state)
          return (
            <li key={way.state} data-tone={tone} className="flex items-start gap-2.5">
              <Icon className="mt-0.5 shrink-0 text-tone-fg" />
              <span>
                <span className="font-heading">{label}.</span> <span className="text-ink-2">{way.text}</span>
              </span>
            </li>
          )
        })}
      </ul>
    </SectionCard>
  )
}

const StateDialog = lazyPart(() => import('./state-dialog.tsx'), 'StateDialog')

interface OutcomeViewProps {
  environment: string
  order: Order
  booking: WholeBooking
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
  /** Another visit has been booked since this one was over. */
  const hasOther = isElsewhere(visit)
  /** The order has said something since that isn’t recorded on the booking. */
  const isBehind = !hasOther && visit.state !== booking.state
  const proposal = HAND_STATES.find((state) => isBehind && state === visit.state) ?? null
  const shown = { ...booking, state: hasOther ? booking.state : visit.state }
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
          <AppointmentFacts environment={environment} order={order} booking={booking} />
          {!clash && <NextCard booking={shown} isOverdue={overdue} />}
        </>
      }
    >
      {hasOther && (
        <Notice kind="warn" icon={TriangleAlert}>
          <span className="font-heading">The order says:</span> {saidWords}. That visit wasn’t booked here. Ask the
          provider when it is.
        </Notice>
      )}
      {proposal && (
        <Notice kind="warn" icon={TriangleAlert} className="items-center">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p className="min-w-0 flex-1 basis-60">
              <span className="font-heading">The order says:</span> {saidWords}. On this booking it’s still recorded as{' '}
              {bookingAppearance(booking.state).label.toLowerCase()}.
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
        onBookAgain={hasOther ? null : onBookAgain}
      />
      <VisitCard booking={shown} />
      <HistoryCard environment={environment} booking={booking} />
      {proposed && (
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
      )}
    </Columns>
  )
}

/** When the visit is, at its place, for whoever looks, and as the service sent it. */
function VisitCard({ booking: { state, start_at, end_at, iana_timezone } }: { booking: Booking }) {
  const viewer = useWallClock()
  if (start_at === null) return null
  const site = isKnownZone(iana_timezone) ? iana_timezone : null
  const clocks = [
    { who: 'Patient’s time', zone: site },
    { who: 'For you', zone: viewer.zone },
    { who: 'UTC', zone: 'UTC' },
  ]
  return (
    <SectionCard
      title={state === 'pending' || state === 'unknown' ? 'Requested visit' : 'Visit'}
      summary="From the service."
    >
      <dl className="-m-4 grid divide-line max-rail:divide-y rail:grid-cols-3 rail:divide-x">
        {clocks.map(({ who, zone }) => {
          const time = zone === null ? null : visitTime(start_at, end_at, { ...viewer, zone })
          return (
            <div key={who} className="p-4">
              <dt className="text-ink-3">{who}</dt>
              {time && zone ? (
                <dd>
                  <span className="block text-lg font-heading">{time.time}</span>
                  <span className="block">
                    {time.day}
                    {zone !== 'UTC' && `, ${time.zone}`}
                  </span>
                  <span className="block text-xs text-ink-3">{zone === 'UTC' ? 'Original value' : zoneName(zone)}</span>
                </dd>
              ) : (
                <dd className="text-ink-2">
                  {iana_timezone
                    ? `This console doesn’t know the time zone “${iana_timezone}”.`
                    : 'The service gave no time zone.'}
                </dd>
              )}
            </div>
          )
        })}
      </dl>
    </SectionCard>
  )
}

function HistoryCard({ environment, booking }: { environment: string; booking: WholeBooking }) {
  const newest = booking.history.toReversed()
  return (
    <SectionCard
      title="Progress"
      summary={
        <span className="inline-flex items-start gap-1.5">
          <HardDrive className="mt-0.5 size-3.5 shrink-0" />
          Stored in this console only.
        </span>
      }
    >
      <ol className="flex flex-col">
        {newest.map((change) => {
          const isSent = change.state === 'in_flight'
          const { label, tone, icon } = bookingAppearance(change.state)
          const Icon = isSent ? Send : icon
          return (
            <li
              key={`${change.at} ${change.state}`}
              data-tone={isSent ? 'place' : tone}
              className="relative flex gap-3 pb-4 last:pb-0 not-last:before:absolute not-last:before:top-6 not-last:before:bottom-0 not-last:before:left-[12.5px] not-last:before:w-px not-last:before:bg-line-2"
            >
              <span className="grid size-[26px] shrink-0 place-items-center rounded-full border border-tone-line bg-tone-soft text-tone-fg">
                <Icon className="size-3.5" />
              </span>
              <span className="min-w-0 flex-1">
                <span className="flex flex-wrap items-baseline justify-between gap-x-3">
                  <span className="font-heading">{isSent ? 'Booking sent' : label}</span>
                  <DayTime value={change.at} className="text-ink-2" />
                </span>
                <span className="block text-xs text-ink-2">
                  {byWords(change, label)}
                  {change.event_id !== null && (
                    <>
                      {' '}
                      <Link
                        href={`/${environment}/events?event=${change.event_id}&within=month`}
                        prefetch={false}
                        className="font-control text-link"
                      >
                        View event
                      </Link>
                    </>
                  )}
                </span>
                {change.note && (
                  <span className="block break-words whitespace-pre-wrap">
                    <Redact noun="Note">{change.note}</Redact>
                  </span>
                )}
              </span>
            </li>
          )
        })}
      </ol>
    </SectionCard>
  )
}

function byWords({ by, state, event_id }: BookingChange, label: string): string {
  if (event_id !== null)
    return state === 'pending' ? 'From an event of the service.' : `${label} by an event from the service.`
  if (state === 'in_flight') return `By ${by?.name ?? 'someone'}`
  if (by) return `Set manually by ${by.name}`
  return state === 'unknown' ? 'No further answer' : 'From the service'
}
