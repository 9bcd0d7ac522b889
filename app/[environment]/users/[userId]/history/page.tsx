import { notFound } from 'next/navigation'
import { AuditLog } from '#app/[environment]/audit-log.tsx'
import { readUserId } from '#app/[environment]/users/[userId]/load-user.ts'
import { searchOf } from '#lib/kernel/list/list-search.ts'

export const metadata = { title: 'History' }

type Props = PageProps<'/[environment]/users/[userId]/history'>

export default async function UserHistoryPage({ params, searchParams }: Props) {
  const { environment, userId } = await params
  const user_id = readUserId(userId)
  if (!user_id) notFound()
  const history = { of: 'user', id: user_id } as const
  return <AuditLog environment={environment} history={history} search={searchOf(await searchParams)} />
}
