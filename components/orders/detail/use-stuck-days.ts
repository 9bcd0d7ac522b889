'use client'
/** After how many days an order is stuck here, by its status: what the environment has set, and until that is known the usual. */
import { useQuery } from '@tanstack/react-query'
import { STUCK_DAYS, type StuckDays } from '#lib/domains/orders/stuck/stuck-days.ts'
import { stuckLimitsQuery } from './order-query.ts'

export function useStuckDays(environment: string, reads = true): StuckDays {
  return useQuery({ ...stuckLimitsQuery(environment), enabled: reads }).data?.days ?? STUCK_DAYS
}
