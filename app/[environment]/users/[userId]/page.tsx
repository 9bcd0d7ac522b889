import { notFound, redirect } from 'next/navigation'
import { TABS } from '#components/features/user/tabs.ts'
import { readUserId } from './load-user.ts'

export default async function UserHome({ params }: PageProps<'/[environment]/users/[userId]'>) {
  const { environment, userId } = await params
  const user_id = readUserId(userId)
  if (!user_id) notFound()
  redirect(`/${environment}/users/${user_id}/${TABS[0].path}`)
}
