/** Acknowledgements as a readable model: a plain list. */
import type { Acknowledgement } from '#lib/domains/orders/critical/critical.ts'
import { canonicalInstant } from '#lib/utils/time/instants.ts'
import type { AcknowledgementStore } from './store.ts'

/** Creates the store of acknowledgements in memory; entries are only ever added. */
export function memoryAcknowledgements(): AcknowledgementStore {
  const all: (Acknowledgement & { environment: string })[] = []

  return {
    async addAcknowledgement(environment, given) {
      const instants = { at: canonicalInstant(given.at), result_at: canonicalInstant(given.result_at) }
      const added = { ...given, ...instants, id: all.length + 1 }
      all.push({ ...added, environment })
      return added
    },

    async acknowledgementsOf(wanted, order_ids) {
      const found = all.filter(({ environment, order_id }) => environment === wanted && order_ids.includes(order_id))
      return found.map(({ environment: _, ...rest }) => ({ ...rest }))
    },
  }
}
