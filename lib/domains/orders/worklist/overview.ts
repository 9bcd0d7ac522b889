/** Overview of an environment: counted order searches, shared by all viewers. */
import { z } from 'zod'
import { inEnvironment } from '#lib/domains/environments/environment.ts'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { counted, ianaZone, isoDate, isoDateTime } from '#lib/kernel/fields.ts'

/** `oldest_at`: creation of the oldest order found; of a problem, when the oldest one began. Null where there is none. */
const countedOldest = counted.extend({ oldest_at: isoDateTime.nullable() })

/** Orders that need action are checked one by one: what another order replaced doesn't count. */
const checked = countedOldest.extend({
  /** Found, but replaced by a newer order of the same transaction. */
  replaced: z.int().min(0),
  /** Counted without a check, because there are too many. */
  unchecked: z.int().min(0),
})

/** Days of the trend, today among them: those of the zone that is asked for. */
export const TREND_DAYS = 14

/** Lifetime of the overview's counts, in milliseconds. */
export const COUNTED_FOR = 60_000

const overview = z.object({
  counted_at: isoDateTime,
  /** Why there is nothing newer, in words for people: none of it could be counted. Null otherwise. */
  problem: z.string().nullable(),
  /** Every low-level status that the console knows. */
  statuses: z.array(checked.extend({ status: z.string() })),
  /** A rule whose statuses have different limits stands here once for each of them. */
  stuck: z.array(
    checked.extend({
      rule: z.string(),
      days: z.int(),
      statuses: z.array(z.string()),
      unchanged_since: isoDateTime,
    }),
  ),
  /** Orders created, oldest day first. */
  trend: z.array(z.object({ day: isoDate, methods: z.array(counted.extend({ method: z.string() })) })),
})
export type Overview = z.infer<typeof overview>

/** Counted anew at most once a minute for everybody; partial where some searches fail. @throws ApiError 429 */
export const getOverview = endpoint({
  name: 'get_overview',
  path: '/overview/{environment}',
  permission: 'orders:read',
  params: inEnvironment,
  query: z.object({ time_zone: ianaZone.default('UTC') }),
  response: overview,
})
