/** The state of a connection as people see it, from what the service says of it (gap "connection status"). */
import type { Connection } from './connection.ts'
import { BROKEN_STATES, connectionProblem } from './errors.ts'
import { providerKind } from './providers.ts'

/** Of one connection that the service lists; `other` where its status is a word this console doesn’t know. */
export const CONNECTION_STATES = [...BROKEN_STATES, 'retrying', 'connected', 'on_device', 'other'] as const
export type ConnectionState = (typeof CONNECTION_STATES)[number]

/** What the directory keeps: also of connections that weren’t checked yet, or that the service no longer lists. */
export const KEPT_STATES = [...CONNECTION_STATES, 'not_listed', 'not_checked'] as const
export type KeptState = (typeof KEPT_STATES)[number]

const BROKEN: ReadonlySet<KeptState> = new Set(BROKEN_STATES)

export function isBroken(state: KeptState): boolean {
  return BROKEN.has(state)
}

/** An error wins; `Retrying` is the historical pull's own word (spec, "Versioning" 3); the rest is as sent. */
export function connectionState({ slug, status, error_details }: Connection): ConnectionState {
  if (status === 'error' || error_details?.error_type) return connectionProblem(error_details?.error_type).state
  if (status.toLowerCase() === 'retrying') return 'retrying'
  if (status !== 'connected') return 'other'
  return providerKind(slug) === 'on_device' ? 'on_device' : 'connected'
}
