/** The console's own HTTP interface (`/api/console/…`), stated like the service's so that one client speaks both. */
import { z } from 'zod'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { isoDateTime } from '#lib/kernel/fields.ts'

export const environmentId = z.string().regex(/^[a-z][a-z0-9-]{0,31}$/)

/** Path parameters of endpoints that belong to one environment. */
export const inEnvironment = z.object({ environment: environmentId })

export const ENVIRONMENT_KINDS = ['production', 'staging', 'sandbox', 'demo'] as const

/** Which the specification names without describing them, so that a remote service may lack them; the last two only the embedded one has. */
export const OPERATIONS = [
  'create_user',
  'delete_user',
  'list_bulk_ops',
  'get_workout_stream',
  'get_historical_pulls',
  'list_deleted_users',
  'manage_teams',
] as const
export type Operation = (typeof OPERATIONS)[number]

/** Environment as a browser may see it: without its address or key. */
export const environment = z.object({
  id: environmentId,
  label: z.string().min(1),
  kind: z.enum(ENVIRONMENT_KINDS),
  /** Left out before they are known. */
  operations: z.array(z.enum(OPERATIONS)).optional(),
})
export type Environment = z.infer<typeof environment>

/** Whether the service is known to have an operation: nothing is offered before. */
export const offers = ({ operations = [] }: Pick<Environment, 'operations'>, operation: Operation) =>
  operations.includes(operation)

export const listEnvironments = endpoint({
  name: 'list_environments',
  path: '/environments',
  permission: 'users:read',
  response: z.object({ environments: z.array(environment).min(1) }),
})

/** Whether answers hide who patients are until somebody asks to see them, on record. */
export function isMaskedByDefault({ kind }: Pick<Environment, 'kind'>): boolean {
  return kind === 'production'
}

/**
 * From now on, for five minutes, answers to this session in this environment say who patients are. It is recorded
 * when it returns, and so is each patient shown during that time. Earlier answers stay masked until they are requested again.
 */
export const revealPatientData = endpoint({
  name: 'reveal_patient_data',
  method: 'POST',
  path: '/patient-data/{environment}/reveal',
  permission: 'users:read',
  params: inEnvironment,
  /** `until`: null where patient data is not masked by default. */
  response: z.object({ until: isoDateTime.nullable() }),
})

/** Asks the service again what it has, by reads alone; 502 where it can't be asked. */
export const checkOperations = endpoint({
  name: 'check_operations',
  method: 'POST',
  path: '/environments/{environment}/operations',
  permission: 'staff:manage',
  params: inEnvironment,
  response: z.object({ operations: z.array(z.enum(OPERATIONS)) }),
  errors: ['service_unreachable'],
})
