/** Data of devices as the API reads it: workouts. Run by lib/service/conformance/*.test.ts. */
import { getWorkoutStream } from '#lib/domains/events/event.ts'
import { endpoints } from '#lib/domains/service-endpoints.ts'
import { sourceOf } from '#lib/sandbox/wearables/emitter.ts'
import { createWearables } from '#lib/sandbox/wearables/stream.ts'
import { type Kit, NOBODY, type Statement, under } from './kit.testing.ts'

const workouts = under('Gap "workout stream"')

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
]
