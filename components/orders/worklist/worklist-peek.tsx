/** The preview of a row of the worklist: the order itself, read when somebody looks. */
import { useQuery } from '@tanstack/react-query'
import { OrderPeek } from '#components/orders/list/order-peek.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { orderQuery } from '#lib/domains/orders/queries.ts'

interface WorklistPeekProps {
  environment: string
  order_id: string
  onClose: () => void
}

export function WorklistPeek({ environment, order_id, onClose }: WorklistPeekProps) {
  const { data, error } = useQuery(orderQuery(environment, order_id))
  const order = data?.orders.find(({ id }) => id === order_id)
  // Over the page, which stays as it is: with another column the row would move away.
  if (order) {
    return <OrderPeek environment={environment} order={order} place="needs action" isOver onClose={onClose} />
  }
  return (
    <aside
      aria-label="Preview"
      className="fixed inset-y-0 right-0 z-50 w-[340px] max-w-full border-l border-line bg-surface p-4 shadow-3 framed:absolute framed:z-20"
    >
      {error || data ? <p role="alert">This order didn’t load. {error?.message}</p> : <Skeleton className="h-40" />}
    </aside>
  )
}
