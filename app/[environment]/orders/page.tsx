import { HydrationBoundary } from '@tanstack/react-query'
import { ordersPaging, ordersSearch } from '#components/features/orders/orders-paging.ts'
import { OrdersView } from '#components/features/orders/orders-view.tsx'
import { readListSearch, searchOf } from '#lib/client/list-search.ts'
import { prefetch } from '#lib/client/prefetch.ts'
import { serverContext } from '#lib/client/server-context.ts'

export const metadata = { title: 'Orders' }

export default async function OrdersPage({ params, searchParams }: PageProps<'/[environment]/orders'>) {
  const { environment } = await params
  const { page, size } = readListSearch(ordersSearch, searchOf(await searchParams)).query
  const context = await serverContext(environment)
  const input = ordersPaging.toInput((page - 1) * size, size)
  const { state, failure } = await prefetch(ordersPaging.endpoint, input, context)
  return (
    <HydrationBoundary state={state}>
      <OrdersView key={environment} environment={environment} failure={failure} />
    </HydrationBoundary>
  )
}
