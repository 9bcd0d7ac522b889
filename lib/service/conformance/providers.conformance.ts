/** Spec, endpoints 3 and 15, and "Provider connection". Run by lib/service/conformance/*.test.ts. */
import type { Connection } from '#lib/domains/connections/connection.ts'
import { endpoints } from '#lib/domains/service-endpoints.ts'
import type { User } from '#lib/domains/users/user.ts'
import { type Kit, NOBODY, type Statement, under } from './kit.testing.ts'

const list = under("3. List a user's providers")
const connection = under('Provider connection')
const remove = under('15. Deregister a provider connection')
const gap = (name: string) => under(`Gap "${name}"`)

const hasSource = (slug: string) => (user: User) => user.connected_sources.some(({ source }) => source.slug === slug)
const isConnected = ({ connected_sources }: User) => connected_sources.length > 0

async function connectionsOf({ call, ok }: Kit, user_id: string): Promise<Connection[]> {
  return ok(endpoints.list_user_providers, await call('GET', `/v2/user/providers/${user_id}`)).providers
}

/** The connections of many users: enough for every state that the data set has. */
async function manyConnections(kit: Kit): Promise<Connection[]> {
  const connected = (await kit.users()).filter(isConnected).slice(0, 100)
  return (await Promise.all(connected.map(({ user_id }) => connectionsOf(kit, user_id)))).flat()
}

async function removal({ call }: Kit, user_id: string, slug: string) {
  return call('DELETE', `/v2/user/${user_id}/${slug}`)
}

/** Deregisters a source that the user has, and checks that it is gone from wherever it was shown. */
async function removed(kit: Kit, { user_id, connected_sources }: User, slug: string) {
  const answer = kit.ok(endpoints.deregister_provider, await removal(kit, user_id, slug))
  kit.expect(answer).toEqual({ success: true })
  const left = connected_sources.map(({ source }) => source.slug).filter((each) => each !== slug)
  kit.expect((await connectionsOf(kit, user_id)).map((each) => each.slug)).toEqual(left)
  const { users } = kit.ok(endpoints.list_users, await kit.call('GET', '/v2/user/', { query: { limit: 500 } }))
  const after = users.find((each) => each.user_id === user_id)
  kit.expect(after?.connected_sources.map(({ source }) => source.slug)).toEqual(left)
}

export const providers: Statement[] = [
  list('`providers`, the same sources as the user shows', async (kit) => {
    const user = (await kit.users()).find(({ connected_sources }) => connected_sources.length > 1)
    const found = await connectionsOf(kit, user?.user_id ?? '')
    kit
      .expect(found.map(({ name, slug, logo, created_on }) => ({ created_on, source: { name, slug, logo } })))
      .toEqual(user?.connected_sources)
  }),

  list('a user without any has an empty list; nobody is 404, no id 422', async (kit) => {
    const { user_id } = await kit.takeUser((user) => !isConnected(user))
    kit.expect(await connectionsOf(kit, user_id)).toEqual([])
    kit.expect(kit.refused(await kit.call('GET', `/v2/user/providers/${NOBODY}`), 404)).toEqual([])
    kit.expect(kit.refused(await kit.call('GET', '/v2/user/providers/somebody'), 422)).toEqual(['path.user_id'])
  }),

  connection('every field of the specification', async (kit) => {
    const all = await manyConnections(kit)
    kit.expect(all.length).toBeGreaterThan(50)
    kit.have('name slug logo status created_on resource_availability error_details', ...all)
    kit.expect(all.filter((each) => Object.hasOwn(each, 'user_id'))).toEqual([])
  }),

  connection('resource availability: a status, and granted and denied scopes, required and optional', async (kit) => {
    const resources = (await manyConnections(kit)).flatMap((each) => Object.values(each.resource_availability))
    kit.expect(new Set(resources.map(({ status }) => status))).toEqual(new Set(['available', 'unavailable']))
    const scoped = resources.flatMap(({ status, scope_requirements: scopes }) => (scopes ? [{ status, scopes }] : []))
    kit.have('user_granted user_denied', ...scoped.map(({ scopes }) => scopes))
    kit.have('required optional', ...scoped.flatMap(({ scopes }) => [scopes.user_granted, scopes.user_denied]))
    const wrong = scoped.filter(
      ({ status, scopes }) => (status === 'unavailable') !== scopes.user_denied.required.length > 0,
    )
    kit.expect(wrong).toEqual([])
    kit.expect(scoped.length).toBeGreaterThan(100)
  }),

  gap('connection status')('connected or error; only an error has details', async (kit) => {
    const all = await manyConnections(kit)
    kit.expect(all.filter(({ status, error_details }) => (status === 'error') !== Boolean(error_details))).toEqual([])
    kit.expect(new Set(all.map(({ status }) => status)).size).toBe(2)
  }),

  gap('error_details')('error_type, error_message and errored_at', async (kit) => {
    const errors = (await manyConnections(kit)).flatMap(({ error_details }) => (error_details ? [error_details] : []))
    kit.have('error_type error_message errored_at', ...errors)
    kit.expect(new Set(errors.map(({ error_type }) => error_type)).size).toBeGreaterThan(4)
  }),

  remove('a cloud source goes, and is gone everywhere', async (kit) => {
    const user = await kit.takeUser(hasSource('korrin_ring'))
    await removed(kit, user, 'korrin_ring')
  }),

  remove('`manual` is one of the slugs', async (kit) => {
    const user = await kit.takeUser(hasSource('manual'))
    await removed(kit, user, 'manual')
  }),

  remove('a source with an error goes as well', async (kit) => {
    for (const user of (await kit.users()).filter(isConnected)) {
      const [first] = await connectionsOf(kit, user.user_id)
      if (first?.status !== 'error') continue
      const mine = await kit.takeUser(({ user_id }) => user_id === user.user_id)
      return removed(kit, mine, first.slug)
    }
    throw new Error('The data set has no failed connection.')
  }),

  gap('deregistration without effect')('on-device stores stay, and the answer says so', async (kit) => {
    const { user_id } = await kit.takeUser(hasSource('phone_health_store'))
    const before = await connectionsOf(kit, user_id)
    kit.expect(kit.ok(endpoints.deregister_provider, await removal(kit, user_id, 'phone_health_store'))).toEqual({
      success: false,
    })
    kit.expect(await connectionsOf(kit, user_id)).toEqual(before)
  }),

  gap('deregistration without effect')(
    'a slug nobody knows is 422, a source the user has not is 404, twice is 404',
    async (kit) => {
      const user = await kit.takeUser(hasSource('ostrel_glucose'))
      const { user_id } = user
      kit.expect(kit.refused(await removal(kit, user_id, 'nothing_known'), 422)).toEqual(['path.provider'])
      kit.expect(kit.refused(await removal(kit, user_id, 'No-Slug'), 422)).toEqual(['path.provider'])
      await removed(kit, user, 'ostrel_glucose')
      kit.expect(kit.refused(await removal(kit, user_id, 'ostrel_glucose'), 404)).toEqual([])
      kit.expect(kit.refused(await removal(kit, NOBODY, 'ostrel_glucose'), 404)).toEqual([])
      kit.expect(kit.refused(await removal(kit, 'somebody', 'ostrel_glucose'), 422)).toEqual(['path.user_id'])
    },
  ),
]
