/** The pulls of a connection's history, played by its clock: they follow from the connection and the time alone. */
import {
  type ConnectionPulls,
  type HistoricalPull,
  PULL_ERRORS,
  RETRIABLE_ERRORS,
} from '#lib/domains/connections/historical-pull.ts'
import type { User } from '#lib/domains/users/user.ts'
import { notFound } from '#lib/kernel/api-error.ts'
import { isBeyond, pageOf, readCursor, writeCursor } from '#lib/kernel/fields.ts'
import { bundleRandom } from '#lib/sandbox/data/prng.ts'
import { knownProvider } from '#lib/service/catalog.ts'
import type { Handler } from '#lib/service/handler.ts'
import type { ConnectionRecord } from '#lib/service/records.ts'
import type { ServiceStore } from '#lib/service/store.ts'
import { DAY, HOUR, SECOND } from '#lib/utils/time/durations.ts'
import { HISTORY, PAST } from './stream.ts'

/** Connections made before have neither retries nor details of errors (spec, "Versioning" 3). */
const RETRIED_SINCE = Date.parse('2025-05-09T00:00:00Z')
/** Milliseconds between two tries, and after which it is tried no more. */
const RETRY = { every: 6 * HOUR, most: 30 * DAY }
/** Part of the data types without a history that aren't even tried. */
const NOT_TRIED = 0.88
const ERRORS = PULL_ERRORS.filter((error) => error !== 'retry_quota_exhausted')
const USERS = 50
const BATCH = 500

const iso = (at: number) => new Date(at).toISOString()

/** Null where it isn't pulled. Only what the emitter sends as history ends well. */
function pullOf({ user_id, slug, created_on }: ConnectionRecord, resource: string, now: number): HistoricalPull | null {
  const random = bundleRandom(`${user_id}/${slug}/${resource}`, 7, 0)
  const hasHistory = PAST.includes(resource)
  if (!hasHistory && random.chance(NOT_TRIED)) return null
  const created = Date.parse(created_on)
  const started = created + random.int(3, 20) * SECOND
  const tried = started + random.int(10, 60) * SECOND
  const error = ERRORS[random.int(0, ERRORS.length - 1)] ?? 'unexpected_error'
  const all = { range_start: iso(created - HISTORY.days * DAY), range_end: created_on }
  const base = { ...all, days_with_data: 0, error_details: null }
  const timeline = { scheduled_at: created_on, started_at: iso(started), ended_at: null, retry_at: null }
  if (now < started) return { ...base, status: 'scheduled', timeline: { ...timeline, started_at: null } }
  if (now < tried) return { ...base, status: 'in_progress', timeline }
  const ended = { ...timeline, ended_at: iso(tried) }
  if (hasHistory) return { ...base, status: 'success', days_with_data: HISTORY.days, timeline: ended }
  if (created < RETRIED_SINCE) return { ...base, status: 'failure', timeline: ended }
  const error_details = { error_type: error, errored_at: iso(tried) }
  if (!RETRIABLE_ERRORS.some((each) => each === error))
    return { ...base, status: 'failure', timeline: ended, error_details }
  const last = tried + RETRY.most
  if (now >= last) {
    const exhausted = { error_type: 'retry_quota_exhausted', errored_at: iso(last) }
    return { ...base, status: 'failure', timeline: { ...timeline, ended_at: iso(last) }, error_details: exhausted }
  }
  const retry_at = iso(tried + Math.ceil((now + 1 - tried) / RETRY.every) * RETRY.every)
  return { ...base, status: 'retrying', timeline: { ...timeline, retry_at }, error_details }
}

export function pullsOf(connection: ConnectionRecord, now: number): ConnectionPulls {
  const { user_id, slug, resource_availability } = connection
  const pulls = Object.entries(resource_availability).map(
    ([resource, { status }]) => [resource, status === 'available' ? pullOf(connection, resource, now) : null] as const,
  )
  return {
    user_id,
    provider: slug,
    pulled: Object.fromEntries(pulls.flatMap(([resource, pull]) => (pull ? [[resource, pull]] : []))),
    not_pulled: pulls.flatMap(([resource, pull]) => (pull ? [] : [resource])),
  }
}

/** The connected users of a team, newest first, from after a page; some at a time. */
async function* connectedUsers(store: ServiceStore, team_id: string, cursor: string | undefined): AsyncGenerator<User> {
  const after = readCursor(cursor)
  for (let offset = 0, total = 1; offset < total; offset += BATCH) {
    const page = await store.listUsers(team_id, { offset, limit: BATCH })
    total = page.total
    for (const user of page.users) {
      const { connected_sources, created_on, user_id } = user
      if (connected_sources.length > 0 && isBeyond(after, Date.parse(created_on), user_id)) yield user
    }
  }
}

export const getHistoricalPulls: Handler<'get_historical_pulls'> = async ({ query }, context) => {
  const { team_id, store, catalog, now } = context
  const { user_id, provider, cursor } = query
  if (provider !== undefined) knownProvider(catalog, provider, ['query', 'provider'])
  const isIt = ({ slug }: ConnectionRecord) => provider === undefined || slug === provider
  const shown = (connections: readonly ConnectionRecord[]) =>
    connections.filter(isIt).map((connection) => pullsOf(connection, now().getTime()))
  if (user_id !== undefined) {
    const own = await store.listConnections(team_id, user_id)
    if (!own) throw notFound('User')
    return { body: { data: shown(own), next_cursor: null } }
  }
  const found: User[] = []
  for await (const user of connectedUsers(store, team_id, cursor)) {
    if (provider !== undefined && !user.connected_sources.some(({ source }) => source.slug === provider)) continue
    if (found.push(user) > USERS) break
  }
  const { items, next_cursor } = pageOf(found, USERS, (last) => writeCursor(last.created_on, last.user_id))
  const data = await Promise.all(
    items.map(async (user) => shown((await store.listConnections(team_id, user.user_id)) ?? [])),
  )
  return { body: { data: data.flat(), next_cursor } }
}
