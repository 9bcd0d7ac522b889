'use client'
import { useQuery } from '@tanstack/react-query'
import { failureOf, type RequestFailure } from '#lib/client/failure.ts'
import { orderQuery } from './order-query.ts'

/** `order` is undefined while it is under way and when it did not load; `failure` says why. */
export function useOrder(environment: string, order_id: string, initial: RequestFailure | null) {
  const query = useQuery(orderQuery(environment, order_id))
  const order = query.data?.orders.find(({ id }) => id === order_id)
  const unanswered = order ? null : initial
  return {
    order,
    failure: query.error ? failureOf(query.error) : unanswered,
    isFetching: query.isFetching,
    refetch: () => void query.refetch(),
  }
}
