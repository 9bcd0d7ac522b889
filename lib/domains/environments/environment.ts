/** The console's own HTTP interface (`/api/console/…`), stated like the service's so that one client speaks both. */
import { z } from 'zod'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { environmentId } from './environment-id.ts'

export const ENVIRONMENT_KINDS = ['production', 'staging', 'sandbox', 'demo'] as const

/** Environment as a browser may see it: without its address or key. */
export const environment = z.object({
  id: environmentId,
  label: z.string().min(1),
  kind: z.enum(ENVIRONMENT_KINDS),
})
export type Environment = z.infer<typeof environment>

/** Whether the service is the embedded one: only it is known to have what the specification names without a shape. */
export const isEmbedded = ({ kind }: Pick<Environment, 'kind'>) => kind === 'sandbox' || kind === 'demo'

export const listEnvironments = endpoint({
  name: 'list_environments',
  path: '/environments',
  permission: 'users:read',
  response: z.object({ environments: z.array(environment).min(1) }),
})
