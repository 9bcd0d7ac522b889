'use client'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { BOOKING_KEYS } from '#lib/domains/bookings/queries.ts'
import { listCriticalOrders } from '#lib/domains/orders/critical/critical.ts'
import type { OrderChoice } from '#lib/domains/orders/simulation/simulation-events.ts'
import { getOverview } from '#lib/domains/orders/worklist/overview.ts'
import { listWorklist } from '#lib/domains/orders/worklist/worklist.ts'
import { countViews } from '#lib/domains/views/views.ts'
import { failureOf } from '#lib/kernel/client/failure.ts'
import { choiceLabel } from './choice-label.ts'

/** Resolves when the order has its event. */
export type Advance = (choice: OrderChoice) => Promise<void>

/** Everything that shows orders asks again. Resolves when what is on screen has its answer. */
function refreshOrders(client: QueryClient, environment: string) {
  const keys = [
    ['service', environment],
    ...BOOKING_KEYS,
    ...[getOverview, listWorklist, listCriticalOrders, countViews].map(({ name }) => ['console', name]),
  ]
  return Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey: [...queryKey] })))
}

/** Gives an order an event, then brings every page that shows orders up to date; also where it failed. */
export function useAdvance(environment: string, advance: Advance) {
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (choice: OrderChoice) => {
      try {
        await advance(choice)
        announce(`Order advanced to ${choiceLabel(choice)}.`)
      } finally {
        // A refusal mostly means that the order is not as it is shown.
        await refreshOrders(client, environment)
      }
    },
  })
  return { advance: mutate, isPending, problem: error ? failureOf(error).detail : null }
}
