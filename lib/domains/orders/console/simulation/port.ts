/** The simulation as the console sees it: orders of its own sandboxes move on when somebody says so. */
import type { Order, OrderEvent } from '#lib/domains/orders/order.ts'

export interface SimulatedStep {
  environment: string
  order_id: string
  /** Low-level; undefined for the usual next step. */
  status: string | undefined
  interpretation: string | undefined
  after_event_id: number | undefined
}

export interface Simulation {
  /**
   * The order with its new event; null where the environment has no simulation.
   * @throws ApiError 404, 409 or 422
   */
  advance(step: SimulatedStep): Promise<{ order: Order; event: OrderEvent } | null>
}
