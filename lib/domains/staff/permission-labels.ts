/** What each permission lets a person do, in words; apart from the rights, which every page needs. */
import type { Permission } from '#lib/kernel/endpoint.ts'

/** Every permission there is. */
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
