/** Actions that happen only in the browser but must be in the audit log. */
import { z } from 'zod'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { uuid } from '#lib/kernel/fields.ts'
import type { Permission } from '#lib/kernel/permissions.ts'

/** Actions that happen only in the browser but must be in the log. */
export const REPORTED_ACTIONS = [
  'show_secret',
  'copy_secret',
  'export_orders',
  'print_orders',
  'export_users',
  'export_connections',
  'export_visits',
  'export_contacts',
  'print_hand_out',
  'enter_production',
] as const
export type ReportedAction = (typeof REPORTED_ACTIONS)[number]

/** A report about people needs the permission of what it says was done. */
export const REPORT_PERMISSIONS: Readonly<Record<ReportedAction, Permission>> = {
  show_secret: 'access:create',
  copy_secret: 'access:create',
  print_hand_out: 'access:create',
  export_orders: 'orders:read',
  print_orders: 'orders:read',
  export_users: 'users:read',
  export_connections: 'connections:read',
  export_visits: 'orders:read',
  export_contacts: 'users:read',
  enter_production: 'users:read',
}

/** Reports of one person in a minute, and IDs in all of them. */
export const REPORT_BUDGET = { reports: 60, ids: 2_000 } as const

/** The page shows the data only after this returns; 422 for subjects that this person wasn't shown. */
export const reportAction = endpoint({
  name: 'report_action',
  method: 'POST',
  path: '/audit/events',
  permission: 'users:read',
  body: z.object({
    action: z.enum(REPORTED_ACTIONS),
    environment: z.string(),
    subjects: z.array(uuid).max(1000).default([]),
    /** Rows of the file, where that is known before it is made. */
    rows: z.int().min(0).optional(),
  }),
  response: z.null(),
  success: [204],
})
