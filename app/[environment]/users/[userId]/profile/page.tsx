import { notFound } from 'next/navigation'
import { loadUser, readUserId } from '#app/[environment]/users/[userId]/load-user.ts'
import { offersOperation } from '#components/shell/environments.ts'
import { ProfileView } from '#components/users/detail/profile-view.tsx'
import { denialOf } from '#lib/domains/staff/denial.ts'
import { can } from '#lib/domains/staff/roles.ts'
import { deleteUser } from '#lib/domains/users/user.ts'
import { loadViewer } from '#lib/pages/viewer.ts'

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
      mayDelete={
        viewer !== null &&
        can(viewer.role, deleteUser.permission) &&
        (await offersOperation(environment, 'delete_user'))
      }
      failure={failure}
    />
  )
}
