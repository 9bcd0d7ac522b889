import { notFound } from 'next/navigation'
import { readUserId } from '#app/[environment]/users/[userId]/load-user.ts'
import { ConnectionsView } from '#components/connections/user/connections-view.tsx'
import { LiveUpdates } from '#components/events/live-updates.tsx'
import { TabBody } from '#components/patterns/page/section-card.tsx'
import { ServerData } from '#components/patterns/page/server-data.tsx'
import { listUserProviders } from '#lib/domains/connections/connection.ts'
import { denialOf } from '#lib/domains/staff/denial.ts'
import { can } from '#lib/domains/staff/roles.ts'
import { prefetch } from '#lib/kernel/client/prefetch.ts'
import type { Permission } from '#lib/kernel/permissions.ts'
import { newestEvent, serverContext } from '#lib/pages/context.ts'
import { loadViewer } from '#lib/pages/viewer.ts'

export const metadata = { title: 'Connections' }

export default async function ConnectionsPage({ params }: PageProps<'/[environment]/users/[userId]/connections'>) {
  const { environment, userId } = await params
  const user_id = readUserId(userId)
  if (!user_id) notFound()
  const viewer = await loadViewer()
  const denial = (permission: Permission) =>
    !viewer || can(viewer.role, permission) ? null : denialOf(viewer.role, permission)
  const { state, failure } = await prefetch(
    listUserProviders,
    { params: { user_id } },
    await serverContext(environment),
  )
  return (
    <ServerData state={state}>
      <LiveUpdates environment={environment} of="connections" after={await newestEvent()} />
      <TabBody>
        <ConnectionsView
          key={`${environment}/${user_id}`}
          environment={environment}
          user_id={user_id}
          denials={{ link: denial('access:create'), disconnect: denial('connections:remove') }}
          failure={failure}
        />
      </TabBody>
    </ServerData>
  )
}
