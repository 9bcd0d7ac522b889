import { HydrationBoundary } from '@tanstack/react-query'
import { PendingBookings } from '#components/bookings/outcome/pending-bookings.tsx'
import { prefetchOverview } from '#components/orders/overview/overview-query.ts'
import { OverviewView } from '#components/orders/overview/overview-view.tsx'
import { findEnvironment } from '#components/shell/environments.ts'
import { serverContext, viewerPreferences } from '#lib/pages/context.ts'
import { loadViewer } from '#lib/pages/viewer.ts'

/** Whole: the template of the layout beside it is for the pages below. */
export async function generateMetadata({ params }: PageProps<'/[environment]'>) {
  const environment = await findEnvironment((await params).environment)
  return { title: { absolute: `Overview · ${environment?.label ?? 'Not found'} · Vialdesk` } }
}

export default async function OverviewPage({ params }: PageProps<'/[environment]'>) {
  const [{ environment }, viewer, { time_zone }] = await Promise.all([params, loadViewer(), viewerPreferences()])
  const { state, failure } = await prefetchOverview(await serverContext(environment), time_zone)
  return (
    <HydrationBoundary state={state}>
      <OverviewView
        key={environment}
        environment={environment}
        viewer={viewer && { id: viewer.id, role: viewer.role }}
        failure={failure}
        bookings={<PendingBookings environment={environment} />}
      />
    </HydrationBoundary>
  )
}
