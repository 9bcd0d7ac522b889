import type { ReactElement } from 'react'
import { NoRight } from '#components/patterns/states/empty-state.tsx'
import { denialOf } from '#lib/domains/staff/denial.ts'
import { can } from '#lib/domains/staff/roles.ts'
import type { Viewer } from '#lib/domains/staff/viewer.ts'
import { pageAt } from './nav.ts'

/** Returns what a person sees in place of a page that their role does not include; null where it does. */
export function deniedPage(section: string, viewer: Pick<Viewer, 'role'> | null): ReactElement | null {
  const { label, permission } = pageAt(section)
  if (!viewer || !permission || can(viewer.role, permission)) return null
  return <NoRight subject={label} detail={denialOf(viewer.role, permission)} />
}
