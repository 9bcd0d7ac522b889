import { HydrationBoundary } from '@tanstack/react-query'
import { notFound } from 'next/navigation'
import { readUserId } from '#app/[environment]/users/[userId]/load-user.ts'
import { ConnectionsView } from '#components/features/connections/connections-view.tsx'
import { TabBody } from '#components/features/user/tab-body.tsx'
import { prefetch } from '#lib/client/prefetch.ts'
import { serverContext } from '#lib/client/server-context.ts'
import { loadViewer } from '#lib/client/server-viewer.ts'
import { listUserProviders } from '#lib/contract/connection.ts'
import { denialOf } from '#lib/contract/console/denial.ts'
import type { Permission } from '#lib/contract/endpoint.ts'
import { can } from '#lib/contract/roles.ts'

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
    <HydrationBoundary state={state}>
      <TabBody>
        <ConnectionsView
          key={`${environment}/${user_id}`}
          environment={environment}
          user_id={user_id}
          denials={{ link: denial('access:create'), disconnect: denial('connections:remove') }}
          failure={failure}
        />
      </TabBody>
    </HydrationBoundary>
  )
}
