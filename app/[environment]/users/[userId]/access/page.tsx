import { notFound } from 'next/navigation'
import { readUserId } from '#app/[environment]/users/[userId]/load-user.ts'
import { AccessView } from '#components/features/access/access-view.tsx'
import { TabBody } from '#components/features/user/tab-body.tsx'
import { loadViewer } from '#lib/client/server-viewer.ts'
import { denialOf } from '#lib/contract/console/denial.ts'
import { can } from '#lib/contract/roles.ts'

export const metadata = { title: 'Access' }

/** Nothing is read ahead: what the cards make is for this browser alone, and never part of a page. */
export default async function AccessPage({ params }: PageProps<'/[environment]/users/[userId]/access'>) {
  const { environment, userId } = await params
  const user_id = readUserId(userId)
  if (!user_id) notFound()
  const viewer = await loadViewer()
  const may = !viewer || can(viewer.role, 'access:create')
  return (
    <TabBody>
      <AccessView
        key={`${environment}/${user_id}`}
        environment={environment}
        user_id={user_id}
        denial={may ? null : denialOf(viewer.role, 'access:create')}
      />
    </TabBody>
  )
}
