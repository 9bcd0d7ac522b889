'use client'
import { useQuery } from '@tanstack/react-query'
import { HardDrive } from 'lucide-react'
import Link from 'next/link'
import { useBookingNews } from '#components/bookings/book/use-booking.ts'
import { BookingPill } from '#components/bookings/booking-status.tsx'
import { MinorPatient, Patient } from '#components/bookings/visit-cells.tsx'
import { PENDING_SHOWN, pendingQuery, useVisited, type Visited } from '#components/bookings/visit-orders.ts'
import { useHeldRows } from '#components/patterns/list/held-rows.tsx'
import { NoValue } from '#components/patterns/states/empty-state.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { CopyableId, ShortId } from '#components/ui/display/copyable-id.tsx'
import { useSecondsLeft } from '#components/ui/display/countdown.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { useAlive } from '#components/ui/display/viewer.tsx'
import { bookPath, isOverdue, nextStep } from '#lib/domains/bookings/queries.ts'
import { clashWords } from '#lib/domains/orders/visit.ts'
import { useClockOffset } from '#lib/kernel/client/use-clock-offset.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import { formatCountdown } from '#lib/utils/time/durations.ts'

const getRowId = ({ id }: Visited) => id
/** Milliseconds between two looks while the page is seen; each is an entry in the audit log. */
const POLL_INTERVAL_MS = 45_000

/** On the overview: bookings that wait for an answer or a person, with the time until the service gives them up. */
export function PendingBookings({ environment }: { environment: string }) {
  const query = useQuery({
    ...pendingQuery({ environment }),
    refetchInterval: POLL_INTERVAL_MS,
  })
  useBookingNews()
  const { visited } = useVisited(environment, query.data?.bookings)
  const held = useHeldRows({ rows: visited, getRowId, asked: environment, untilNext: true })
  const { data, error, isFetching, refetch } = query
  const total = data?.total ?? 0
  return (
    <section
      id="pending-bookings"
      aria-labelledby="pending-bookings-title"
      className="rounded-card border border-line bg-surface shadow-1"
    >
      <div className="flex items-center justify-between gap-3 border-b border-line px-4 py-3">
        <h2 id="pending-bookings-title" className="text-base">
          Pending bookings
        </h2>
        {data && (
          <span
            data-tone={total > 0 || error ? 'wait' : 'ok'}
            className="rounded-pill bg-tone-soft px-2 py-0.5 font-heading text-tone-fg"
          >
            {error ? <NoValue word="not counted" /> : formatCount(total)}
          </span>
        )}
      </div>
      {!(data || error) && <Skeleton className="after-300ms m-4 h-12" />}
      {error && (
        <div role="alert" className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-3">
          <p className="min-w-0 flex-1 basis-40 text-ink-2">
            {data ? 'This may be out of date.' : 'Pending bookings didn’t load.'} {error.message}
          </p>
          <Button isPending={isFetching} onPress={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {data && !error && total === 0 && <p className="px-4 py-3 text-ink-2">No pending bookings.</p>}
      {data && (total > 0 || held.gone.size > 0) && (
        <ul className="divide-y divide-line">
          {held.rows?.map((booking) =>
            held.gone.has(booking.id) ? (
              <li key={booking.id} className="px-4 py-2.5 text-ink-3">
                <Patient environment={environment} order={booking.order} />
                <ShortId id={booking.order_id} /> is no longer pending
              </li>
            ) : (
              <PendingLine key={booking.id} environment={environment} booking={booking} />
            ),
          )}
        </ul>
      )}
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1 border-t border-line px-4 py-2.5 text-sm text-ink-3">
        <p className="flex items-start gap-1.5">
          <HardDrive className="mt-0.5 size-3.5 shrink-0" />
          Only bookings made here
        </p>
        <Link
          href={`/${environment}/appointments?period=all`}
          prefetch={false}
          className="inline-flex min-h-6 items-center text-link"
        >
          {total > PENDING_SHOWN ? `All ${countOf(total, 'booking')}` : 'All appointments'}
        </Link>
      </div>
    </section>
  )
}

function PendingLine({ environment, booking }: { environment: string; booking: Visited }) {
  const clash = clashWords(booking.visit)
  const { id, order_id, state, gives_up_at } = booking
  const offset = useClockOffset()
  const until = state === 'pending' && gives_up_at !== null ? Date.parse(gives_up_at) - offset : null
  // Seconds go on between the HTML and the script that takes it over.
  const isAlive = useAlive()
  const left = useSecondsLeft(isAlive ? until : null)
  const now = left > 0 || !isAlive ? 0 : Date.now() + offset
  return (
    <li className="px-4 py-2.5">
      <Patient environment={environment} order={booking.order} />
      <MinorPatient environment={environment} order={booking.order} />
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <BookingPill state={state} isOverdue={isOverdue(booking, now)} />
        {left > 0 && (
          <span className="text-sm text-ink-2">
            <span className="font-heading text-ink">{formatCountdown(left)}</span> until canceled
          </span>
        )}
        {state === 'pending' && gives_up_at === null && <span className="text-sm text-ink-3">No end given</span>}
      </div>
      <p className="mt-1 text-ink-2">{clash ? `${clash.happened} ${clash.todo}` : nextStep(booking, now)}</p>
      <CopyableId id={order_id} noun="Order ID" href={bookPath(environment, order_id, id)} />
    </li>
  )
}
