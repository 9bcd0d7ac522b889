'use client'
import { CalendarCheck, CalendarPlus } from 'lucide-react'
import Link from 'next/link'
import { useDraw } from '#components/bookings/book/use-booking.ts'
import { primaryLink } from '#components/ui/button/link-button.ts'
import { bookPath } from '#lib/domains/bookings/queries.ts'

/** In the action bar of a phone: to the booking form, or to the booking that is open. */
export function DrawAction({ environment, order_id }: { environment: string; order_id: string }) {
  const { open, canBook } = useDraw(environment, order_id)
  if (!(open || canBook)) return null
  const Icon = open ? CalendarCheck : CalendarPlus
  return (
    <Link href={bookPath(environment, order_id, open?.id)} prefetch={false} className={primaryLink}>
      <Icon />
      {open ? 'View booking' : 'Book a draw'}
    </Link>
  )
}
