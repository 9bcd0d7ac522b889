/** The review of a month; the same on the server and in the browser. */
import { reviewViewers } from '#lib/domains/audit/review-schema.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import type { RequestContext } from '#lib/kernel/client/request.ts'

export interface ReviewFilters {
  /** `2026-11`, in UTC. */
  month: string
  /** Empty for all. */
  environment: string
}

const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/
const ENVIRONMENT = /^[\w-]{1,64}$/

/** Reads what the address asks for: this month, unless it names an earlier one. */
export function readReview(search: URLSearchParams, now: number): ReviewFilters {
  const current = new Date(now).toISOString().slice(0, 7)
  const month = search.get('month') ?? ''
  const environment = search.get('environment') ?? ''
  return {
    month: MONTH.test(month) && month < current ? month : current,
    environment: ENVIRONMENT.test(environment) ? environment : '',
  }
}

const POLL_INTERVAL_MS = 1_500

export function reviewQuery({ month, environment }: ReviewFilters, context: Omit<RequestContext, 'environment'> = {}) {
  return {
    ...consoleQuery(reviewViewers, { query: { month, ...(environment && { environment }) } }, context),
    // Each reading is itself an entry: it is read again only while older entries are still being counted.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchInterval: ({ state }: { state: { data?: { is_complete: boolean } | undefined } }) =>
      state.data?.is_complete === false ? POLL_INTERVAL_MS : (false as const),
  }
}
