import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { toast } from '#components/ui/dialog/toast.tsx'
import { orderQuery } from '#lib/domains/orders/queries.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { CallbackPanel } from './callback-panel.tsx'

interface OrderCallProps {
  environment: string
  order_id: string
  onClose: () => void
}

/** The panel that records a call, on a page that doesn't have the order: it is read first. */
export function OrderCall({ environment, order_id, onClose }: OrderCallProps) {
  const { data, error } = useQuery(orderQuery(environment, order_id))
  const order = data?.orders.find(({ id }) => id === order_id)
  const isGone = error !== null || (data !== undefined && !order)
  useEffect(() => {
    if (!isGone) return
    toast({ kind: 'failed', title: `Order ${shortId(order_id)} didn’t load.`, text: 'Open it to record the call.' })
    onClose()
  }, [isGone, order_id, onClose])
  return order ? <CallbackPanel environment={environment} order={order} onClose={onClose} /> : null
}
