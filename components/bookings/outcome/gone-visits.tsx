'use client'
/** On the page of an order that the service no longer has: its visits that may still take place, and how they end. */
import { usePathname } from 'next/navigation'
import { lazy, Suspense, useState } from 'react'
import { useBookingNews, useOrderBookings } from '#components/bookings/book/use-booking.ts'
import { EnvironmentLink } from '#components/patterns/page/environment-link.tsx'
import { useMay, useOffers } from '#components/patterns/page/role.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { linkButton } from '#components/ui/button/link-button.ts'
import { TimeStamp } from '#components/ui/display/time-stamp.tsx'
import { type Booking, setBookingState } from '#lib/domains/bookings/booking.ts'
import { bookingVisit, clashWords, isOn } from '#lib/domains/orders/visit.ts'
import { listDeletedUsers } from '#lib/domains/users/directory.ts'
import { uuid } from '#lib/kernel/fields.ts'

const StateDialog = lazy(() => import('./state-dialog.tsx').then((part) => ({ default: part.StateDialog })))

export function GoneVisits() {
  const [, environment = '', , id] = usePathname().split('/')
  const order_id = uuid.safeParse(id).data
  return order_id ? <OfOrder environment={environment} order_id={order_id} /> : null
}

function OfOrder({ environment, order_id }: { environment: string; order_id: string }) {
  const { bookings } = useOrderBookings(environment, order_id, null)
  const tell = useBookingNews()
  const [asked, setAsked] = useState<Booking | null>(null)
  const maySet = useMay(setBookingState.permission)
  const isListed = useOffers('list_deleted_users')
  const mayRestore = useMay(listDeletedUsers.permission) && isListed
  return (
    <>
      {bookings
        ?.filter(({ state }) => isOn(state))
        .map((booking) => {
          const words = clashWords({ ...bookingVisit(null, booking), outlives_order: 'gone' })
          return (
            <section
              key={booking.id}
              aria-label="Visit"
              data-tone="warn"
              className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-tone-soft px-4 py-2 text-tone-fg rail:px-6"
            >
              <p role="alert" className="min-w-0 flex-1 basis-64">
                <span>{words?.happened} </span>
                {booking.start_at && (
                  <span>
                    It begins <TimeStamp value={booking.start_at} />.{' '}
                  </span>
                )}
                <span>{words?.todo}</span>
              </p>
              {mayRestore && (
                <EnvironmentLink path="/users/deleted" className={linkButton}>
                  Deleted users
                </EnvironmentLink>
              )}
              {maySet && <Button onPress={() => setAsked(booking)}>Record an update</Button>}
            </section>
          )
        })}
      {asked && (
        <Suspense fallback={null}>
          <StateDialog
            environment={environment}
            order={{ user_id: null }}
            booking={asked}
            proposed={null}
            note=""
            onSaved={async () => {
              setAsked(null)
              await tell()
            }}
            onStale={() => void tell()}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
    </>
  )
}
