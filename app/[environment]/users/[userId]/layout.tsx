import { notFound } from 'next/navigation'
import { ServerData } from '#components/patterns/page/server-data.tsx'
import { findEnvironment } from '#components/shell/environments.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { loadUser, loadUserInfo, readUserId } from './load-user.ts'
import { UserPageFrame } from './user-page-frame.tsx'

/** The server's title holds an ID: the browser puts the name in, masked as the page is (`usePersonTitle`). */
export async function generateMetadata({ params }: LayoutProps<'/[environment]/users/[userId]'>) {
  const { environment, userId } = await params
  const label = (await findEnvironment(environment))?.label ?? 'Not found'
  return {
    title: { template: `%s · User ${shortId(readUserId(userId) ?? userId)} · ${label} · Vialdesk`, default: 'User' },
  }
}

export default async function UserLayout({ params, children }: LayoutProps<'/[environment]/users/[userId]'>) {
  const { environment, userId } = await params
  const user_id = readUserId(userId)
  if (!user_id) notFound()
  const [user, info] = await Promise.all([loadUser(environment, user_id), loadUserInfo(environment, user_id)])
  if (user.failure?.status === 404) notFound()
  return (
    <ServerData state={user.state}>
      <ServerData state={info.state}>
        <UserPageFrame
          key={`${environment}/${user_id}`}
          environment={environment}
          user_id={user_id}
          failure={user.failure}
          infoFailure={info.failure}
        >
          {children}
        </UserPageFrame>
      </ServerData>
    </ServerData>
  )
}
