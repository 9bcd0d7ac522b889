/** Roles and their rights: the one table shared by the proxy, the console's back end and the settings page. */
import type { Permission } from '#lib/kernel/permissions.ts'

export const ROLES = ['administrator', 'support', 'lab_coordinator', 'read_only'] as const
export type Role = (typeof ROLES)[number]

const READING = [
  'users:read',
  'demographics:read',
  'connections:read',
  'events:read',
  'orders:read',
  'markers:read',
  'service_centers:read',
] as const satisfies readonly Permission[]

const RIGHTS: Readonly<Record<Exclude<Role, 'administrator'>, ReadonlySet<Permission>>> = {
  support: new Set<Permission>([
    ...READING,
    'users:write',
    'users:create',
    'users:delete',
    'demographics:write',
    'connections:remove',
    'connections:import',
    'access:create',
    'orders:acknowledge',
    'orders:triage',
    'contacts:write',
    'views:share',
  ]),
  lab_coordinator: new Set<Permission>([
    ...READING,
    'demographics:write',
    'orders:acknowledge',
    'orders:triage',
    'contacts:write',
    'views:share',
    'appointments:book',
    'catalogue:write',
  ]),
  read_only: new Set<Permission>(READING),
}

export function can(role: Role, permission: Permission): boolean {
  return role === 'administrator' || RIGHTS[role].has(permission)
}

/** Returns whether a role may use what needs a permission. Without a known role it may: the server decides. */
export function mayUse(role: Role | null, permission: Permission | null | undefined): boolean {
  return !permission || role === null || can(role, permission)
}

export const ROLE_LABELS: Readonly<Record<Role, { label: string; purpose: string }>> = {
  administrator: { label: 'Administrator', purpose: 'Everything, including staff and the audit log.' },
  support: { label: 'Support', purpose: 'Helps users: profiles, demographics, connections, links and codes.' },
  lab_coordinator: { label: 'Lab coordinator', purpose: 'Follows orders and books appointments.' },
  read_only: { label: 'Read-only', purpose: 'Sees everything about users and orders, and changes nothing.' },
}
