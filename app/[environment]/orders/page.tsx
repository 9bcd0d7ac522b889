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
  const { endpoint, toInput } = ordersPaging(null)
  const { state, failure } = await prefetch(endpoint, toInput((page - 1) * size, size), context)
  return (
    <HydrationBoundary state={state}>
      <OrdersView key={environment} environment={environment} user_id={null} failure={failure} />
    </HydrationBoundary>
  )
}
