/** What the critical queue asks of a store. */
import type { Acknowledgement } from '#lib/domains/orders/critical/critical.ts'

export type NewAcknowledgement = Omit<Acknowledgement, 'id'>

export interface AcknowledgementStore {
  /** Durable when it returns. Ids grow; nothing ever changes or removes one, so that nobody's is lost by another's. */
  addAcknowledgement(environment: string, given: NewAcknowledgement): Promise<Acknowledgement>
  /** Of these orders, oldest first (by id). */
  acknowledgementsOf(environment: string, order_ids: readonly string[]): Promise<Acknowledgement[]>
}
