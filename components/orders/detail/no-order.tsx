'use client'
import { usePathname } from 'next/navigation'
import { lazy, Suspense } from 'react'
import { EnvironmentLink } from '#components/patterns/page/environment-link.tsx'
import { EmptyState } from '#components/patterns/states/empty-state.tsx'
import { linkButton } from '#components/ui/button/link-button.ts'
import { Tube } from '#components/ui/display/tube.tsx'

// The list of orders loads this file too, and needs none of that.
const GoneCritical = lazy(() =>
  import('#components/orders/critical/critical-banner.tsx').then((part) => ({ default: part.GoneCritical })),
)

/** The address names an order that the service does not have. */
export function NoOrder() {
  const [, environment = '', , order_id = ''] = usePathname().split('/')
  return (
    <>
      <h1 className="sr-only">Not found</h1>
      <Suspense fallback={null}>
        <GoneCritical environment={environment} order_id={order_id} />
      </Suspense>
      <EmptyState
        mark={<Tube level={0} className="h-6" />}
        title="Order not found"
        action={
          <EnvironmentLink path="/orders" className={linkButton}>
            Go to orders
          </EnvironmentLink>
        }
      >
        The ID may be incomplete, belong to another environment or to a deleted user.
      </EmptyState>
    </>
  )
}
