/** Showing patient data in an environment where it is masked. */
import { z } from 'zod'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { isoDateTime } from '#lib/kernel/fields.ts'
import type { Environment } from './environment.ts'
import { inEnvironment } from './environment-id.ts'

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
