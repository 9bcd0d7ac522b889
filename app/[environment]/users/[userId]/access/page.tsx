import { notFound } from 'next/navigation'
import { readUserId } from '#app/[environment]/users/[userId]/load-user.ts'
import { AccessView } from '#components/access/access-view.tsx'
import { TabBody } from '#components/patterns/page/section-card.tsx'
import { denialOf } from '#lib/domains/staff/denial.ts'
import { can } from '#lib/domains/staff/roles.ts'
import { loadViewer } from '#lib/pages/viewer.ts'

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
