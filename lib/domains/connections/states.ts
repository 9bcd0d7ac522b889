/** The states that a connection can be in; the rule that finds them is `state.ts`. Without imports: every list loads it. */

/** No new data arrives in these states before somebody does something. */
export const BROKEN_STATES = ['needs_sign_in', 'failing', 'revoked'] as const
export type BrokenState = (typeof BROKEN_STATES)[number]

/** States of a listed connection; `other` for a status this console doesn't know. */
export const CONNECTION_STATES = [...BROKEN_STATES, 'retrying', 'connected', 'on_device', 'other'] as const
export type ConnectionState = (typeof CONNECTION_STATES)[number]

/** States in the directory, which also has unchecked connections and ones the service no longer lists. */
export const KEPT_STATES = [...CONNECTION_STATES, 'not_listed', 'not_checked'] as const
export type KeptState = (typeof KEPT_STATES)[number]

const BROKEN: ReadonlySet<KeptState> = new Set(BROKEN_STATES)

export function isBroken(state: KeptState): state is BrokenState {
  return BROKEN.has(state)
}
