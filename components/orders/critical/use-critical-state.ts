import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CriticalOrder } from '#lib/domains/orders/critical/critical.ts'
import { criticalStateOf, hasResult, isCritical, newestResult } from '#lib/domains/orders/critical/critical-state.ts'
import { type Order, personOn } from '#lib/domains/orders/order.ts'
import type { OfPatient } from '#lib/domains/orders/patient.ts'
import { acknowledgementsQuery, callbacksQuery } from '#lib/domains/orders/queries.ts'

/** Which result of which order, what was tested, and of whom. */
export type CriticalResult = Pick<CriticalOrder, 'order_id' | 'result_at' | 'result_id' | 'test'> & OfPatient

/** Milliseconds between two looks at what colleagues do, on a page about one order. */
export const POLL_INTERVAL_MS = 45_000

interface Options {
  /** All orders that the page asks about, which are read at once. */
  order_ids?: readonly string[]
  refetchInterval?: number | false
}

/** `state` is undefined while it isn't known; `error` says why it didn't load. */
export function useCriticalState(environment: string, order: Order, options: Options = {}) {
  const { order_ids = [order.id], refetchInterval = false } = options
  const taken = useQuery({ ...acknowledgementsQuery(environment, order_ids), refetchInterval })
  const called = useQuery({ ...callbacksQuery(environment, order_ids), refetchInterval })
  const result: CriticalResult = {
    ...personOn(order),
    order_id: order.id,
    ...newestResult(order),
    test: order.lab_test.name,
  }
  return {
    result,
    seen: taken.data?.acknowledgements.filter(({ order_id }) => order_id === order.id) ?? [],
    state: taken.data && called.data && criticalStateOf(order, { ...taken.data, ...called.data }),
    error: taken.error ?? called.error,
    retry: () => void Promise.all([taken.refetch(), called.refetch()]),
  }
}

/** Returns the result that a form was opened for: one that comes while somebody writes is another, which they haven't seen. */
export function useResultSeen<Result extends { order_id: string }>(result: Result): Result {
  const [seen, setSeen] = useState(result)
  if (seen.order_id === result.order_id) return seen
  setSeen(result)
  return result
}

/** Whether this console has seen an order as critical that no longer is; null where that can't be read. */
export function useWasCritical(environment: string, order: Order): boolean | null {
  const mayHaveBeen = !isCritical(order) && hasResult(order)
  const { data, isError } = useQuery({ ...acknowledgementsQuery(environment, [order.id]), enabled: mayHaveBeen })
  if (mayHaveBeen && isError && !data) return null
  return mayHaveBeen && (data?.seen_critical.some(({ order_id }) => order_id === order.id) ?? false)
}
