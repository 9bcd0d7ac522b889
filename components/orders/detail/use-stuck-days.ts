'use client'
/** After how many days an order is stuck here, by its status: what the environment has set, and until that is known the usual. */
import { replaceEqualDeep, useQuery } from '@tanstack/react-query'
import { stuckLimitsQuery } from '#lib/domains/orders/queries.ts'
import { STUCK_DAYS, type StuckDays } from '#lib/domains/orders/stuck/stuck-days.ts'

export function useStuckDays(environment: string, reads = true): StuckDays {
  const { data } = useQuery({ ...stuckLimitsQuery(environment), enabled: reads })
  // Equal defaults keep their identity, so rows aren't drawn again.
  return data ? replaceEqualDeep(STUCK_DAYS, data.days) : STUCK_DAYS
}
