/** Who may do what: the one table that the proxy, the console's back end and the settings page share. */
import type { Permission } from '#lib/kernel/endpoint.ts'

export const ROLES = ['administrator', 'support', 'lab_coordinator', 'read_only'] as const
export type Role = (typeof ROLES)[number]

/** Every permission with what it lets a person do. */
export const PERMISSIONS: Readonly<Record<Permission, string>> = {
  'users:read': 'View users and their sources',
  'users:write': 'Change a user’s reference, fallbacks and ingestion dates',
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
  'views:share': 'Share saved views with everyone',
  'orders:simulate': 'Advance orders in the sandbox, for training',
  'markers:read': 'View markers',
  'catalogue:write': 'Name labs, lab tests and lab accounts',
  'service_centers:read': 'Find service centers',
  'appointments:book': 'Book appointments',
  'audit:read': 'View the audit log',
  'staff:manage': 'Manage staff and console settings',
}

const READING = [
  'users:read',
  'demographics:read',
  'connections:read',
  'events:read',
  'orders:read',
  'markers:read',
  'service_centers:read',
] as const satisfies readonly Permission[]

const RIGHTS: Readonly<Record<Role, ReadonlySet<Permission>>> = {
  administrator: new Set(Object.keys(PERMISSIONS).filter(isPermission)),
  support: new Set<Permission>([
    ...READING,
    'users:write',
    'demographics:write',
    'connections:remove',
    'connections:import',
    'access:create',
    'orders:acknowledge',
    'orders:triage',
    'views:share',
  ]),
  lab_coordinator: new Set<Permission>([
    ...READING,
    'demographics:write',
    'orders:acknowledge',
    'orders:triage',
    'views:share',
    'appointments:book',
    'catalogue:write',
  ]),
  read_only: new Set<Permission>(READING),
}

/** Returns whether a role includes a permission. */
export function can(role: Role, permission: Permission): boolean {
  return RIGHTS[role].has(permission)
}

/** Returns whether a role may use what needs a permission. Without a known role it may: the server decides. */
export function mayUse(role: Role | null, permission: Permission | null | undefined): boolean {
  return !permission || role === null || can(role, permission)
}

function isPermission(name: string): name is Permission {
  return Object.hasOwn(PERMISSIONS, name)
}
