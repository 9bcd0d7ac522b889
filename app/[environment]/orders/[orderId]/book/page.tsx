import { notFound } from 'next/navigation'
import { readOrderId } from '#app/[environment]/orders/[orderId]/load-order.ts'
import { BookView } from '#components/bookings/outcome/book-view.tsx'
import { LiveUpdates } from '#components/events/live-updates.tsx'
import { ServerData } from '#components/patterns/page/server-data.tsx'
import { findEnvironment } from '#components/shell/environments.ts'
import { BOOK_PERMISSION, prefetchOrderBookings } from '#lib/domains/bookings/queries.ts'
import { denialOf } from '#lib/domains/staff/denial.ts'
import { can } from '#lib/domains/staff/roles.ts'
import { newestEvent, serverContext } from '#lib/pages/context.ts'
import { loadViewer } from '#lib/pages/viewer.ts'

export const metadata = { title: 'Book a draw' }

export default async function BookPage({ params }: PageProps<'/[environment]/orders/[orderId]/book'>) {
  const { environment: id, orderId } = await params
  const order_id = readOrderId(orderId)
  const [environment, viewer] = await Promise.all([findEnvironment(id), loadViewer()])
  if (!(order_id && environment)) notFound()
  const { state, failure } = await prefetchOrderBookings(await serverContext(id), order_id)
  const mayBook = viewer !== null && can(viewer.role, BOOK_PERMISSION)
  return (
    <ServerData state={state}>
      <LiveUpdates environment={id} of="orders" order_id={order_id} after={await newestEvent()} />
      <BookView
        key={`${id}/${order_id}`}
        environment={environment}
        order_id={order_id}
        mayBook={mayBook}
        denial={viewer && !mayBook ? denialOf(viewer.role, BOOK_PERMISSION) : ''}
        failure={failure}
      />
    </ServerData>
  )
}
