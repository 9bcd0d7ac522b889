/** Acknowledgements and callbacks as a readable model: lists. */

import type { Callback } from '#lib/domains/orders/critical/callbacks.ts'
import type { Acknowledgement, SeenCritical } from '#lib/domains/orders/critical/critical.ts'
import { canonicalInstant, instantOf } from '#lib/utils/time/instants.ts'
import type { AcknowledgementStore, CallbackStore } from './store.ts'

/** Creates the store of acknowledgements in memory; entries are only ever added. */
export function memoryAcknowledgements(): AcknowledgementStore {
  const all: (Acknowledgement & { environment: string })[] = []
  const seen: (SeenCritical & { environment: string })[] = []
  const starts = new Map<string, string | null>()

  return {
    async addAcknowledgement(environment, given) {
      const instants = { at: canonicalInstant(given.at), result_at: canonicalInstant(given.result_at) }
      const { result_id = null, closes = false } = given
      const added = { ...given, ...instants, result_id, closes, id: all.length + 1 }
      all.push({ ...added, environment })
      return added
    },

    async acknowledgementsOf(wanted, order_ids) {
      const found = all.filter(({ environment, order_id }) => environment === wanted && order_ids.includes(order_id))
      return found.map(({ environment: _, ...rest }) => ({ ...rest }))
    },

    async addSeenCritical(environment, results) {
      seen.push(...results.map((each) => ({ ...each, environment, result_at: canonicalInstant(each.result_at) })))
    },

    async seenCritical(wanted, order_ids) {
      const latest = new Map<string, SeenCritical>()
      for (const { environment, ...result } of seen.toReversed()) {
        const isAsked = environment === wanted && order_ids?.includes(result.order_id) !== false
        if (isAsked && !latest.has(result.order_id)) latest.set(result.order_id, { ...result })
      }
      return [...latest.values()]
    },

    criticalStart: async (environment) => starts.get(environment) ?? null,
    setCriticalStart: async (environment, starts_at) =>
      void starts.set(environment, starts_at === null ? null : instantOf(starts_at).toISOString()),
  }
}

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
