/** Spec, endpoint 6. Run by lib/service/conformance/*.test.ts. */
import { endpoints } from '#lib/domains/service-endpoints.ts'
import { type Kit, NOBODY, type Statement, under } from './kit.testing.ts'

const portal = under('6. Create portal URL')
const gap = (name: string) => under(`Gap "${name}"`)

async function create({ call }: Kit, user_id: string, body: unknown) {
  return call('POST', `/v2/user/${user_id}/create_portal_url`, { body })
}

/** Somebody with an order has demographics. */
async function someOrder(kit: Kit, notOf = '') {
  const { id, user_id } = await kit.takeOrder((order) => order.user_id !== notOf)
  return { order_id: id, user_id }
}

async function opened({ call }: Kit, url: string) {
  return call('GET', new URL(url).pathname, { key: null })
}

export const portalUrl: Statement[] = [
  portal('launch is short-lived: minutes', async (kit) => {
    const { user_id } = await someOrder(kit)
    const answer = kit.ok(endpoints.create_portal_url, await create(kit, user_id, { context: 'launch' }))
    kit.expect(answer.expires_in).toBeLessThanOrEqual(3600)
    kit.expect(answer.expires_in).toBeGreaterThanOrEqual(60)
    kit.expect((await opened(kit, answer.url)).status).toBe(200)
  }),

  portal('communications is long-lived, and shortened', async (kit) => {
    const { user_id } = await someOrder(kit)
    const long = kit.ok(endpoints.create_portal_url, await create(kit, user_id, { context: 'launch' }))
    const short = kit.ok(endpoints.create_portal_url, await create(kit, user_id, { context: 'communications' }))
    kit.expect(short.expires_in).toBeGreaterThanOrEqual(7 * 86_400)
    kit.expect(short.url.length).toBeLessThan(long.url.length)
    kit.expect((await opened(kit, short.url)).text).toMatch(/by email or text message/)
  }),

  gap('expires_in')('seconds: 900 and 1,209,600', async (kit) => {
    const { user_id } = await someOrder(kit)
    for (const [context, seconds] of [
      ['launch', 900],
      ['communications', 1_209_600],
    ] as const) {
      const answer = kit.ok(endpoints.create_portal_url, await create(kit, user_id, { context }))
      kit.expect(answer.expires_in).toBe(seconds)
    }
  }),

  portal('`order_id` leads to that order, null to all', async (kit) => {
    const { user_id, order_id } = await someOrder(kit)
    const one = kit.ok(endpoints.create_portal_url, await create(kit, user_id, { context: 'launch', order_id }))
    kit.expect((await opened(kit, one.url)).text).toContain(order_id)
    const all = kit.ok(endpoints.create_portal_url, await create(kit, user_id, { context: 'launch', order_id: null }))
    kit.expect((await opened(kit, all.url)).text).not.toContain(order_id)
  }),

  under('Errors')('a user without demographics: 422', async (kit) => {
    const { user_id } = await kit.userWithoutInfo()
    kit.expect(kit.refused(await create(kit, user_id, { context: 'launch' }), 422)).toEqual([])
  }),

  portal('`context` is required', async (kit) => {
    const { user_id } = await someOrder(kit)
    for (const body of [{}, { context: null }, { context: 7 }, { context: '' }]) {
      kit.expect(kit.refused(await create(kit, user_id, body), 422)).toEqual(['body.context'])
    }
    const malformed = await create(kit, user_id, { context: 'launch', order_id: 'x' })
    kit.expect(kit.refused(malformed, 422)).toEqual(['body.order_id'])
  }),

  gap('order of another user')('a context that the sandbox does not know: 422', async (kit) => {
    const { user_id } = await someOrder(kit)
    kit.expect(kit.refused(await create(kit, user_id, { context: 'kiosk' }), 422)).toEqual(['body.context'])
  }),

  gap('order of another user')('somebody else’s order, or nobody’s: 404', async (kit) => {
    const mine = await someOrder(kit)
    const theirs = await someOrder(kit, mine.user_id)
    for (const order_id of [theirs.order_id, NOBODY]) {
      kit.expect(kit.refused(await create(kit, mine.user_id, { context: 'launch', order_id }), 404)).toEqual([])
    }
  }),

  portal('a user that nobody is, and an id that is none', async (kit) => {
    kit.expect(kit.refused(await create(kit, NOBODY, { context: 'launch' }), 404)).toEqual([])
    kit.expect(kit.refused(await create(kit, 'somebody', { context: 'launch' }), 422)).toEqual(['path.user_id'])
  }),
]
