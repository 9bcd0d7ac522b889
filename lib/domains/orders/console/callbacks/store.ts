/** Store of callbacks. */
import type { Callback } from '#lib/domains/orders/critical/callbacks.ts'

export interface CallbackStore {
  /**
   * Durable when it returns. Nothing ever changes or removes one: where the environment has an attempt of this ID, that
   * one is returned as it was kept.
   */
  addCallback(environment: string, given: Callback): Promise<Callback>
  findCallback(environment: string, id: string): Promise<Callback | null>
  /** Returns callbacks of these orders in the order of entry. */
  callbacksOf(environment: string, order_ids: readonly string[]): Promise<Callback[]>
}
