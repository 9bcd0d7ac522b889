'use client'
import { usePathname } from 'next/navigation'
import { EnvironmentLink } from '#components/patterns/page/environment-link.tsx'
import { EmptyState } from '#components/patterns/states/empty-state.tsx'
import { linkButton } from '#components/ui/button/link-button.ts'
import { Tube } from '#components/ui/display/tube.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'

// The list of orders loads this file too, and needs none of that.
const GoneCritical = lazyPart(() => import('#components/orders/critical/critical-banner.tsx'), 'GoneCritical')

/** The address names an order that the service does not have. */
export function NoOrder() {
  const [, environment = '', , order_id = ''] = usePathname().split('/')
  return (
    <>
      <h1 className="sr-only">Not found</h1>
      <GoneCritical environment={environment} order_id={order_id} />
      <EmptyState
        mark={<Tube level={0} className="h-6" />}
        title="Order not found"
        action={
          <EnvironmentLink path="/orders" className={linkButton}>
            Go to orders
          </EnvironmentLink>
        }
      >
        No order has this ID in this environment. The ID may be incomplete, or its user was deleted.
      </EmptyState>
    </>
  )
}
