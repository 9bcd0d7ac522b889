import { notFound } from 'next/navigation'
import { loadUser, readUserId } from '#app/[environment]/users/[userId]/load-user.ts'
import { ProfileView } from '#components/features/user/profile-view.tsx'
import { loadViewer } from '#lib/client/server-viewer.ts'
import { denialOf } from '#lib/contract/console/denial.ts'
import { can } from '#lib/contract/roles.ts'

export const metadata = { title: 'Profile' }

export default async function ProfilePage({ params }: PageProps<'/[environment]/users/[userId]/profile'>) {
  const { environment, userId } = await params
  const user_id = readUserId(userId)
  if (!user_id) notFound()
  const [{ failure }, viewer] = await Promise.all([loadUser(environment, user_id), loadViewer()])
  const may = viewer !== null && can(viewer.role, 'users:write')
  return (
    <ProfileView
      environment={environment}
      user_id={user_id}
      denial={may || !viewer ? null : denialOf(viewer.role, 'users:write')}
      failure={failure}
    />
  )
}
