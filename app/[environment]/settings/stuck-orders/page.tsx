import { StuckView } from '#components/orders/stuck-limits/stuck-view.tsx'
import { ServerData } from '#components/patterns/page/server-data.tsx'
import { findEnvironment } from '#components/shell/environments.ts'
import { titleOf } from '#components/shell/nav.ts'
import { getStuckLimits } from '#lib/domains/orders/stuck/stuck-limits.ts'
import { can } from '#lib/domains/staff/roles.ts'
import { prefetchConsole } from '#lib/kernel/client/prefetch.ts'
import { serverContext } from '#lib/pages/context.ts'
import { requireViewer } from '#lib/pages/viewer.ts'

export const metadata = titleOf('settings/stuck-orders')

export default async function StuckOrdersPage({ params }: PageProps<'/[environment]/settings/stuck-orders'>) {
  const { environment } = await params
  const [{ role }, known, context] = await Promise.all([
    requireViewer(),
    findEnvironment(environment),
    serverContext(environment),
  ])
  const { state, failure } = await prefetchConsole(getStuckLimits, { params: { environment } }, context)
  return (
    <ServerData state={state}>
      <StuckView
        key={environment}
        environment={environment}
        label={known?.label ?? environment}
        may_change={can(role, 'staff:manage')}
        failure={failure}
      />
    </ServerData>
  )
}
