/** Limits of stuck orders as they are set; apart from reading them, which every list of orders does. */
import { z } from 'zod'
import { inEnvironment } from '#lib/domains/environments/environment.ts'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { STUCK_DAYS, STUCK_STAGES } from './stuck-days.ts'
import { stuckLimits } from './stuck-limits.ts'

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
  method: 'PATCH',
  path: '/settings/{environment}/stuck-limits',
  permission: 'staff:manage',
  params: inEnvironment,
  body: z.object({ chosen: chosenLimits, version: stuckLimits.shape.version }),
  response: stuckLimits,
})
