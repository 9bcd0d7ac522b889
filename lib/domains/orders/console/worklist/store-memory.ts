/** Marks of the worklist as a readable model: a map. */
import type { WorklistMark } from '#lib/domains/orders/worklist/worklist.ts'
import type { WorklistStore } from './store.ts'

/** Creates the store of the worklist in memory. */
export function memoryWorklist(): WorklistStore {
  const marks = new Map<string, WorklistMark>()
  const keyOf = (environment: string, order_id: string) => `${environment} ${order_id}`

  return {
    async worklistMarks(environment, order_ids) {
      const found = order_ids.flatMap((order_id) => {
        const mark = marks.get(keyOf(environment, order_id))
        return mark ? [[order_id, structuredClone(mark)] as const] : []
      })
      return new Map(found)
    },

    async saveWorklistMark(environment, order_id, mark) {
      const key = keyOf(environment, order_id)
      if ((marks.get(key)?.version ?? 0) !== mark.version - 1) return 'stale'
      marks.set(key, structuredClone(mark))
      return structuredClone(mark)
    },
  }
}
