'use client'
import { useQuery } from '@tanstack/react-query'
import { usePathname } from 'next/navigation'
import { EnvironmentLink } from '#components/patterns/page/environment-link.tsx'
import { EmptyState } from '#components/patterns/states/empty-state.tsx'
import { linkButton } from '#components/ui/button/link-button.ts'
import { TimeStamp } from '#components/ui/display/time-stamp.tsx'
import { Tube } from '#components/ui/display/tube.tsx'
import { criticalState } from '#lib/domains/orders/critical/critical-state.ts'
import { acknowledgementsQuery, callbacksQuery } from '#lib/domains/orders/queries.ts'
import { uuidProblem } from '#lib/utils/ids/ids.ts'

/** The address names an order that the service does not have. */
export function NoOrder() {
  const open = useOpenCritical()
  return (
    <>
      <h1 className="sr-only">Not found</h1>
      {open && (
        <p role="alert" data-tone="warn" className="border-b border-line bg-tone-soft px-4 py-2 text-tone-fg rail:px-6">
          This order had a critical result <TimeStamp value={open} />. It isn’t settled. If its user was deleted,
          restore the user to see who it concerns.
        </p>
      )}
      <EmptyState
        mark={<Tube level={0} className="h-6" />}
        title="Order not found"
        action={
          <EnvironmentLink path="/orders" className={linkButton}>
            Go to orders
          </EnvironmentLink>
        }
      >
        {open ? 'The service no longer has it.' : 'The ID may be incomplete or belong to another environment.'}
      </EmptyState>
    </>
  )
}

/** Returns when the critical result came that this console has seen of the order, while it is open. */
function useOpenCritical(): string | null {
  const [, environment = '', , orderId = ''] = usePathname().split('/')
  const enabled = uuidProblem(orderId) === null
  const taken = useQuery({ ...acknowledgementsQuery(environment, [orderId]), enabled }).data
  const called = useQuery({ ...callbacksQuery(environment, [orderId]), enabled }).data
  const seen = taken?.seen_critical.find(({ order_id }) => order_id === orderId)
  if (!(seen && taken && called)) return null
  return criticalState({ ...seen, ...taken, ...called, is_critical: true }).isOpen ? seen.result_at : null
}
