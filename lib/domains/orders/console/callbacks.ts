import type { Callback, NewCallback } from '#lib/domains/orders/critical/callbacks.ts'
import { compareResults, type NewestResult, type ResultKey } from '#lib/domains/orders/critical/critical-state.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import { DAY } from '#lib/utils/time/durations.ts'
import { parseInstant } from '#lib/utils/time/instants.ts'
import type { AcknowledgementStore, CallbackStore } from './store.ts'

/** The result of an order that a person saw. */
export interface SeenResult extends ResultKey {
  environment: string
  order_id: string
  signal: AbortSignal
}

export interface NewOwner extends SeenResult {
  comment: string
  closes?: boolean | undefined
  owner: { id: string; name: string }
}

interface CallbackOptions {
  store: CallbackStore & Pick<AcknowledgementStore, 'acknowledgementsOf'>
  now: () => Date
  /** @throws ApiError 404, 409 or 503 */
  acknowledge: (given: NewOwner) => Promise<unknown>
  /** @throws ApiError 404, 409 or 503 */
  findSeen: (seen: SeenResult & { mayBeEarlier: true }) => Promise<{ result: NewestResult }>
}

interface Given {
  environment: string
  attempt: NewCallback
  by: { id: string; name: string }
  signal: AbortSignal
}

export interface Callbacks {
  callbacks(environment: string, order_ids: readonly string[]): Promise<Callback[]>
  /** The same attempt again answers what was kept. @throws ApiError 404, 409, 422 or 503 */
  recordCallback(given: Given): Promise<{ added: Callback; callbacks: Callback[] }>
}

const REUSED = 'This attempt was already saved with other details. Nothing was changed. Record another attempt.'
/** Comment of an acknowledgement made together with a call that has no note. */
const READ_BACK = 'Reached and read back.'

export function createCallbacks({ store, now, findSeen, acknowledge }: CallbackOptions): Callbacks {
  async function answer({ environment, attempt: given, by, signal }: Given, added: Callback) {
    if (!isSame(added, given)) throw new ApiError('conflict', REUSED)
    const { order_id } = added
    if (given.acknowledge) {
      const taken = await store.acknowledgementsOf(environment, [order_id])
      const isTaken = taken.some((each) => each.owner_id === by.id && compareResults(each, added) >= 0)
      const comment = added.note ?? READ_BACK
      if (!isTaken) await acknowledge({ environment, ...resultOf(added), order_id, comment, owner: by, signal })
    }
    return { added, callbacks: await store.callbacksOf(environment, [order_id]) }
  }

  return {
    callbacks: (environment, order_ids) => store.callbacksOf(environment, order_ids),

    async recordCallback(given) {
      const { environment, attempt, by, signal } = given
      // A saved callback is answered even while the service is down or after a newer result.
      const known = await store.findCallback(environment, attempt.id)
      if (known) return answer(given, known)
      checkNextAttempt(attempt, now())
      const { acknowledge: _, ...called } = attempt
      const { order_id } = called
      // A value that has been replaced since was told all the same: that has to stay on record.
      const { result } = await findSeen({ environment, order_id, ...resultOf(called), mayBeEarlier: true, signal })
      const recorded = { ...result, at: now().toISOString(), recorded_by_id: by.id, recorded_by_name: by.name }
      return answer(given, await store.addCallback(environment, { ...called, ...recorded }))
    },
  }
}

const resultOf = ({ result_at, result_id }: ResultKey) => ({ result_at, result_id })

/** Milliseconds: a call about a critical result is not put off for longer. */
const NEXT_ATTEMPT_MAX = 30 * DAY

/** Rejects a wrong time, since records are never changed. */
function checkNextAttempt({ next_attempt_at }: NewCallback, now: Date): void {
  if (next_attempt_at === null) return
  const wait = parseInstant(next_attempt_at) - now.getTime()
  if (wait > 0 && wait <= NEXT_ATTEMPT_MAX) return
  const msg = wait > 0 ? 'Choose a time within the next 30 days.' : 'Choose a time in the future.'
  throw new ApiError('invalid_input', [{ loc: ['body', 'next_attempt_at'], msg, type: 'custom' }])
}

function isSame(kept: Callback, given: NewCallback): boolean {
  const instant = (text: string | null) => text && parseInstant(text)
  return (
    kept.order_id === given.order_id &&
    kept.called === given.called &&
    kept.called_name === given.called_name &&
    kept.outcome === given.outcome &&
    kept.note === given.note &&
    compareResults(kept, given) === 0 &&
    instant(kept.next_attempt_at) === instant(given.next_attempt_at)
  )
}
