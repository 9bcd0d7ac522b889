import { notFound } from 'next/navigation'
import { AuditLog } from '#app/[environment]/audit-log.tsx'
import { readOrderId } from '#app/[environment]/orders/[orderId]/load-order.ts'
import { searchOf } from '#lib/kernel/list/list-search.ts'

export const metadata = { title: 'History' }

type Props = PageProps<'/[environment]/orders/[orderId]/history'>

export default async function OrderHistoryPage({ params, searchParams }: Props) {
  const { environment, orderId } = await params
  const order_id = readOrderId(orderId)
  if (!order_id) notFound()
  const history = { of: 'order', id: order_id } as const
  return <AuditLog environment={environment} history={history} search={searchOf(await searchParams)} />
}
