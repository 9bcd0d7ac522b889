import { HydrationBoundary } from '@tanstack/react-query'
import { notFound } from 'next/navigation'
import { readOrderId } from '#app/[environment]/orders/[orderId]/load-order.ts'
import { BookView } from '#components/features/booking/book-view.tsx'
import { findEnvironment } from '#components/features/shell/environments.ts'
import { BOOK_PERMISSION, prefetchOrderBookings } from '#lib/client/booking-queries.ts'
import { serverContext } from '#lib/client/server-context.ts'
import { loadViewer } from '#lib/client/server-viewer.ts'
import { denialOf } from '#lib/contract/console/denial.ts'
import { can } from '#lib/contract/roles.ts'

export const metadata = { title: 'Book a draw' }

export default async function BookPage({ params }: PageProps<'/[environment]/orders/[orderId]/book'>) {
  const { environment: id, orderId } = await params
  const order_id = readOrderId(orderId)
  const [environment, viewer] = await Promise.all([findEnvironment(id), loadViewer()])
  if (!(order_id && environment)) notFound()
  const { state, failure } = await prefetchOrderBookings(await serverContext(id), order_id)
  const mayBook = viewer !== null && can(viewer.role, BOOK_PERMISSION)
  return (
    <HydrationBoundary state={state}>
      <BookView
        key={`${id}/${order_id}`}
        environment={environment}
        order_id={order_id}
        mayBook={mayBook}
        denial={viewer && !mayBook ? denialOf(viewer.role, BOOK_PERMISSION) : ''}
        failure={failure}
      />
    </HydrationBoundary>
  )
}
