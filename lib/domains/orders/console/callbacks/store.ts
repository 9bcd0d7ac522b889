/** What callbacks ask of a store. */
import type { Callback } from '#lib/domains/orders/critical/callbacks.ts'

export interface CallbackStore {
  /**
   * Durable when it returns. Nothing ever changes or removes one: where the environment has an attempt of this ID, that
   * one is returned as it was kept.
   */
  addCallback(environment: string, given: Callback): Promise<Callback>
  findCallback(environment: string, id: string): Promise<Callback | null>
  /** Of these orders, oldest first, as they were added. */
  callbacksOf(environment: string, order_ids: readonly string[]): Promise<Callback[]>
}
