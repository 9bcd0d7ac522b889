/** How a critical result stands: who owns it, whether it was read back, and when it escalates. Pure. */
import { MINUTE } from '#lib/utils/time/durations.ts'
import { compareInstants, parseInstant } from '#lib/utils/time/instants.ts'
import type { Callback } from './callbacks.ts'
import type { Acknowledgement } from './critical.ts'

/** Milliseconds after which somebody else has to take over. */
export const ESCALATES_AFTER_MS = 30 * MINUTE

export interface CallbackState {
  /** The newest acknowledgement of this result; null while it waits for one. */
  owner: Acknowledgement | null
  isReadBack: boolean
  /** When the time to escalation began, in milliseconds: the result, or the newest attempt that reached nobody. */
  startsAt: number
  /** Null once the result was acknowledged or read back. */
  escalatesAt: number | null
  /** What the newest attempt announced, in milliseconds; null once there is nothing left to try. */
  nextAttemptAt: number | null
  /** Attempts about this result, newest first. */
  callbacks: Callback[]
}

interface Recorded {
  result_at: string
  /** Oldest first, also those of earlier results. */
  acknowledgements: readonly Acknowledgement[]
  callbacks: readonly Callback[]
}

/** Returns the state of one result. What is about an earlier result of the order does not count. */
export function callbackState({ result_at, acknowledgements, callbacks: all }: Recorded): CallbackState {
  const resultAt = parseInstant(result_at)
  const isAboutIt = (recorded: { result_at: string }) => compareInstants(recorded.result_at, result_at) >= 0
  const owner = acknowledgements.findLast(isAboutIt) ?? null
  const callbacks = all.filter(isAboutIt).reverse()
  const isReadBack = callbacks.some(({ outcome }) => outcome === 'read_back')
  const missed = callbacks.filter(({ outcome }) => outcome === 'not_reached').map(({ at }) => parseInstant(at))
  const startsAt = Math.max(resultAt, ...missed)
  const isSettled = owner !== null || isReadBack
  const next = callbacks[0]?.next_attempt_at ?? null
  return {
    owner,
    isReadBack,
    startsAt,
    escalatesAt: isSettled ? null : startsAt + ESCALATES_AFTER_MS,
    nextAttemptAt: isSettled || next === null ? null : parseInstant(next),
    callbacks,
  }
}

/** Returns whether nobody has been reached for too long. `now` in milliseconds, by the server's clock. */
export function isEscalated({ escalatesAt }: Pick<CallbackState, 'escalatesAt'>, now: number): boolean {
  return escalatesAt !== null && now >= escalatesAt
}
