'use client'
import Link from 'next/link'
import { useParams } from 'next/navigation'
import { EmptyState } from '#components/patterns/states/empty-state.tsx'
import { linkButton } from '#components/ui/button/link-button.ts'
import { Tube } from '#components/ui/display/tube.tsx'

/** The address names an order that the service does not have. */
export function NoOrder() {
  const { environment } = useParams<{ environment: string }>()
  return (
    <>
      <h1 className="sr-only">Not found</h1>
      <EmptyState
        mark={<Tube level={0} className="h-6" />}
        title="Order not found"
        action={
          <Link href={`/${environment}/orders`} prefetch={false} className={linkButton}>
            Go to orders
          </Link>
        }
      >
        The ID may be incomplete or belong to another environment.
      </EmptyState>
    </>
  )
}
