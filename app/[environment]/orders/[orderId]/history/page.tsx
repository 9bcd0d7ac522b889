import { notFound } from 'next/navigation'
import { readOrderId } from '#app/[environment]/orders/[orderId]/load-order.ts'
import { SubjectHistory } from '#app/[environment]/subject-history.tsx'
import { searchOf } from '#lib/client/list-search.ts'

export const metadata = { title: 'History' }

type Props = PageProps<'/[environment]/orders/[orderId]/history'>

export default async function OrderHistoryPage({ params, searchParams }: Props) {
  const order_id = readOrderId((await params).orderId)
  if (!order_id) notFound()
  return <SubjectHistory subject={order_id} search={searchOf(await searchParams)} />
}
