'use client'
/** How orders of a lab test are collected: the service says it of orders alone, which name their test without its ID. */
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { z } from 'zod'
import { listOrders } from '#lib/domains/orders/order.ts'

const seen = z.object({
  orders: z.array(z.object({ lab_test: z.object({ name: z.string(), method: z.string() }) })),
})

/** Returns the methods of the orders that this page has shown, by the exact name of their test. No order is read for it. */
export function useSeenMethods(environment: string): ReadonlyMap<string, readonly string[]> {
  const client = useQueryClient()
  return useMemo(() => {
    const pages = client.getQueriesData({ queryKey: ['service', environment, listOrders.name] })
    const tests = pages.flatMap(([, data]) => seen.safeParse(data).data?.orders.map(({ lab_test }) => lab_test) ?? [])
    const byName = Map.groupBy(tests, ({ name }) => name)
    return new Map([...byName].map(([name, some]) => [name, [...new Set(some.map(({ method }) => method))].sort()]))
  }, [client, environment])
}
