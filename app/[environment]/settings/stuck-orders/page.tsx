import { HydrationBoundary } from '@tanstack/react-query'
import { StuckView } from '#components/features/settings/stuck/stuck-view.tsx'
import { findEnvironment } from '#components/features/shell/environments.ts'
import { prefetchConsole } from '#lib/client/prefetch.ts'
import { serverContext } from '#lib/client/server-context.ts'
import { requireViewer } from '#lib/client/server-viewer.ts'
import { getStuckLimits } from '#lib/contract/console/stuck-limits.ts'
import { can } from '#lib/contract/roles.ts'

export const metadata = { title: 'Stuck orders' }

export default async function StuckOrdersPage({ params }: PageProps<'/[environment]/settings/stuck-orders'>) {
  const { environment } = await params
  const [{ role }, known, context] = await Promise.all([
    requireViewer(),
    findEnvironment(environment),
    serverContext(environment),
  ])
  const { state, failure } = await prefetchConsole(getStuckLimits, { params: { environment } }, context)
  return (
    <HydrationBoundary state={state}>
      <StuckView
        key={environment}
        environment={environment}
        label={known?.label ?? environment}
        may_change={can(role, 'staff:manage')}
        failure={failure}
      />
    </HydrationBoundary>
  )
}
