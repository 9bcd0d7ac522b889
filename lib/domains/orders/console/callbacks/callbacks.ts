/** Recording of calls about critical results. */
import type { OrderSource } from '#lib/console/order-source.ts'
import { findCriticalOrder } from '#lib/domains/orders/console/overview/critical-order.ts'
import type { Callback, NewCallback } from '#lib/domains/orders/critical/callbacks.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import { DAY } from '#lib/utils/time/durations.ts'
import { compareInstants, parseInstant } from '#lib/utils/time/instants.ts'
import type { CallbackStore } from './store.ts'

interface CallbackOptions {
  source: OrderSource
  store: CallbackStore
  now: () => Date
  /** Told of an environment where an order has a newer result than was seen. */
  onStale: (environment: string) => void
}

interface Given {
  environment: string
  attempt: NewCallback
  by: { id: string; name: string }
  signal: AbortSignal
}

export interface Callbacks {
  /** Of these orders, oldest first. */
  callbacks(environment: string, order_ids: readonly string[]): Promise<Callback[]>
  /** The same attempt again answers what was kept. @throws ApiError 404, 409, 422 or 503 */
  recordCallback(given: Given): Promise<{ added: Callback; callbacks: Callback[] }>
}

const REUSED = 'This attempt was already saved with other details. Nothing was changed. Record another attempt.'
const NEWER_RESULT =
  'A newer result for this order has arrived. Nothing was saved. Check the order, then save the attempt again.'

/** Creates what lists and records callbacks. */
export function createCallbacks({ source, store, now, onStale }: CallbackOptions): Callbacks {
  const answer = async (environment: string, added: Callback, given: NewCallback) => {
    if (!isSame(added, given)) throw new ApiError('conflict', REUSED)
    return { added, callbacks: await store.callbacksOf(environment, [added.order_id]) }
  }

  return {
    callbacks: (environment, order_ids) => store.callbacksOf(environment, order_ids),

    async recordCallback({ environment, attempt, by, signal }) {
      // What was kept already is answered also while the service is away, or when a newer result has come.
      const known = await store.findCallback(environment, attempt.id)
      if (known) return answer(environment, known, attempt)
      checkNextAttempt(attempt, now())
      const { order_id, result_at } = attempt
      const { isSeen } = await findCriticalOrder(source, { environment, order_id, result_at, signal })
      if (!isSeen) {
        onStale(environment)
        throw new ApiError('stale', NEWER_RESULT)
      }
      const recorded = { at: now().toISOString(), recorded_by_id: by.id, recorded_by_name: by.name }
      return answer(environment, await store.addCallback(environment, { ...attempt, ...recorded }), attempt)
    },
  }
}

/** Milliseconds: a call about a critical result is not put off for longer. */
const NEXT_ATTEMPT_MAX = 30 * DAY

/** What was recorded is never changed, so a wrong time would stand for good. */
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
    compareInstants(kept.result_at, given.result_at) === 0 &&
    instant(kept.next_attempt_at) === instant(given.next_attempt_at)
  )
}
