/** Actions that happen only in the browser but must be in the audit log. */
import { z } from 'zod'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { uuid } from '#lib/kernel/fields.ts'

/** Actions that happen only in the browser but must be in the log. */
export const REPORTED_ACTIONS = [
  'show_secret',
  'copy_secret',
  'export_orders',
  'export_users',
  'export_connections',
  'print_hand_out',
  'enter_production',
] as const
export type ReportedAction = (typeof REPORTED_ACTIONS)[number]

/** Records an action in the browser; the page shows the data only after this returns. */
export const reportAction = endpoint({
  name: 'report_action',
  section: 'console',
  method: 'POST',
  path: '/audit/events',
  permission: 'users:read',
  params: z.object({}),
  query: z.object({}),
  body: z.object({
    action: z.enum(REPORTED_ACTIONS),
    environment: z.string(),
    /** Ids of the users and orders it was about. */
    subjects: z.array(uuid).max(1000).default([]),
    /** Rows of the file, where that is known before it is made. */
    rows: z.int().min(0).optional(),
  }),
  response: z.null(),
  success: [204],
  safe: false,
})
