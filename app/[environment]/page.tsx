import { PendingBookings } from '#components/bookings/outcome/pending-bookings.tsx'
import { fetchPending } from '#components/bookings/visit-orders.ts'
import { SilenceCard } from '#components/connections/silent-sources.tsx'
import { OpenRequestsCard } from '#components/contacts/data-requests.tsx'
import { LiveUpdates } from '#components/events/live-updates.tsx'
import { FirstSteps } from '#components/orders/overview/first-steps.tsx'
import { prefetchOverview } from '#components/orders/overview/overview-query.ts'
import { OverviewView } from '#components/orders/overview/overview-view.tsx'
import { FILTER_KEY, readFilter } from '#components/orders/worklist/worklist-query.ts'
import { ServerData } from '#components/patterns/page/server-data.tsx'
import { findEnvironment, loadEnvironments } from '#components/shell/environments.ts'
import { DisabledEndpoints } from '#components/webhooks/disabled-notice.tsx'
import { offers } from '#lib/domains/environments/environment.ts'
import { searchOf } from '#lib/kernel/list/list-search.ts'
import { newestEvent, serverContext, viewerPreferences } from '#lib/pages/context.ts'
import { loadViewer } from '#lib/pages/viewer.ts'

/** Whole: the template of the layout beside it is for the pages below. */
export async function generateMetadata({ params }: PageProps<'/[environment]'>) {
  const environment = await findEnvironment((await params).environment)
  return { title: { absolute: `Overview · ${environment?.label ?? 'Not found'} · Vialdesk` } }
}

export default async function OverviewPage({ params, searchParams }: PageProps<'/[environment]'>) {
  const [{ environment }, search, viewer] = await Promise.all([params, searchParams, loadViewer()])
  const [context, { time_zone }] = await Promise.all([serverContext(environment), viewerPreferences()])
  const filter = readFilter(searchOf(search).get(FILTER_KEY))
  const { state, failure } = await prefetchOverview(context, { time_zone, filter }, (client) =>
    fetchPending(client, context),
  )
  const environments = await loadEnvironments()
  const isDemo = environments.some(({ id, kind }) => id === environment && kind === 'demo')
  // Before a service has answered, nobody knows which it is.
  const isConnected = environments.some((each) => each.operations && !offers(each, 'manage_teams'))
  return (
    <ServerData state={state}>
      <LiveUpdates environment={environment} of="orders" after={await newestEvent()} />
      <OverviewView
        key={environment}
        environment={environment}
        viewer={viewer && { id: viewer.id, role: viewer.role }}
        failure={failure}
        steps={
          viewer && !isDemo && <FirstSteps environment={environment} viewer_id={viewer.id} isConnected={isConnected} />
        }
        bookings={
          <>
            <DisabledEndpoints environment={environment} />
            <PendingBookings environment={environment} />
            <OpenRequestsCard environment={environment} />
            <SilenceCard environment={environment} />
          </>
        }
      />
    </ServerData>
  )
}
