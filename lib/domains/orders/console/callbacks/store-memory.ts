/** Callbacks as a readable model: a plain list. */
import type { Callback } from '#lib/domains/orders/critical/callbacks.ts'
import { canonicalInstant, instantOf } from '#lib/utils/time/instants.ts'
import type { CallbackStore } from './store.ts'

/** Creates the store of callbacks in memory; attempts are only ever added. */
export function memoryCallbacks(): CallbackStore {
  const all: { environment: string; callback: Callback }[] = []
  const find = (wanted: string, id: string) =>
    all.find(({ environment, callback }) => environment === wanted && callback.id === id)?.callback

  return {
    async addCallback(environment, given) {
      const known = find(environment, given.id)
      if (known) return { ...known }
      const callback = {
        ...given,
        result_at: canonicalInstant(given.result_at),
        result_id: given.result_id ?? null,
        at: utc(given.at),
        next_attempt_at: given.next_attempt_at === null ? null : utc(given.next_attempt_at),
      }
      all.push({ environment, callback })
      return { ...callback }
    },

    async findCallback(environment, id) {
      const known = find(environment, id)
      return known ? { ...known } : null
    },

    async callbacksOf(wanted, order_ids) {
      return all.flatMap(({ environment, callback }) =>
        environment === wanted && order_ids.includes(callback.order_id) ? [{ ...callback }] : [],
      )
    },
  }
}

const utc = (instant: string) => instantOf(instant).toISOString()
