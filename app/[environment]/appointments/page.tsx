import { APPOINTMENTS, prefetchAppointments } from '#components/bookings/appointments/appointments-search.ts'
import { AppointmentsView } from '#components/bookings/appointments/appointments-view.tsx'
import { LiveUpdates } from '#components/events/live-updates.tsx'
import { ServerData } from '#components/patterns/page/server-data.tsx'
import { titleOf } from '#components/shell/nav.ts'
import { searchOf } from '#lib/kernel/list/list-search.ts'
import { newestEvent, serverContext, viewerPreferences } from '#lib/pages/context.ts'

export const metadata = titleOf('appointments')

export default async function AppointmentsPage({ params, searchParams }: PageProps<'/[environment]/appointments'>) {
  const [{ environment }, search] = await Promise.all([params, searchParams])
  const [context, preferences] = await Promise.all([serverContext(environment), viewerPreferences()])
  const { time_zone, now, first_weekday } = preferences
  const { place } = APPOINTMENTS.read(searchOf(search))
  const { state, failure } = await prefetchAppointments(context, place, { time_zone, now, first_weekday })
  return (
    <ServerData state={state}>
      <LiveUpdates environment={environment} of="orders" after={await newestEvent()} />
      <AppointmentsView key={environment} environment={environment} first_weekday={first_weekday} failure={failure} />
    </ServerData>
  )
}
