import { AuditLog } from '#app/[environment]/audit-log.tsx'
import { searchOf } from '#lib/kernel/list/list-search.ts'

export const metadata = { title: 'Audit log' }

export default async function ActivityPage({ searchParams }: PageProps<'/[environment]/activity'>) {
  return <AuditLog search={searchOf(await searchParams)} />
}
