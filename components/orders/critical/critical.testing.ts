/** A console that keeps acknowledgements and callbacks of one critical order, for the tests of this folder. */
import { HttpResponse } from 'msw'
import { ORDER } from '#components/orders/detail/order.testing.ts'
import { NOW } from '#components/testing/render.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import { type Callback, listCallbacks, recordCallback } from '#lib/domains/orders/critical/callbacks.ts'
import {
  type Acknowledgement,
  acknowledgeCriticalOrder,
  listAcknowledgements,
  type SeenCritical,
} from '#lib/domains/orders/critical/critical.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { MINUTE } from '#lib/utils/time/durations.ts'

const PLACE = { environment: 'sandbox' }

export const minutesAgo = (minutes: number) => new Date(NOW - minutes * MINUTE).toISOString()

/** Returns a completed order whose critical result came some minutes ago. */
export function criticalOrder(minutes: number, changes: Partial<Order> = {}): Order {
  const events = [{ id: 1, created_at: minutesAgo(minutes), status: 'completed.testkit.completed' }]
  return { ...ORDER, status: 'completed', events, order_transaction: null, interpretation: 'critical', ...changes }
}

export interface CriticalConsole {
  acknowledgements: Acknowledgement[]
  seen_critical: SeenCritical[]
  callbacks: Callback[]
  /** Bodies of calls that record or acknowledge. */
  sent: Record<string, unknown>[]
  /** How often acknowledgements were read, by the orders asked for. */
  reads: string[][]
  /** Answered in place of the next change. */
  failures: Response[]
}

export function criticalConsole(): CriticalConsole {
  const kept: CriticalConsole = {
    acknowledgements: [],
    seen_critical: [],
    callbacks: [],
    sent: [],
    reads: [],
    failures: [],
  }
  const own = { owner_id: 'own', owner_name: 'Dana Reyes' }
  server.use(
    mock(at(listAcknowledgements, PLACE), ({ request }) => {
      kept.reads.push(new URL(request.url).searchParams.getAll('order_ids'))
      return HttpResponse.json({
        acknowledgements: kept.acknowledgements,
        seen_critical: kept.seen_critical,
        starts_at: null,
      })
    }),
    mock(at(listCallbacks, PLACE), () => HttpResponse.json({ callbacks: kept.callbacks })),
    mock(at(acknowledgeCriticalOrder, PLACE), async ({ request }) => {
      const body = acknowledgeCriticalOrder.body.parse(await request.json())
      kept.sent.push(body)
      const failure = kept.failures.shift()
      if (failure) return failure
      const added = { ...body, ...own, id: kept.acknowledgements.length + 1, at: minutesAgo(0) }
      kept.acknowledgements = [...kept.acknowledgements, added]
      return HttpResponse.json({ added, acknowledgements: kept.acknowledgements }, { status: 201 })
    }),
    mock(at(recordCallback, PLACE), async ({ request }) => {
      const body = recordCallback.body.parse(await request.json())
      kept.sent.push(body)
      const failure = kept.failures.shift()
      if (failure) return failure
      const { acknowledge, ...attempt } = body
      const added = { ...attempt, at: minutesAgo(0), recorded_by_id: own.owner_id, recorded_by_name: own.owner_name }
      kept.callbacks = [...kept.callbacks, added]
      const { order_id, result_at, result_id } = added
      const taken = { id: 1, order_id, result_at, result_id, ...own, at: added.at, comment: 'Reached and read back.' }
      if (acknowledge) kept.acknowledgements = [...kept.acknowledgements, taken]
      return HttpResponse.json({ added, callbacks: kept.callbacks }, { status: 201 })
    }),
  )
  return kept
}
