/** Every permission there is, with what it lets a person do; apart from the rights (staff/roles.ts), which every page needs. */

const LABELS = {
  'users:read': 'View users and their sources',
  'users:write': 'Change a user’s reference, fallbacks and ingestion dates',
  'users:create': 'Create users',
  'users:delete': 'Delete users, and restore them within 7 days',
  'demographics:read': 'View demographics',
  'demographics:write': 'Change demographics',
  'connections:read': 'View connections and their errors',
  'connections:remove': 'Disconnect a source',
  'connections:import': 'Import connections in bulk',
  'access:create': 'Create links, codes and sign-in tokens',
  'events:read': 'View events received from the service',
  'events:expunge': 'Remove the body of an event',
  'webhooks:manage': 'Manage webhook endpoints and deliveries',
  'orders:read': 'Search and view orders',
  'orders:acknowledge': 'Acknowledge critical results',
  'orders:triage': 'Assign and snooze orders that need action',
  'contacts:write': 'Add notes and record contacts',
  'views:share': 'Share saved views with everyone',
  'orders:simulate': 'Advance orders in the sandbox, for training',
  'markers:read': 'View markers',
  'catalogue:write': 'Name labs, lab tests and lab accounts',
  'service_centers:read': 'Find service centers',
  'appointments:book': 'Book appointments',
  'audit:read': 'View the audit log',
  'staff:manage': 'Manage staff and console settings',
} as const satisfies Record<string, string>

export type Permission = keyof typeof LABELS

export const PERMISSIONS: Readonly<Record<Permission, string>> = LABELS

export const PERMISSION_LIST: readonly Permission[] = Object.keys(PERMISSIONS).filter(isPermission)

function isPermission(name: string): name is Permission {
  return Object.hasOwn(PERMISSIONS, name)
}
