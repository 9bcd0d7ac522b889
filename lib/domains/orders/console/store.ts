import type { Callback } from '#lib/domains/orders/critical/callbacks.ts'
import type { Acknowledgement, SeenCritical } from '#lib/domains/orders/critical/critical.ts'

export type NewAcknowledgement = Omit<Acknowledgement, 'id'>

export interface AcknowledgementStore {
  /** Durable when it returns. Ids grow; nothing ever changes or removes one, so that nobody's is lost by another's. */
  addAcknowledgement(environment: string, given: NewAcknowledgement): Promise<Acknowledgement>
  /** Returns acknowledgements of these orders, oldest first (by ID). */
  acknowledgementsOf(environment: string, order_ids: readonly string[]): Promise<Acknowledgement[]>
  /** Durable when it returns. */
  addSeenCritical(environment: string, results: readonly SeenCritical[]): Promise<void>
  /** Returns the last entry of each order, or of all orders, latest first. */
  seenCritical(environment: string, order_ids?: readonly string[]): Promise<SeenCritical[]>
  /** Null where none was set, or the last one was taken away. */
  criticalStart(environment: string): Promise<string | null>
  setCriticalStart(environment: string, starts_at: string | null): Promise<void>
}

export interface CallbackStore {
  /** Durable and never changed: an attempt whose ID is there already is returned as it was kept. */
  addCallback(environment: string, given: Callback): Promise<Callback>
  findCallback(environment: string, id: string): Promise<Callback | null>
  callbacksOf(environment: string, order_ids: readonly string[]): Promise<Callback[]>
}
