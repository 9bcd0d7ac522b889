/** Data of devices as the API reads it: workouts, and how history was pulled. Run by lib/service/conformance/*.test.ts. */
import { type ConnectionPulls, getHistoricalPulls } from '#lib/domains/connections/historical-pull.ts'
import { getWorkoutStream } from '#lib/domains/events/event.ts'
import { endpoints } from '#lib/domains/service-endpoints.ts'
import type { QueryValues } from '#lib/kernel/wire.ts'
import { sourceOf } from '#lib/sandbox/wearables/emitter.ts'
import { createWearables } from '#lib/sandbox/wearables/stream.ts'
import { type Kit, NOBODY, type Statement, under } from './kit.testing.ts'

const workouts = under('Gap "workout stream"')

const pulls = under('Gap "historical introspection"')

const COLUMNS = 'time heartrate cadence altitude velocity_smooth distance power resistance temperature lat lng'.split(
  ' ',
)
const ZONE = 'America/Denver'
const WATCH = 'norvane_watch'

/** A new user with that source. */
async function wearer({ call, ok }: Kit, client_user_id: string, provider: string): Promise<string> {
  const body = { client_user_id, fallback_time_zone: ZONE }
  const { user_id } = ok(endpoints.create_user, await call('POST', '/v2/user', { body }))
  const recipe = { user_id, access_token: 'a', refresh_token: 'r', provider_id: 'p', expires_at: 2_000_000_000 }
  const connections = [recipe]
  await call('POST', '/v2/link/bulk_import', { body: { provider, connections, wait_for_completion: true } })
  return user_id
}

const stream = ({ call }: Kit, workout_id: string) => call('GET', `/v2/timeseries/workouts/${workout_id}/stream`)

const history = async ({ call, ok }: Kit, query: QueryValues) =>
  ok(getHistoricalPulls, await call('GET', '/v2/introspect/historical_pull', { query }))

