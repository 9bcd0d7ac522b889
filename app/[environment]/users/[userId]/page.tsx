import { notFound } from 'next/navigation'
import { loadUserInfo, readUserId } from '#app/[environment]/users/[userId]/load-user.ts'
import { ServerData } from '#components/patterns/page/server-data.tsx'
import { findEnvironment } from '#components/shell/environments.ts'
import { listUserProviders } from '#lib/domains/connections/connection.ts'
import { userOrdersQuery } from '#lib/domains/orders/queries.ts'
import { can } from '#lib/domains/staff/roles.ts'
import { prefetchWith } from '#lib/kernel/client/prefetch.ts'
import { serviceQuery } from '#lib/kernel/client/queries.ts'
import { serverContext } from '#lib/pages/context.ts'
import { loadViewer } from '#lib/pages/viewer.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { UserSummary } from './user-page-frame.tsx'

type Props = PageProps<'/[environment]/users/[userId]'>

/** The template of the layout is for the tabs below it. */
export async function generateMetadata({ params }: Props) {
  const { environment, userId } = await params
  const label = (await findEnvironment(environment))?.label ?? 'Not found'
  return { title: { absolute: `Summary · User ${shortId(readUserId(userId) ?? userId)} · ${label} · Vialdesk` } }
}

export default async function UserSummaryPage({ params }: Props) {
  const { environment, userId } = await params
  const user_id = readUserId(userId)
  if (!user_id) notFound()
  const [info, viewer, context] = await Promise.all([
    loadUserInfo(environment, user_id),
    loadViewer(),
    serverContext(environment),
  ])
  const { state } = await prefetchWith((client) =>
    Promise.all([
      client.prefetchQuery(serviceQuery(listUserProviders, { params: { user_id } }, context)),
      client.prefetchQuery(userOrdersQuery(environment, user_id, context)),
    ]),
  )
  return (
    <ServerData state={state}>
      <UserSummary
        environment={environment}
        user_id={user_id}
        infoFailure={info.failure}
        mayEdit={viewer !== null && can(viewer.role, 'demographics:write')}
      />
    </ServerData>
  )
}
