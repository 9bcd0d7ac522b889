import { EnvironmentLink } from '#components/patterns/page/environment-link.tsx'
import { EmptyState } from '#components/patterns/states/empty-state.tsx'
import { linkButton } from '#components/ui/button/link-button.ts'
import { Tube } from '#components/ui/display/tube.tsx'

/** The address names an order that the service does not have. */
export function NoOrder() {
  return (
    <>
      <h1 className="sr-only">Not found</h1>
      <EmptyState
        mark={<Tube level={0} className="h-6" />}
        title="Order not found"
        action={
          <EnvironmentLink path="/orders" className={linkButton}>
            Go to orders
          </EnvironmentLink>
        }
      >
        The ID may be incomplete or belong to another environment.
      </EmptyState>
    </>
  )
}
