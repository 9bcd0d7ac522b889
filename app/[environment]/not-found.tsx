import { EnvironmentLink } from '#components/patterns/page/environment-link.tsx'
import { EmptyState } from '#components/patterns/states/empty-state.tsx'
import { NAV } from '#components/shell/nav.ts'
import { Tube } from '#components/ui/display/tube.tsx'

/** A page this console does not have, inside the frame of its environment. */
export default function NotFound() {
  return (
    <>
      <h1 className="sr-only">Not found</h1>
      <EmptyState
        mark={<Tube level={0} className="h-6" />}
        title="Page not found"
        action={NAV.filter(({ group }) => group === 'work').map(({ section, label }) => (
          <EnvironmentLink
            key={section}
            path={section === '' ? '' : `/${section}`}
            className="inline-flex h-[30px] items-center rounded-control border border-line-2 bg-surface px-[11px] font-control shadow-1 hover:bg-hover max-rail:h-10"
          >
            Go to {label.toLowerCase()}
          </EnvironmentLink>
        ))}
      >
        The address may be incomplete or mistyped.
      </EmptyState>
    </>
  )
}
