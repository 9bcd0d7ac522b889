/** Saves visits as a calendar file, with the addresses that the viewer may see, and says what is in it. */
import { patientText } from '#components/patterns/domain/patient.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { reportAction } from '#lib/domains/audit/report-action.ts'
import type { TimedBooking } from '#lib/domains/bookings/queries.ts'
import { saveVisits } from '#lib/domains/bookings/visit-calendar.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { compareInstants } from '#lib/utils/time/instants.ts'
import { locationOf, readVisited } from './visit-orders.ts'

/** Without the addresses there is still a file; `left` is said after its count. @throws RequestError where it can't be recorded */
export async function saveCalendar(environment: string, bookings: readonly TimedBooking[], left = ''): Promise<void> {
  const timed = bookings.filter(({ start_at }) => start_at !== null)
  // On record before there is a file; without an entry there is none.
  const subjects = [...new Set(timed.map(({ order_id }) => order_id))]
  const entry = { action: 'export_visits', environment, subjects, rows: timed.length } as const
  await consoleRequest(reportAction, { body: entry }, {})
  const visits = await readVisited(environment, timed).catch((error: unknown) => {
    if (error instanceof RequestError) return null
    throw error
  })
  const locations = new Map(
    visits?.flatMap(({ order_id, order }) => {
      const location = locationOf(order)
      return location === '' ? [] : [[order_id, location] as const]
    }),
  )
  const { count, off } = await saveVisits(
    visits?.map(({ visit: { at, outlives_order }, ...booking }) => {
      const told = outlives_order ? booking.order?.updated_at : null
      const changed_at = told && compareInstants(told, at) > 0 ? told : at
      return { ...booking, isOrderCanceled: outlives_order === true, changed_at }
    }) ?? timed,
    environment,
    locations,
  )
  const without = timed.filter(({ order_id }) => !locations.has(order_id)).length
  const kinds = [
    ...(off < count || off === 0 ? [countOf(count - off, 'visit')] : []),
    ...(off > 0 ? [countOf(off, 'canceled visit')] : []),
  ]
  const title = `${kinds.join(' and ')} in the calendar file.${left}`
  const reason = visits ? 'Addresses that are hidden or not on the order are left out.' : 'The orders didn’t load.'
  const order = timed.length === 1 ? visits?.[0]?.order : null
  const more = without > 0 ? `${countOf(without, 'visit')} without an address. ${reason}` : ''
  toast({ kind: 'done', title, text: order ? patientText(environment, order, more) : more })
}
