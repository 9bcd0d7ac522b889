'use client'
import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { StatusPill } from '#components/shared/order-terms.tsx'
import { ErrorPanel } from '#components/shared/states.tsx'
import { TabLinks } from '#components/shared/tab-links.tsx'
import { CopyableId } from '#components/ui/copyable-id.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { InstantDay } from '#components/ui/time-stamp.tsx'
import type { RequestFailure } from '#lib/client/failure.ts'
import { leave } from '#lib/client/leave-guard.ts'
import { lastLowLevelStatus } from '#lib/contract/order-status.ts'
import { shortId } from '#lib/utils/ids.ts'
import { useOrder } from './use-order.ts'

interface OrderFrameProps {
  environment: string
  order_id: string
  failure: RequestFailure | null
  children: ReactNode
}

/** Which order it is and how it stands, above the parts of its page. */
export function OrderFrame({ environment, order_id, failure: initial, children }: OrderFrameProps) {
  const { order, failure, isFetching, refetch } = useOrder(environment, order_id, initial)
  const base = `/${environment}/orders/${order_id}`
  return (
    <>
      <div className="border-b border-line bg-surface px-4 pt-4 rail:px-6">
        <div className="flex items-start gap-4">
          <div className="min-w-0 flex-1">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h1 className="min-w-0 text-xl break-words">{order?.lab_test.name ?? `Order ${shortId(order_id)}`}</h1>
              {order && <StatusPill status={lastLowLevelStatus(order.events) ?? order.status} />}
            </div>
            <div className="mt-1 flex flex-wrap items-center gap-x-5 gap-y-1 text-ink-2">
              <CopyableId id={order_id} noun="Order id" full />
              {order && (
                <span className="whitespace-nowrap">
                  Placed <InstantDay value={order.created_at} />
                </span>
              )}
            </div>
          </div>
          <IconButton
            icon={RefreshCw}
            label="Load this order again"
            onPress={refetch}
            className="border-transparent! bg-transparent! shadow-none! hover:bg-hover!"
            {...(isFetching && { iconClassName: 'motion-safe:animate-spin' })}
          />
        </div>
        <div className="mt-2.5">
          <TabLinks
            label="Parts of this order"
            tabs={[
              { href: base, label: 'Order' },
              { href: `${base}/history`, label: 'History' },
            ]}
            onGo={leave}
          />
        </div>
      </div>
      {failure && !order && (
        <ErrorPanel subject="The order" failure={failure} isRetrying={isFetching} onRetry={refetch} />
      )}
      {children}
    </>
  )
}
