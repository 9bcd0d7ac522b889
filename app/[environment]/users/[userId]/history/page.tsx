import { notFound } from 'next/navigation'
import { AuditLog } from '#app/[environment]/audit-log.tsx'
import { readUserId } from '#app/[environment]/users/[userId]/load-user.ts'
import { searchOf } from '#lib/kernel/list/list-search.ts'

export const metadata = { title: 'History' }

type Props = PageProps<'/[environment]/users/[userId]/history'>

export default async function UserHistoryPage({ params, searchParams }: Props) {
  const user_id = readUserId((await params).userId)
  if (!user_id) notFound()
  return <AuditLog subject={user_id} search={searchOf(await searchParams)} />
}
