/** What the critical queue asks of a store. */
import type { Acknowledgement, SeenCritical } from '#lib/domains/orders/critical/critical.ts'

export type NewAcknowledgement = Omit<Acknowledgement, 'id'>

export interface AcknowledgementStore {
  /** Durable when it returns. Ids grow; nothing ever changes or removes one, so that nobody's is lost by another's. */
  addAcknowledgement(environment: string, given: NewAcknowledgement): Promise<Acknowledgement>
  /** Of these orders, oldest first (by id). */
  acknowledgementsOf(environment: string, order_ids: readonly string[]): Promise<Acknowledgement[]>
  /** Durable when it returns. */
  addSeenCritical(environment: string, results: readonly SeenCritical[]): Promise<void>
  /** What was added last of each order: of these orders, or of all; the latest first. */
  seenCritical(environment: string, order_ids?: readonly string[]): Promise<SeenCritical[]>
  /** Null where none was set, or the last one was taken away. */
  criticalStart(environment: string): Promise<string | null>
  setCriticalStart(environment: string, starts_at: string | null): Promise<void>
}
