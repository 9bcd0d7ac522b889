/** The simulation over the embedded service, for the environments that it is behind. */
import { ConsoleError } from '#lib/console/errors.ts'
import type { Simulation } from '#lib/domains/orders/console/simulation/port.ts'
import type { Advanced, AdvanceInput } from '#lib/domains/orders/service/simulation/advance-order.ts'
import { ServiceError } from '#lib/service/errors.ts'

interface Advancing {
  advanceOrder: (input: Omit<AdvanceInput, 'team_id'>) => Promise<Advanced>
}

export function createSimulation(sandboxes: readonly string[], embedded: Advancing | null): Simulation {
  return {
    async advance({ environment, order_id, status, interpretation, after_event_id }) {
      if (!embedded || !sandboxes.includes(environment)) return null
      try {
        const choice = { status, interpretation }
        const { record, event } = await embedded.advanceOrder({ order_id, choice, after_event_id })
        return { order: record.order, event }
      } catch (error) {
        throw inConsoleTerms(error)
      }
    },
  }
}

const PASSED_ON = [404, 409, 422] as const

function inConsoleTerms(error: unknown): unknown {
  if (!(error instanceof ServiceError) || typeof error.detail !== 'string') return error
  const status = PASSED_ON.find((one) => one === error.status)
  return status ? new ConsoleError(status, error.detail) : error
}
