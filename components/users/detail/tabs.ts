/** The parts of a user's page, in the order in which they stand; each is a page of app/[environment]/users/[userId]. */
export const TABS = [
  { path: '', label: 'Summary' },
  { path: 'profile', label: 'Profile' },
  { path: 'demographics', label: 'Demographics' },
  { path: 'connections', label: 'Connections' },
  { path: 'orders', label: 'Orders' },
  { path: 'access', label: 'Access' },
  { path: 'history', label: 'History' },
] as const
