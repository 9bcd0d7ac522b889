/** Store of the worklist. */
import type { WorklistMark } from '#lib/domains/orders/worklist/worklist.ts'

export interface WorklistStore {
  /** The marks of these orders, by order; an order without one is missing. */
  worklistMarks(environment: string, order_ids: readonly string[]): Promise<Map<string, WorklistMark>>
  /** Keeps a mark that follows the version before it; durable when it returns. `stale` where somebody was faster. */
  saveWorklistMark(environment: string, order_id: string, mark: WorklistMark): Promise<WorklistMark | 'stale'>
}
