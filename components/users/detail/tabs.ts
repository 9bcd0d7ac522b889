import type { Permission } from '#lib/kernel/permissions.ts'

interface Tab {
  path: string
  label: string
  /** Permission needed to see the tab. */
  permission?: Permission
}

/** The parts of a user's page, in the order in which they stand; each is a page of app/[environment]/users/[userId]. */
export const TABS: readonly Tab[] = [
  { path: '', label: 'Summary' },
  { path: 'profile', label: 'Profile' },
  { path: 'demographics', label: 'Demographics' },
  { path: 'connections', label: 'Connections' },
  { path: 'orders', label: 'Orders' },
  { path: 'events', label: 'Events', permission: 'events:read' },
  { path: 'access', label: 'Access', permission: 'access:create' },
  { path: 'history', label: 'History', permission: 'audit:read' },
]
