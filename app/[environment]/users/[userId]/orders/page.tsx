import { HydrationBoundary } from '@tanstack/react-query'
import { notFound } from 'next/navigation'
import { readUserId } from '#app/[environment]/users/[userId]/load-user.ts'
import { ordersPaging, ordersSearch } from '#components/features/orders/orders-paging.ts'
import { OrdersView } from '#components/features/orders/orders-view.tsx'
import { readListSearch, searchOf } from '#lib/client/list-search.ts'
import { prefetch } from '#lib/client/prefetch.ts'
import { serverContext } from '#lib/client/server-context.ts'

export const metadata = { title: 'Orders' }

type Props = PageProps<'/[environment]/users/[userId]/orders'>

/** The list of orders, bound to one user. */
export default async function UserOrdersPage({ params, searchParams }: Props) {
  const { environment, userId } = await params
  const user_id = readUserId(userId)
  if (!user_id) notFound()
  const { page, size } = readListSearch(ordersSearch, searchOf(await searchParams)).query
  const { endpoint, toInput } = ordersPaging(user_id)
  const { state, failure } = await prefetch(
    endpoint,
    toInput((page - 1) * size, size),
    await serverContext(environment),
  )
  return (
    <HydrationBoundary state={state}>
      <OrdersView environment={environment} user_id={user_id} failure={failure} />
    </HydrationBoundary>
  )
}
