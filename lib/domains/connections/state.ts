/** The state of a connection as people see it, from what the service says of it (gap "connection status"). */
import type { Connection } from './connection.ts'
import { connectionProblem } from './errors.ts'
import { providerKind } from './providers.ts'
import type { ConnectionState } from './states.ts'

/** An error wins; `Retrying` is the historical pull's own word (spec, "Versioning" 3); the rest is as sent. */
export function connectionState({ slug, status, error_details }: Connection): ConnectionState {
  if (status === 'error' || error_details?.error_type) return connectionProblem(error_details?.error_type).state
  if (status.toLowerCase() === 'retrying') return 'retrying'
  if (status !== 'connected') return 'other'
  return providerKind(slug) === 'on_device' ? 'on_device' : 'connected'
}
