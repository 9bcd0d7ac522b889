'use client'
import { usePathname } from 'next/navigation'
import { pageName } from './nav.ts'

/** Where you are, in the bar at the top. The page's own heading says it to screen readers. */
export function PageName() {
  return (
    <p aria-hidden="true" className="min-w-0 truncate font-heading max-rail:text-lg">
      {pageName(usePathname())}
    </p>
  )
}
