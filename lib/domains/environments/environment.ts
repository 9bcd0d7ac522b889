/** The console's own HTTP interface (`/api/console/…`), stated like the service's so that one client speaks both. */
import { z } from 'zod'
import type { Viewer } from '#lib/domains/staff/viewer.ts'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { isoDateTime } from '#lib/kernel/fields.ts'

/** Which environment a call to the console is about. */
const environmentId = z.string().regex(/^[a-z][a-z0-9-]{0,31}$/)

/** Path parameters of endpoints that belong to one environment. */
export const inEnvironment = z.object({ environment: environmentId })

export const ENVIRONMENT_KINDS = ['production', 'staging', 'sandbox', 'demo'] as const

/** Environment as a browser may see it: without its address or key. */
export const environment = z.object({
  id: environmentId,
  label: z.string().min(1),
  kind: z.enum(ENVIRONMENT_KINDS),
})
export type Environment = z.infer<typeof environment>

export const listEnvironments = endpoint({
  name: 'list_environments',
  section: 'console',
  method: 'GET',
  path: '/environments',
  permission: 'users:read',
  params: z.object({}),
  query: z.object({}),
  body: null,
  response: z.object({ environments: z.array(environment).min(1) }),
  success: [200],
  safe: true,
})

/** Returns whether a viewer may open an environment; `environments: null` means all, including new ones. */
export function mayEnter(viewer: Pick<Viewer, 'environments'>, id: string): boolean {
  return viewer.environments === null || viewer.environments.includes(id)
}

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
  section: 'console',
  method: 'POST',
  path: '/patient-data/{environment}/reveal',
  permission: 'users:read',
  params: inEnvironment,
  query: z.object({}),
  body: null,
  /** `until`: null where patient data is not masked by default. */
  response: z.object({ until: isoDateTime.nullable() }),
  success: [200],
  safe: false,
})
