/** After how many days without a change an order counts as stuck, by its low-level status: a setting of an environment. */
import { z } from 'zod'
import { inEnvironment } from '#lib/domains/environments/environment-id.ts'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { isoDateTime } from '#lib/kernel/fields.ts'
import { STUCK_DAYS } from './stuck-days.ts'

const none = z.object({})

const MAX_DAYS = 365
const WHOLE_DAYS = `Use whole days, 1 to ${MAX_DAYS}.`

export const limitDays = z.int(WHOLE_DAYS).min(1, WHOLE_DAYS).max(MAX_DAYS, WHOLE_DAYS)

/** Every status in which more is expected; with the usual days where nobody has chosen others. */
const limitsByStatus = z.record(z.enum(Object.keys(STUCK_DAYS)), limitDays)

const stuckLimits = z.object({
  days: limitsByStatus,
  /** Grows with every change; 0 where nobody has made one. */
  version: z.int().min(0),
  changed_at: isoDateTime.nullable(),
  /** By the name they had then. */
  changed_by: z.string().nullable(),
})
export type StuckLimits = z.output<typeof stuckLimits>

export const getStuckLimits = endpoint({
  name: 'get_stuck_limits',
  section: 'console',
  method: 'GET',
  path: '/settings/{environment}/stuck-limits',
  permission: 'orders:read',
  params: inEnvironment,
  query: none,
  body: null,
  response: stuckLimits,
  success: [200],
  safe: true,
})

/** All of them at once; 409 where somebody has changed them since `version`, and nothing is kept. */
export const changeStuckLimits = endpoint({
  name: 'change_stuck_limits',
  section: 'console',
  method: 'PATCH',
  path: '/settings/{environment}/stuck-limits',
  permission: 'staff:manage',
  params: inEnvironment,
  query: none,
  body: z.object({ days: limitsByStatus, version: stuckLimits.shape.version }),
  response: stuckLimits,
  success: [200],
  safe: false,
})
