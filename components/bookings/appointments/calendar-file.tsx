import { CalendarArrowDown } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { listBookings } from '#lib/domains/bookings/booking.ts'
import type { BookingsQuery } from '#lib/domains/bookings/queries.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'

const MOST = 500

interface CalendarFileProps {
  environment: string
  /** The query on screen; null where nothing can be queried. */
  query: BookingsQuery | null
}

/** All that is shown, as a file for a calendar: with the addresses the viewer may see, without names, and what is not confirmed says so. */
export function CalendarFile({ environment, query }: CalendarFileProps) {
  const [isPending, setPending] = useState(false)
  const save = async () => {
    setPending(true)
    try {
      const input = { params: { environment }, query: { ...query, offset: 0, limit: MOST } }
      const [{ bookings, total }, { saveCalendar }] = await Promise.all([
        consoleRequest(listBookings, input, {}),
        import('#components/bookings/save-calendar.ts'),
      ])
      const left = total > MOST ? ` Only the first ${MOST} of ${total} bookings are included.` : ''
      await saveCalendar(environment, bookings, left)
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      toast({ kind: 'failed', title: 'We couldn’t create the calendar file.', text: error.message })
    } finally {
      setPending(false)
    }
  }
  return (
    <Button icon={CalendarArrowDown} isPending={isPending} isDisabled={query === null} onPress={() => void save()}>
      Calendar file
    </Button>
  )
}
