'use client'
import { CalendarArrowDown } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { toast } from '#components/ui/toast.tsx'
import type { Booking } from '#lib/contract/console/bookings.ts'
import { countOf } from '#lib/utils/counts.ts'

/** One visit as a file for a calendar. The code that writes it comes with the first press. */
export function CalendarButton({ bookings }: { bookings: readonly Booking[] }) {
  const save = async () => {
    const { saveVisits } = await import('#lib/client/visit-calendar.ts')
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
