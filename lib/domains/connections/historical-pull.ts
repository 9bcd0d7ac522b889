/** How the history of a connection was pulled, by data type (gap "historical introspection"). */
import { z } from 'zod'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { emptyAsNone, isoDateTime, missingAs, openEnum, pageCursor, uuid } from '#lib/kernel/fields.ts'
import { userId } from '#lib/kernel/marks.ts'
import { providerSlug } from './connection.ts'

export const PULL_STATUSES = ['scheduled', 'in_progress', 'success', 'failure', 'retrying'] as const
/** After one of these the service tries again. */
export const RETRIABLE_ERRORS = [
  'provider_rate_limit_exceeded',
  'provider_unavailable',
  'transport_failure',
  'resource_contention',
] as const
export const PULL_ERRORS = [
  ...RETRIABLE_ERRORS,
  'non_retriable_error',
  'unexpected_error',
  'retry_quota_exhausted',
] as const

const moment = emptyAsNone(isoDateTime)

const historicalPull = z.looseObject({
  status: openEnum(PULL_STATUSES),
  range_start: moment,
  range_end: moment,
  days_with_data: z.int().min(0).nullish(),
  /** `retry_at` is when it is tried next, while it is retrying. */
  timeline: missingAs(
    {},
    z.looseObject({ scheduled_at: moment, started_at: moment, ended_at: moment, retry_at: moment }),
  ),
  /** Null unless it failed or is retrying; also for connections from before there were any details. */
  error_details: z.looseObject({ error_type: openEnum(PULL_ERRORS), errored_at: moment }).nullish(),
})
export type HistoricalPull = z.infer<typeof historicalPull>

/** `pulled` is by data type. */
const pulls = { pulled: z.record(z.string(), historicalPull), not_pulled: missingAs([], z.array(z.string())) }
const connectionPulls = z.looseObject({
  user_id: userId,
  /** As sent, it may hold the pulls by source (`bySource`), which the mask has to know. */
  provider: z.string().or(z.record(z.string(), z.looseObject(pulls)).transform(() => z.NEVER)),
  ...pulls,
})
/** A user's entry, from services that put all sources of one in it: an entry a source. */
const bySource = z
  .object({ provider: z.record(z.string(), z.looseObject({})) })
  .loose()
  .transform(({ provider, ...user }) =>
    Object.entries(provider).map(([slug, pulls]) => ({ ...pulls, ...user, provider: slug })),
  )
const entries = z.array(bySource.or(z.unknown())).transform((found) => found.flat())
export type ConnectionPulls = z.infer<typeof connectionPulls>

export const getHistoricalPulls = endpoint({
  name: 'get_historical_pulls',
  section: 'Named but not described: historical introspection',
  path: '/v2/introspect/historical_pull',
  permission: 'connections:read',
  query: z.object({
    user_id: uuid.optional(),
    provider: providerSlug.optional(),
    cursor: pageCursor.optional(),
  }),
  response: z.looseObject({
    data: z.preprocess((sent) => entries.safeParse(sent).data ?? sent, z.array(connectionPulls)),
    next_cursor: missingAs(null, z.string().nullable()),
  }),
})
