/** After how many days without a change an order counts as stuck, by its status or stage: a setting of an environment. */
import { z } from 'zod'
import { inEnvironment } from '#lib/domains/environments/environment.ts'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { isoDateTime } from '#lib/kernel/fields.ts'
import { STUCK_DAYS, STUCK_STAGES } from './stuck-days.ts'

const none = z.object({})

const stuckLimits = z.object({
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

/** Limits of stuck orders as they are set; apart from reading them, which every list of orders does. */
const MAX_DAYS = 365
const WHOLE_DAYS = `Use whole days, 1 to ${MAX_DAYS}.`

export const limitDays = z.int(WHOLE_DAYS).min(1, WHOLE_DAYS).max(MAX_DAYS, WHOLE_DAYS)

/** A record with some of these keys. */
function keyOf(names: readonly string[]) {
  return z.string().refine((name) => names.includes(name), 'Not a status or stage in which orders can be stuck.')
}

/** Days by status, for orders as they would be judged. */
export const someLimits = z.record(keyOf(Object.keys(STUCK_DAYS)), limitDays)

/** Limits to set; a stage's limit applies to its statuses without one of their own. */
const chosenLimits = z.record(keyOf([...Object.keys(STUCK_DAYS), ...STUCK_STAGES]), limitDays)

/** All of them at once; 409 where somebody has changed them since `version`, and nothing is kept. */
export const changeStuckLimits = endpoint({
  name: 'change_stuck_limits',
  section: 'console',
  method: 'PATCH',
  path: '/settings/{environment}/stuck-limits',
  permission: 'staff:manage',
  params: inEnvironment,
  query: z.object({}),
  body: z.object({ chosen: chosenLimits, version: stuckLimits.shape.version }),
  response: stuckLimits,
  success: [200],
  safe: false,
})
