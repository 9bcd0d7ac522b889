/** After how many days without a change an order counts as stuck, by its status or stage: a setting of an environment. */
import { z } from 'zod'
import { inEnvironment } from '#lib/domains/environments/environment.ts'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { isoDateTime } from '#lib/kernel/fields.ts'
import { STUCK_DAYS } from './stuck-days.ts'

export const stuckLimits = z.object({
  /** Every status in which more is expected; with the default limit where nobody has set another. */
  days: z.record(z.enum(Object.keys(STUCK_DAYS)), z.int()),
  /** Limits set by staff, by status or stage, that `days` derive from. */
  chosen: z.record(z.string(), z.int()),
  /** Grows with every change; 0 where nobody has made one. */
  version: z.int().min(0),
  changed_at: isoDateTime.nullable(),
  /** By the name they had then. */
  changed_by: z.string().nullable(),
})
export type StuckLimits = z.output<typeof stuckLimits>

export const getStuckLimits = endpoint({
  name: 'get_stuck_limits',
  path: '/settings/{environment}/stuck-limits',
  permission: 'orders:read',
  params: inEnvironment,
  response: stuckLimits,
})
