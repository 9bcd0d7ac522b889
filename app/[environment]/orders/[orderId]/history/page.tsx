import { notFound } from 'next/navigation'
import { AuditLog } from '#app/[environment]/audit-log.tsx'
import { readOrderId } from '#app/[environment]/orders/[orderId]/load-order.ts'
import { searchOf } from '#lib/kernel/list/list-search.ts'

export const metadata = { title: 'History' }

type Props = PageProps<'/[environment]/orders/[orderId]/history'>

export default async function OrderHistoryPage({ params, searchParams }: Props) {
  const order_id = readOrderId((await params).orderId)
  if (!order_id) notFound()
  return <AuditLog subject={order_id} search={searchOf(await searchParams)} />
}
