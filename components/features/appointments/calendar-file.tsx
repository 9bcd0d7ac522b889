'use client'
import { CalendarArrowDown } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { toast } from '#components/ui/toast.tsx'
import type { BookingsQuery } from '#lib/client/booking-queries.ts'
import { RequestError } from '#lib/client/errors.ts'
import { consoleRequest } from '#lib/client/request.ts'
import { listBookings } from '#lib/contract/console/bookings.ts'
import { countOf } from '#lib/utils/counts.ts'

/** Most visits of one file. */
const MOST = 500

interface CalendarFileProps {
  environment: string
  /** What is shown; null where nothing can be asked. */
  query: BookingsQuery | null
}

/** All that is shown, as a file for a calendar: without names, and what is not confirmed says so. */
export function CalendarFile({ environment, query }: CalendarFileProps) {
  const [isPending, setPending] = useState(false)
  const save = async () => {
    setPending(true)
    try {
      const input = { params: { environment }, query: { ...query, offset: 0, limit: MOST } }
      const [{ bookings, total }, { saveVisits }] = await Promise.all([
        consoleRequest(listBookings, input, {}),
        import('#lib/client/visit-calendar.ts'),
      ])
      const left = total > MOST ? ` The first ${MOST} of ${total} bookings were looked at.` : ''
      toast({ kind: 'done', title: `${countOf(saveVisits(bookings), 'visit')} in the calendar file.${left}` })
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      toast({ kind: 'failed', title: 'The calendar file was not made.', text: error.message })
    } finally {
      setPending(false)
    }
  }
  return (
    <Button isPending={isPending} isDisabled={query === null} onPress={() => void save()}>
      <CalendarArrowDown aria-hidden="true" className="size-4" strokeWidth={1.9} />
      Calendar file
    </Button>
  )
}
