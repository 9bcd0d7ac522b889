import { notFound } from 'next/navigation'
import { readUserId } from '#app/[environment]/users/[userId]/load-user.ts'
import { EventListView } from '#components/events/list/event-list-view.tsx'
import { EVENTS, prefetchEvents } from '#components/events/list/event-search.ts'
import { ServerData } from '#components/patterns/page/server-data.tsx'
import { searchOf } from '#lib/kernel/list/list-search.ts'
import { serverContext, viewerPreferences } from '#lib/pages/context.ts'

export const metadata = { title: 'Events' }

export default async function UserEventsPage({
  params,
  searchParams,
}: PageProps<'/[environment]/users/[userId]/events'>) {
  const { environment, userId } = await params
  const user_id = readUserId(userId)
  if (!user_id) notFound()
  const { place } = EVENTS.read(searchOf(await searchParams))
  const [context, { now }] = await Promise.all([serverContext(environment), viewerPreferences()])
  const { state, failure } = await prefetchEvents(context, { ...place, filters: { ...place.filters, user_id } }, now)
  return (
    <ServerData state={state}>
      <EventListView key={`${environment}/${user_id}`} environment={environment} user_id={user_id} failure={failure} />
    </ServerData>
  )
}
