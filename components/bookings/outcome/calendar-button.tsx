'use client'
import { CalendarArrowDown } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import type { Booking } from '#lib/domains/bookings/booking.ts'

interface CalendarButtonProps {
  environment: string
  bookings: readonly Booking[]
}

/** One visit as a file for a calendar. The code that writes it comes with the first press. */
export function CalendarButton({ environment, bookings }: CalendarButtonProps) {
  const [isPending, setPending] = useState(false)
  const save = async () => {
    setPending(true)
    const { saveCalendar } = await import('#components/bookings/save-calendar.ts')
    await saveCalendar(environment, bookings).finally(() => setPending(false))
  }
  return (
    <Button isPending={isPending} onPress={() => void save()}>
      <CalendarArrowDown aria-hidden="true" className="size-4" strokeWidth={1.9} />
      Calendar file
    </Button>
  )
}
