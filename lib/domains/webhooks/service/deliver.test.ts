/** The engine over the memory store and a clock of the test: order, retries, disabling, signatures, replays. */
import { Webhook } from 'standardwebhooks'
import { beforeEach, expect, test, vi } from 'vitest'
import { bundles, ids } from '#lib/domains/access/service/store.conformance.ts'
import { deliveryFilters, deliverySearch } from '#lib/domains/webhooks/deliveries.ts'
import { FAILURE_LIMIT } from '#lib/domains/webhooks/rules.ts'
import type { SendResult } from '#lib/platform/http/webhook-sender.ts'
import { TEAM } from '#lib/sandbox/service/service.testing.ts'
import { createMemoryStore } from '#lib/sandbox/service/store-memory.ts'
import { sealingKey } from '#lib/service/secrets.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#lib/utils/time/durations.ts'
import type { SendRequest } from './attempt.ts'
import { AT, eventOf } from './webhooks.testing.ts'
import { createWebhooks } from './webhooks.ts'

const said = (status: number, retry_after: string | null = null): SendResult => ({
  kind: 'response',
  status,
  content_type: 'text/plain',
  retry_after,
  text: 'said',
  is_cut: false,
  ms: 10,
})

async function open() {
  const store = createMemoryStore()
  await store.insert(bundles.slice(0, 200))
  let now = AT.getTime()
  const jobs: { name: string; id: string; at: number }[] = []
  const sent: SendRequest[] = []
  const errors: unknown[] = []
  const queue: { held: Promise<void> } = { held: Promise.resolve() }
  const receiver = { answer: async (_: SendRequest): Promise<SendResult> => said(204) }
  const webhooks = createWebhooks({
    store,
    jobs: {
      async schedule(name, id, at) {
        jobs.push({ name, id, at: at.getTime() })
        await queue.held
      },
    },
    sealing_key: await sealingKey(new Uint8Array(32).fill(7)),
    inboxSecret: async () => 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    send(request) {
      sent.push(request)
      return receiver.answer(request)
    },
    now: () => new Date(now),
    random: () => 0.5,
    onError: (error) => void errors.push(error),
  })
  const admin = webhooks.admin(TEAM)

  /** Runs jobs that are due, each once. */
  async function settle() {
    for (let turn = 0; turn < 20; turn += 1) {
      await new Promise((done) => setImmediate(done))
      const due = jobs.filter(({ at }) => at <= now)
      if (due.length === 0) continue
      for (const job of due) jobs.splice(jobs.indexOf(job), 1)
      await Promise.all(
        due.map(({ name, id }) => (name === 'replay_webhooks' ? webhooks.runReplay(id) : webhooks.run(id))),
      )
    }
  }
  async function pass(milliseconds: number) {
    now += milliseconds
    await settle()
  }
  const tick = (milliseconds: number) => {
    now += milliseconds
  }
  const types = () => sent.map(({ body }) => JSON.parse(body).event_type)
  const states = async () => (await admin.deliveries(deliverySearch.parse({}))).deliveries.map(({ state }) => state)
  return {
    webhooks,
    admin,
    sent,
    jobs,
    queue,
    errors,
    receiver,
    settle,
    pass,
    tick,
    types,
    states,
    at: () => new Date(now),
  }
}

const ENDPOINT = '11111111-1111-4111-8111-111111111111'
const OTHER = '22222222-2222-4222-8222-222222222222'
const NOTHING: Pick<SendRequest, 'headers' | 'body'> = { headers: {}, body: '' }
const target = { name: 'Portal', url: 'https://portal.test/hook', event_types: null }

let backend: Awaited<ReturnType<typeof open>>
beforeEach(async () => {
  backend = await open()
})

