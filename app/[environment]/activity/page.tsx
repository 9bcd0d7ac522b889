import { AuditLog } from '#app/[environment]/audit-log.tsx'
import { titleOf } from '#components/shell/nav.ts'
import { searchOf } from '#lib/kernel/list/list-search.ts'

export const metadata = titleOf('activity')

export default async function ActivityPage({ params, searchParams }: PageProps<'/[environment]/activity'>) {
  const { environment } = await params
  return <AuditLog environment={environment} search={searchOf(await searchParams)} />
}
