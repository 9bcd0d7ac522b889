/** The simulation over HTTP. */

import { type ConsoleRoute, route } from '#lib/console/route.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { advanceOrder } from '#lib/domains/orders/simulation/simulation.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import type { Simulation } from './port.ts'

interface SimulationOptions {
  simulation: Simulation
  /** Told of an order that isn't as it was. */
  onAdvanced: (environment: string, order: Order) => Promise<void>
}

/**
 * Returns the route that moves a sandbox order to its next status.
 * @throws ApiError 404 for an environment without a simulation
 */
export function simulationRoutes({ simulation, onAdvanced }: SimulationOptions): ConsoleRoute[] {
  return [
    route(advanceOrder, async ({ params: { environment, order_id }, body }, { about }) => {
      const { status, interpretation, after_event_id } = body
      const advanced = await simulation.advance({ environment, order_id, status, interpretation, after_event_id })
      if (!advanced) throw new ApiError('not_found', 'This environment has no simulation.')
      const { order, event } = advanced
      about([order.user_id], 'asked', 'users')
      await onAdvanced(environment, order)
      return { body: { order_id: order.id, event, status: order.status } }
    }),
  ]
}
