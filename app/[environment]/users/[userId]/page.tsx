import { redirect } from 'next/navigation'
import { TABS } from '#components/features/user/tabs.ts'

export default async function UserHome({ params }: PageProps<'/[environment]/users/[userId]'>) {
  const { environment, userId } = await params
  redirect(`/${environment}/users/${userId}/${TABS[0].path}`)
}