test('an event is sent to every endpoint, signed with its own secret, and once', async () => {
  const { secret } = await backend.admin.create(ENDPOINT, target)
  await backend.admin.create(OTHER, { ...target, url: 'https://other.test/' })
  await backend.webhooks.ensureInbox(TEAM)
  await backend.webhooks.store.emit([eventOf(ids[0] ?? '', 'a.one', backend.at())])
  await backend.settle()
  await backend.pass(HOUR)
  expect(backend.sent.map(({ url }) => url).sort()).toEqual([null, 'https://other.test/', target.url].sort())
  const [first] = backend.sent.filter(({ url }) => url === target.url)
  const { 'webhook-id': id = '', 'webhook-timestamp': time, ...headers } = first?.headers ?? {}
  expect([id.startsWith('msg_'), time]).toEqual([true, String(AT.getTime() / 1000)])
  expect(headers['webhook-signature']).toBe(new Webhook(secret).sign(id, AT, first?.body ?? ''))
  const inbox = backend.sent.find(({ url }) => url === null)
  const own = new Webhook('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
  expect(inbox?.headers['webhook-signature']).toBe(own.sign(id, AT, inbox?.body ?? ''))
  expect(await backend.states()).toEqual(['delivered', 'delivered', 'delivered'])
  expect(backend.errors).toEqual([])
})

test('a receiver that answers slowly gives way to others after ten seconds, and goes on after them', async () => {
  await backend.admin.create(ENDPOINT, target)
  backend.receiver.answer = async () => {
    backend.tick(2 * SECOND)
    return said(204)
  }
  await backend.webhooks.store.emit(ids.slice(0, 40).map((id) => eventOf(id, 'a.one', backend.at())))
  backend.jobs.length = 0
  await backend.webhooks.run(ENDPOINT)
  expect(backend.sent.length).toBeLessThan(20)
  expect(backend.jobs).toMatchObject([{ name: 'deliver_webhooks', id: ENDPOINT }])
  await backend.settle()
  expect(backend.sent).toHaveLength(40)
})

test('a rotated secret signs beside the new one for a day', async () => {
  const { secret: old } = await backend.admin.create(ENDPOINT, target)
  const { secret, endpoint } = await backend.admin.rotate(ENDPOINT)
  expect(endpoint.previous_secret_until).toBe(new Date(AT.getTime() + DAY).toISOString())
  const sign = async () => {
    await backend.webhooks.store.emit([eventOf(ids[0] ?? '', 'a.one', backend.at())])
    await backend.settle()
    const { headers, body } = backend.sent.at(-1) ?? NOTHING
    const by = (one: string) => new Webhook(one).sign(headers['webhook-id'] ?? '', backend.at(), body)
    return [headers['webhook-signature'], `${by(secret)} ${by(old)}`, by(secret)]
  }
  const [during, both] = await sign()
  expect(during).toBe(both)
  await backend.pass(DAY)
  const [after, , alone] = await sign()
  expect(after).toBe(alone)
})

test('what is changed at the same time undoes no rotation, and brings no endpoint back', async () => {
  const { secret: old } = await backend.admin.create(ENDPOINT, target)
  const [first, second, renamed] = await Promise.allSettled([
    backend.admin.rotate(ENDPOINT),
    backend.admin.rotate(ENDPOINT),
    backend.admin.update(ENDPOINT, { name: 'Renamed' }),
  ])
  const won = [first, second].flatMap((each) => (each.status === 'fulfilled' ? [each.value.secret] : []))
  const lost = [first, second].flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  expect([won.length, lost, renamed.status]).toEqual([1, [expect.objectContaining({ code: 'stale' })], 'fulfilled'])
  await backend.webhooks.store.emit([eventOf(ids[0] ?? '', 'a.one', backend.at())])
  await backend.settle()
  const { headers, body } = backend.sent.at(-1) ?? NOTHING
  const by = (one: string) => new Webhook(one).sign(headers['webhook-id'] ?? '', backend.at(), body)
  expect(headers['webhook-signature']).toBe(`${by(won[0] ?? '')} ${by(old)}`)

  const [, removed] = await Promise.allSettled([
    backend.admin.remove(ENDPOINT),
    backend.admin.update(ENDPOINT, { name: 'Back' }),
  ])
  expect(removed).toMatchObject({ status: 'rejected', reason: { code: 'not_found' } })
  expect(await backend.admin.endpoints()).toEqual([])
})

test('a failing subject waits with its next event; others go on', async () => {
  await backend.admin.create(ENDPOINT, target)
  const [one = '', two = ''] = ids
  backend.receiver.answer = async ({ body }) => said(JSON.parse(body).event_type === 'a.one' ? 500 : 200)
  await backend.webhooks.store.emit([eventOf(one, 'a.one'), eventOf(one, 'a.two'), eventOf(two, 'b.one')])
  await backend.settle()
  expect(backend.types().sort()).toEqual(['a.one', 'b.one'])
  backend.receiver.answer = async () => said(200)
  await backend.pass(5 * SECOND)
  expect(backend.types().slice(2)).toEqual(['a.one', 'a.two'])
})

test('eight attempts, then it gives up; all have the same ID and the same body', async () => {
  await backend.admin.create(ENDPOINT, target)
  backend.receiver.answer = async () => ({ kind: 'failed', failure: 'timeout', ms: 15_000 })
  await backend.webhooks.store.emit([eventOf(ids[0] ?? '')])
  await backend.settle()
  for (const wait of [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 2 * HOUR]) await backend.pass(wait)
  expect(backend.sent).toHaveLength(7)
  await backend.pass(6 * HOUR - SECOND)
  expect(backend.sent).toHaveLength(7)
  await backend.pass(SECOND)
  await backend.pass(DAY)
  expect(backend.sent).toHaveLength(8)
  expect(new Set(backend.sent.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size).toBe(1)
  expect(await backend.states()).toEqual(['gave_up'])
})

test('429 and 503 are asked again when they say; a redirect is a failure', async () => {
  await backend.admin.create(ENDPOINT, target)
  backend.receiver.answer = async () => said(429, '300')
  await backend.webhooks.store.emit([eventOf(ids[0] ?? '')])
  await backend.settle()
  await backend.pass(299 * SECOND)
  expect(backend.sent).toHaveLength(1)
  backend.receiver.answer = async () => said(302)
  await backend.pass(SECOND)
  expect(backend.sent).toHaveLength(2)
  expect(await backend.states()).toEqual(['retrying'])
})

test('410 disables the endpoint and stops what waits; enabling recovers it', async () => {
  await backend.admin.create(ENDPOINT, target)
  const [one = '', two = ''] = ids
  backend.receiver.answer = async () => said(410)
  await backend.webhooks.store.emit([eventOf(one), eventOf(one), eventOf(two)])
  await backend.settle()
  const [endpoint] = await backend.admin.endpoints()
  expect(endpoint?.disabled?.reason).toBe('gone')
  expect(new Set(await backend.states())).toEqual(new Set(['stopped']))
  backend.receiver.answer = async () => said(200)
  expect((await backend.admin.enable(ENDPOINT, AT)).sent).toHaveLength(3)
  await backend.settle()
  expect(await backend.states()).toEqual(['delivered', 'delivered', 'delivered'])
})

test(`${FAILURE_LIMIT} failures in a row disable the endpoint; a success in between starts anew`, async () => {
  await backend.admin.create(ENDPOINT, target)
  backend.receiver.answer = async () => said(500)
  await backend.webhooks.store.emit(ids.slice(0, FAILURE_LIMIT - 1).map((id) => eventOf(id)))
  await backend.settle()
  expect((await backend.admin.endpoints())[0]).toMatchObject({ failures: FAILURE_LIMIT - 1, disabled: null })
  backend.receiver.answer = async () => said(200)
  await backend.webhooks.store.emit([eventOf(ids[FAILURE_LIMIT] ?? '')])
  await backend.settle()
  expect((await backend.admin.endpoints())[0]).toMatchObject({ failures: 0, disabled: null })
  backend.receiver.answer = async () => said(500)
  await backend.pass(5 * SECOND)
  expect((await backend.admin.endpoints())[0]).toMatchObject({ failures: FAILURE_LIMIT - 1, disabled: null })
  await backend.pass(30 * SECOND)
  expect((await backend.admin.endpoints())[0]?.disabled?.reason).toBe('failures')
})

test('a slow receiver holds up neither other subjects that come later nor other endpoints', async () => {
  await backend.admin.create(ENDPOINT, target)
  await backend.admin.create(OTHER, { ...target, url: 'https://other.test/' })
  const slow = Promise.withResolvers<SendResult>()
  const isSlow = ({ url, body }: SendRequest) => url === target.url && JSON.parse(body).event_type === 'a.slow'
  backend.receiver.answer = (request) => (isSlow(request) ? slow.promise : Promise.resolve(said(200)))
  await backend.webhooks.store.emit([eventOf(ids[0] ?? '', 'a.slow')])
  const running = backend.settle()
  await backend.webhooks.store.emit([eventOf(ids[1] ?? '', 'b.quick')])
  await expect.poll(() => backend.types()).toHaveLength(4)
  slow.resolve(said(200))
  await running
  expect(await backend.states()).toEqual(['delivered', 'delivered', 'delivered', 'delivered'])
})

test('what a process that died had claimed is found again', async () => {
  await backend.admin.create(ENDPOINT, target)
  await backend.webhooks.store.emit([eventOf(ids[0] ?? '')])
  await new Promise((done) => setImmediate(done))
  backend.jobs.splice(0)
  await backend.webhooks.recover()
  await backend.settle()
  expect(await backend.states()).toEqual(['delivered'])
})

test('a process that stops begins nothing more, and records what was under way', async () => {
  await backend.admin.create(ENDPOINT, target)
  const slow = Promise.withResolvers<SendResult>()
  backend.receiver.answer = () => slow.promise
  await backend.webhooks.store.emit([eventOf(ids[0] ?? '', 'a.one'), eventOf(ids[0] ?? '', 'a.two')])
  const running = backend.settle()
  await expect.poll(() => backend.types()).toEqual(['a.one'])
  const stopped = backend.webhooks.stop()
  slow.resolve(said(200))
  await Promise.all([stopped, running])
  expect([backend.types(), await backend.states()]).toEqual([['a.one'], ['waiting', 'delivered']])
  await backend.webhooks.run(ENDPOINT)
  expect(backend.types()).toEqual(['a.one'])
  backend.jobs.splice(0)
  await backend.webhooks.store.emit([eventOf(ids[0] ?? '', 'a.three')])
  await new Promise((done) => setImmediate(done))
  expect(backend.jobs).toEqual([])
})

test('a process that stops while it looks for what is due waits for that look', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  backend.queue.held = held
  await backend.admin.create(ENDPOINT, target)
  await backend.webhooks.store.emit([eventOf(ids[0] ?? '')])
  let isStopped = false
  await new Promise((done) => setImmediate(done))
  const stopped = backend.webhooks.stop().then(() => {
    isStopped = true
  })
  await new Promise((done) => setImmediate(done))
  expect(isStopped).toBe(false)
  release()
  await stopped
})

test('a receiver that takes too long is cut off by a process that stops, and asked again by the next one', async () => {
  await backend.admin.create(ENDPOINT, target)
  backend.receiver.answer = ({ signal }) =>
    new Promise((done) => {
      signal.addEventListener('abort', () => done({ kind: 'failed', failure: 'connection', ms: 5_000 }))
    })
  await backend.webhooks.store.emit([eventOf(ids[0] ?? '')])
  const running = backend.settle()
  await expect.poll(() => backend.sent).toHaveLength(1)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const stopped = backend.webhooks.stop()
  vi.runAllTimers()
  vi.useRealTimers()
  await Promise.all([stopped, running])
  const { deliveries } = await backend.admin.deliveries(deliverySearch.parse({}))
  expect(deliveries).toMatchObject([{ attempts: 0, last: null }])
})

test('a replay is one attempt with the same ID, also to a disabled endpoint, and leaves health alone', async () => {
  await backend.admin.create(ENDPOINT, target)
  backend.receiver.answer = async () => said(500)
  await backend.webhooks.store.emit([eventOf(ids[0] ?? '')])
  await backend.settle()
  await backend.admin.disable(ENDPOINT)
  const [{ id = 0 } = {}] = (await backend.admin.deliveries(deliverySearch.parse({}))).deliveries
  const failed = await backend.admin.replay(id)
  expect([failed.delivery.state, failed.attempts.map(({ kind }) => kind)]).toEqual(['stopped', ['replay', 'delivery']])
  backend.receiver.answer = async () => said(200)
  const replayed = await backend.admin.replay(id)
  expect(replayed.delivery).toMatchObject({ state: 'delivered', attempts: 1 })
  expect(new Set(backend.sent.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect((await backend.admin.endpoints())[0]).toMatchObject({ failures: 1, health: { attempts: 1, succeeded: 0 } })
})

test('a replay of many goes through all of them, and can be canceled on the way', async () => {
  await backend.admin.create(ENDPOINT, target)
  backend.receiver.answer = async () => said(404)
  await backend.webhooks.store.emit(ids.slice(0, 12).map((id) => eventOf(id)))
  await backend.settle()
  await backend.admin.disable(ENDPOINT)
  backend.receiver.answer = async () => said(200)
  const filters = deliveryFilters.parse({ states: ['stopped'] })
  const { replay } = await backend.admin.startReplay(OTHER, filters)
  expect(replay).toMatchObject({ total: 12, done: 0 })
  await backend.settle()
  expect(await backend.admin.findReplay(OTHER)).toMatchObject({ done: 12, failed: 0, finished_at: AT.toISOString() })
  expect(new Set(await backend.states())).toEqual(new Set(['delivered']))
  await expect(backend.admin.startReplay(ENDPOINT, filters)).rejects.toMatchObject({ code: 'conflict' })
  await backend.admin.startReplay(ENDPOINT, deliveryFilters.parse({}))
  expect(await backend.admin.cancelReplay(ENDPOINT)).toMatchObject({ is_canceled: true, done: 0 })
  const before = backend.sent.length
  await backend.settle()
  expect(backend.sent).toHaveLength(before)
})

test('a test event goes to one endpoint, once, and says that it is one', async () => {
  await backend.admin.create(ENDPOINT, target)
  backend.receiver.answer = async () => said(500)
  const sent = await backend.admin.test(ENDPOINT, { event_type: 'daily.data.sleep.created', data: { id: 1 } })
  expect(sent).toMatchObject({ is_test: true, state: 'gave_up', attempts: 0, last: { status: 500 } })
  await backend.pass(DAY)
  expect(backend.sent).toHaveLength(1)
  expect((await backend.admin.endpoints())[0]).toMatchObject({ failures: 0, health: { attempts: 0 } })
})

test('the console’s own inbox can be disabled, and nothing else', async () => {
  await backend.webhooks.ensureInbox(TEAM)
  const [inbox] = await backend.admin.endpoints()
  const id = inbox?.id ?? ''
  const tested = { event_type: 'labtest.appointment.updated', data: { status: 'cancelled' } }
  for (const refused of [
    backend.admin.rotate(id),
    backend.admin.remove(id),
    backend.admin.update(id, { name: 'x' }),
    backend.admin.test(id, tested),
  ])
    await expect(refused).rejects.toMatchObject({ code: 'conflict' })
  expect([backend.sent, await backend.states()]).toEqual([[], []])
  // One from before it was refused is not sent again.
  const { at: _, ...event } = eventOf(ids[0] ?? '')
  const message = { ...event, at: AT, team_id: TEAM, client_user_id: 'test', is_test: true }
  const kept = await backend.webhooks.store.addTestDelivery(id, message)
  await expect(backend.admin.replay(kept)).rejects.toMatchObject({ code: 'conflict' })
  expect(backend.sent).toEqual([])
  expect((await backend.admin.disable(id)).disabled?.reason).toBe('person')
  await backend.webhooks.ensureInbox(TEAM)
  expect((await backend.admin.endpoints())[0]?.disabled).not.toBeNull()
})
