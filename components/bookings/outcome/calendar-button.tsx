'use client'
import { CalendarArrowDown } from 'lucide-react'
import { Button } from '#components/ui/button/button.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import type { Booking } from '#lib/domains/bookings/booking.ts'
import { countOf } from '#lib/utils/text/counts.ts'

/** One visit as a file for a calendar. The code that writes it comes with the first press. */
export function CalendarButton({ bookings }: { bookings: readonly Booking[] }) {
  const save = async () => {
    const { saveVisits } = await import('#lib/domains/bookings/visit-calendar.ts')
    const saved = saveVisits(bookings)
    toast({ kind: 'done', title: `${countOf(saved, 'visit')} in the calendar file.` })
  }
  return (
    <Button onPress={() => void save()}>
      <CalendarArrowDown aria-hidden="true" className="size-4" strokeWidth={1.9} />
      Calendar file
    </Button>
  )
}
