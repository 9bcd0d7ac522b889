import { HydrationBoundary } from '@tanstack/react-query'
import { headers } from 'next/headers'
import { prefetchAppointments } from '#components/bookings/appointments/appointments-query.ts'
import { readAppointments } from '#components/bookings/appointments/appointments-search.ts'
import { AppointmentsView } from '#components/bookings/appointments/appointments-view.tsx'
import { titleOf } from '#components/shell/nav.ts'
import { searchOf } from '#lib/kernel/list/list-search.ts'
import { serverContext, viewerPreferences } from '#lib/pages/context.ts'
import { firstWeekday } from '#lib/utils/time/visit-times.ts'

export const metadata = titleOf('appointments')

export default async function AppointmentsPage({ params, searchParams }: PageProps<'/[environment]/appointments'>) {
  const [{ environment }, search, incoming] = await Promise.all([params, searchParams, headers()])
  const [context, { time_zone, now }] = await Promise.all([serverContext(environment), viewerPreferences()])
  const language = incoming.get('accept-language')?.split(/[,;]/, 1)[0] ?? ''
  const first_weekday = firstWeekday(language)
  const asked = readAppointments(searchOf(search))
  const { state, failure } = await prefetchAppointments(context, asked, { time_zone, now, first_weekday })
  return (
    <HydrationBoundary state={state}>
      <AppointmentsView key={environment} environment={environment} first_weekday={first_weekday} failure={failure} />
    </HydrationBoundary>
  )
}
