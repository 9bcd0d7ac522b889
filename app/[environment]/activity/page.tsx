import { AuditLog } from '#app/[environment]/audit-log.tsx'
import { titleOf } from '#components/shell/nav.ts'
import { searchOf } from '#lib/kernel/list/list-search.ts'

export const metadata = titleOf('activity')

export default async function ActivityPage({ searchParams }: PageProps<'/[environment]/activity'>) {
  return <AuditLog search={searchOf(await searchParams)} />
}
