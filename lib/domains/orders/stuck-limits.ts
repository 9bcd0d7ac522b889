/** After how many days without a change an order counts as stuck, by its status or stage: a setting of an environment. */
import { z } from 'zod'
import { inEnvironment } from '#lib/domains/environments/environment-id.ts'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { isoDateTime } from '#lib/kernel/fields.ts'
import { STUCK_DAYS, STUCK_STAGES } from './stuck-days.ts'

const none = z.object({})

const MAX_DAYS = 365
const WHOLE_DAYS = `Use whole days, 1 to ${MAX_DAYS}.`

export const limitDays = z.int(WHOLE_DAYS).min(1, WHOLE_DAYS).max(MAX_DAYS, WHOLE_DAYS)

/** Every status in which more is expected; with the usual days where nobody has chosen others. */
const limitsByStatus = z.record(z.enum(Object.keys(STUCK_DAYS)), limitDays)

/** A record with some of these keys. */
function keyOf(names: readonly string[]) {
  return z.string().refine((name) => names.includes(name), 'Not a status or stage in which orders can be stuck.')
}

/** Days by status, for orders as they would be judged. */
export const someLimits = z.record(keyOf(Object.keys(STUCK_DAYS)), limitDays)

/** What somebody has set: of a stage, for those of its statuses that have no limit of their own. */
const chosenLimits = z.record(keyOf([...Object.keys(STUCK_DAYS), ...STUCK_STAGES]), limitDays)
export type ChosenLimits = z.output<typeof chosenLimits>

const stuckLimits = z.object({
  days: limitsByStatus,
  /** Where `days` come from; what is missing has the default limit. */
  chosen: chosenLimits,
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
  body: z.object({ chosen: chosenLimits, version: stuckLimits.shape.version }),
  response: stuckLimits,
  success: [200],
  safe: false,
})