export const wearables: Statement[] = [
  workouts('columns of equal length, from its event on, for as long as its user is there', async (kit) => {
    const user_id = await wearer(kit, 'runs-1', WATCH)
    const { providers } = kit.ok(endpoints.list_user_providers, await kit.call('GET', `/v2/user/providers/${user_id}`))
    const [connection] = providers.map((each) => ({ ...each, user_id, error_details: null }))
    if (!connection) throw new Error('The user has no source.')
    const source = sourceOf(connection, ZONE)
    const made = createWearables()
    const workoutIds = () => source.resources.flatMap(() => made.next(source, Date.now())?.data.workout_id ?? [])
    const ids = workoutIds().map(String)
    for (const id of ids) kit.refused(await stream(kit, id), 404)
    await kit.call('POST', '/v2/sandbox/wearables', { body: { users: 1, events: 2 * source.resources.length } })
    // A workout can end between the two.
    const replies = await Promise.all([...ids, ...workoutIds().map(String)].map((id) => stream(kit, id)))
    const found = replies.filter(({ status }) => status === 200)
    kit.expect(found.length).toBeGreaterThan(0)
    for (const reply of found) {
      const workout = kit.ok(getWorkoutStream, reply)
      kit.expect(Object.keys(workout).sort()).toEqual([...COLUMNS, 'user_id'].sort())
      kit.expect(workout.user_id).toBe(user_id)
      const measured = Object.values(workout).flatMap((column) => (Array.isArray(column) ? [column.length] : []))
      kit.expect(measured.length).toBeGreaterThan(1)
      kit.expect(new Set(measured)).toEqual(new Set([workout.time?.length]))
      const { time } = workout
      kit.expect(time).toEqual(time?.toSorted((a, b) => a - b))
      kit.expect(time?.at(-1)).toBeLessThan(Date.now() / 1000)
    }
    await kit.call('DELETE', `/v2/user/${user_id}`)
    for (const id of ids) kit.refused(await stream(kit, id), 404)
  }),

  workouts('a workout that nobody had is 404, no ID 422', async (kit) => {
    kit.refused(await stream(kit, NOBODY), 404)
    kit.expect(kit.refused(await stream(kit, 'run'), 422)).toEqual(['path.workout_id'])
  }),

  pulls('every connection once, page by page, with every data type of it', async (kit) => {
    const found: ConnectionPulls[] = []
    let cursor: string | null = null
    do {
      const page = await history(kit, cursor === null ? {} : { cursor })
      found.push(...page.data)
      kit.expect(page.next_cursor === null || page.next_cursor !== cursor).toBe(true)
      cursor = page.next_cursor
    } while (cursor !== null)
    const { users } = kit.ok(endpoints.list_users, await kit.call('GET', '/v2/user', { query: { limit: 500 } }))
    const all = users.flatMap(({ user_id, connected_sources }) =>
      connected_sources.map(({ source }) => `${user_id} ${source.slug}`),
    )
    kit.expect(found.map(({ user_id, provider }) => `${user_id} ${provider}`)).toEqual(all)
    kit.have('user_id provider pulled not_pulled', ...found)
    const each = found.flatMap(({ pulled }) => Object.values(pulled))
    kit.have('status range_start range_end days_with_data timeline error_details', ...each)
    const seen = new Set(each.map(({ status }) => status))
    for (const status of ['success', 'failure', 'retrying']) kit.expect([...seen]).toContain(status)
    for (const { status, timeline, error_details, range_start, range_end } of each) {
      kit.expect(Date.parse(range_start ?? '')).toBeLessThan(Date.parse(range_end ?? ''))
      kit.expect(timeline.ended_at !== null).toBe(status === 'success' || status === 'failure')
      kit.expect(timeline.retry_at !== null).toBe(status === 'retrying')
      if (status === 'success') kit.expect(error_details).toBe(null)
      const isEarly = Date.parse(timeline.scheduled_at ?? '') < Date.parse('2025-05-09')
      if (status === 'failure') kit.expect(error_details === null).toBe(isEarly)
      if (status === 'retrying') kit.expect(isEarly).toBe(false)
    }
    for (const { user_id, provider, pulled, not_pulled } of found.slice(0, 5)) {
      kit.expect((await history(kit, { user_id, provider })).data).toHaveLength(1)
      const { providers } = kit.ok(
        endpoints.list_user_providers,
        await kit.call('GET', `/v2/user/providers/${user_id}`),
      )
      const types = Object.keys(providers.find(({ slug }) => slug === provider)?.resource_availability ?? {})
      kit.expect([...Object.keys(pulled), ...not_pulled].sort()).toEqual(types.sort())
    }
  }),

  pulls('that of a new connection begins at once, and ends with the user', async (kit) => {
    const user_id = await wearer(kit, 'pulls-1', WATCH)
    const { data } = await history(kit, { user_id })
    kit.expect(data.map(({ provider }) => provider)).toEqual([WATCH])
    const statuses = data.flatMap(({ pulled }) => Object.values(pulled).map(({ status }) => status))
    kit.expect(statuses.length).toBeGreaterThan(1)
    for (const status of statuses) kit.expect(['scheduled', 'in_progress']).toContain(status)
    kit.expect((await history(kit, { user_id, provider: 'korrin_ring' })).data).toEqual([])
    await kit.call('DELETE', `/v2/user/${user_id}`)
    kit.refused(await kit.call('GET', '/v2/introspect/historical_pull', { query: { user_id } }), 404)
  }),

  pulls('its parameters are checked', async (kit) => {
    for (const [field, value] of [
      ['user_id', 'somebody'],
      ['provider', 'unheard_of'],
      ['cursor', 'next'],
    ] as const) {
      const reply = await kit.call('GET', '/v2/introspect/historical_pull', { query: { [field]: value } })
      kit.expect(kit.refused(reply, 422)).toEqual([`query.${field}`])
    }
  }),
]
