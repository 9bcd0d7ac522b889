/** The simulation over the embedded service, for the environments that it is behind. */
import type { Simulation } from '#lib/domains/orders/console/routes.ts'
import type { Advanced, AdvanceInput } from '#lib/domains/orders/service/simulation/advance-order.ts'

interface Advancing {
  advanceOrder: (input: Omit<AdvanceInput, 'team_id'>) => Promise<Advanced>
}

/** `advance` returns null for an environment that isn't one of the sandboxes. */
export function createSimulation(sandboxes: readonly string[], embedded: Advancing | null): Simulation {
  return {
    async advance({ environment, order_id, status, interpretation, after_event_id }) {
      if (!embedded || !sandboxes.includes(environment)) return null
      const choice = { status, interpretation }
      const { record, event } = await embedded.advanceOrder({ order_id, choice, after_event_id })
      return { order: record.order, event }
    },
  }
}
