/** The inbox over HTTP: who is believed, what is refused, and that nothing of a refused message is kept. */
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { NewEvent } from '#lib/domains/events/new-event.ts'
import { makeOrder } from '#lib/domains/orders/order.testing.ts'
import { WEBHOOK_PREFIX } from '#lib/kernel/wire.ts'
import { createInbox, type InboxOptions, isSigned, signatureHeaders } from './inbox.ts'
import { memoryEvents } from './store-memory.ts'
import { GIVEN_UP } from './writer.ts'

const NOW = new Date('2026-11-21T08:00:00Z')
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const OTHER = `whsec_${Buffer.alloc(32, 9).toString('base64')}`
const USER = '00000000-0000-4000-8000-000000000001'
const TEAM = '11111111-0000-4000-8000-000000000000'
const source = { name: 'Korrin Ring', slug: 'korrin_ring', logo: null }
const STEPS = {
  event_type: 'daily.data.steps.created',
  data: { user_id: USER, source, source_id: 3, data: [] },
  team_id: TEAM,
  user_id: USER,
  client_user_id: 'member-1',
}

beforeEach(() => void vi.useFakeTimers({ now: NOW, toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

function inbox(changes: Partial<InboxOptions> = {}) {
  const news: unknown[] = []
  const kept: NewEvent[] = []
  const rejected: string[] = []
  const errors: unknown[] = []
  const lab: unknown[] = []
  const noted: string[] = []
  const store = memoryEvents()
  const app = createInbox({
    secrets: new Map([['production', [SECRET, OTHER]]]),
    onNews: async (each) => void news.push(each),
    keep: async (event) => {
      kept.push(event)
      return (await store.saveEvents([event]))[0] ?? Promise.reject(new Error('nothing is kept'))
    },
    kept: store,
    teamOf: (environment) => (environment === 'production' ? TEAM : null),
    onLab: async (each) => void lab.push(each),
    onRejected: ({ environment, reason }) => rejected.push(`${environment} ${reason}`),
    onError: (error) => errors.push(error),
    unsignedLimiter: { isBlocked: async () => noted.length >= 3, note: async () => void noted.push('refused') },
    now: () => new Date(),
    ...changes,
  })
  const post = async (text: string | ReadableStream, headers: Record<string, string>, environment = 'production') => {
    const init = { method: 'POST', body: text, headers, duplex: 'half' }
    return app.fetch(new Request(`http://console.test${WEBHOOK_PREFIX}/${environment}`, init))
  }
  return { post, news, kept, rejected, errors, lab }
}

function signed(body: string, { secret = SECRET, at = NOW, id = 'msg_1', prefix = 'webhook' } = {}) {
  return {
    [`${prefix}-id`]: id,
    [`${prefix}-timestamp`]: String(Math.floor(at.getTime() / 1000)),
    [`${prefix}-signature`]: new Webhook(secret).sign(id, at, body),
  }
}

const body = JSON.stringify(STEPS)

test('an event that wasn’t written in time is an error of the console, not a rejection of its sender', async () => {
  const { post, rejected, errors } = inbox({ keep: () => Promise.reject(GIVEN_UP) })
  expect((await post(body, signed(body))).status).toBe(503)
  expect([rejected, errors]).toEqual([[], [GIVEN_UP]])
})

test('an event is kept as it was sent, and data of a source is noted, when it arrives', async () => {
  const { post, news, kept } = inbox()
  const answer = await post(body, signed(body))
  expect([answer.status, await answer.text()]).toEqual([204, ''])
  const at = NOW.toISOString()
  expect(kept).toMatchObject([{ environment: 'production', message_id: 'msg_1', body, sent_at: at, received_at: at }])
  expect(news).toEqual([
    {
      environment: 'production',
      user_id: USER,
      at: NOW.toISOString(),
      kind: 'data',
      slug: 'korrin_ring',
      resource: 'steps',
    },
  ])
})

test.each([
  ['by the secret that is being replaced', signed(body, { secret: OTHER })],
  ['under the other header names', signed(body, { prefix: 'svix' })],
  [
    'among other signatures',
    { ...signed(body), 'webhook-signature': `v1,AAAA v2,x ${signed(body)['webhook-signature']}` },
  ],
  ['nearly five minutes ago', signed(body, { at: new Date(NOW.getTime() - 299_000) })],
])('a message signed %s is taken', async (_, headers) => {
  const { post, news } = inbox()
  expect((await post(body, headers)).status).toBe(204)
  expect(news).toHaveLength(1)
})

test.each<[string, unknown, string | null]>([
  ['a connection', { ...STEPS, event_type: 'provider.connection.error', data: {} }, 'connection'],
  ['history', { ...STEPS, event_type: 'historical.data.sleep.created' }, 'data'],
  ['data without a source', { ...STEPS, data: {} }, null],
  ['an order', { ...STEPS, event_type: 'labtest.order.updated', data: {} }, null],
  ['something new', { ...STEPS, event_type: 'weather.changed', data: {} }, null],
])('an event of %s is taken', async (_, event, kind) => {
  const { post, news } = inbox()
  const text = JSON.stringify(event)
  expect((await post(text, signed(text))).status).toBe(204)
  expect(news).toEqual(kind === null ? [] : [expect.objectContaining({ kind, user_id: USER })])
})

test('NaN for a number is one value that can’t be read, in an event that is kept', async () => {
  const { post, kept } = inbox()
  const text = body.replace(/\}$/, String.raw`,"note":"a \"NaN","low":-Infinity,"high": NaN}`)
  expect((await post(text, signed(text))).status).toBe(204)
  expect(kept.map((one) => JSON.parse(one.body))).toMatchObject([{ note: 'a "NaN', low: null, high: null }])
})

describe('an event about an order takes effect', () => {
  const data = { ...makeOrder(), user_id: USER, team_id: TEAM, updated_at: '2026-11-21T07:59:00.000Z' }
  const text = JSON.stringify({ ...STEPS, event_type: 'labtest.order.updated', data })
  const taken = { environment: 'production', event_id: 1, version_at: '2026-11-21T07:59:00.000Z' }

  test('once it is kept, and again when the same message comes again, under the number of the first', async () => {
    const { post, lab } = inbox()
    for (const _ of [1, 2]) expect((await post(text, signed(text))).status).toBe(204)
    expect(lab).toMatchObject([{ ...taken, data: { id: data.id } }, taken])
  })

  test('not where a newer version was here already, nor where the data is no order', async () => {
    const { post, lab } = inbox({ keep: async () => ({ id: 7, outcome: 'older', first_id: null }) })
    await post(text, signed(text))
    const odd = JSON.stringify({ ...STEPS, event_type: 'labtest.order.updated', data: { id: 1 } })
    await post(odd, signed(odd))
    expect(lab).toEqual([])
  })

  test.each([
    ['another user’s', { ...data, user_id: TEAM }, TEAM],
    ['another team’s', { ...data, team_id: USER }, TEAM],
    ['of another team than the environment', { ...data, team_id: USER }, USER],
  ])('not where it is %s', async (_, other, team_id) => {
    const { post, lab, kept } = inbox()
    const odd = JSON.stringify({ ...STEPS, event_type: 'labtest.order.updated', data: other, team_id })
    expect((await post(odd, signed(odd))).status).toBe(204)
    expect([kept.length, lab]).toEqual([1, []])
  })

  test('and is answered as taken only when it has', async () => {
    const { post } = inbox({ onLab: () => Promise.reject(new Error('disk full')) })
    expect((await post(text, signed(text))).status).toBe(500)
  })
})

describe('nothing is kept of a message', () => {
  const long = JSON.stringify({ ...STEPS, data: { text: 'x'.repeat(1024 * 1024) } })
  const empty = JSON.stringify({ event_type: '' })
  const deep = `${body.slice(0, -1)},"x":${'['.repeat(100)}${']'.repeat(100)}}`
  test.each<[string, string, Record<string, string>, number, string, string]>([
    ['without a signature', body, {}, 401, 'invalid_signature', 'signature'],
    [
      'signed with another secret',
      body,
      signed(body, { secret: `whsec_${'A'.repeat(44)}` }),
      401,
      'invalid_signature',
      'signature',
    ],
    ['that was changed', body.replace('steps', 'sleep'), signed(body), 401, 'invalid_signature', 'signature'],
    ['of another id', body, { ...signed(body), 'webhook-id': 'msg_2' }, 401, 'invalid_signature', 'signature'],
    [
      'of an hour ago',
      body,
      signed(body, { at: new Date(NOW.getTime() - 3_600_000) }),
      401,
      'invalid_signature',
      'time',
    ],
    ['of tomorrow', body, signed(body, { at: new Date(NOW.getTime() + 86_400_000) }), 401, 'invalid_signature', 'time'],
    ['at no time', body, { ...signed(body), 'webhook-timestamp': 'now' }, 401, 'invalid_signature', 'signature'],
    ['that is too large', long, signed(long), 413, 'body_too_large', 'size'],
    ['that is no JSON', 'Jane Doe', signed('Jane Doe'), 422, 'invalid_input', 'format'],
    ['that is too deep', deep, signed(deep), 422, 'invalid_input', 'format'],
    ['that is no event', empty, signed(empty), 422, 'invalid_input', 'format'],
  ])('%s', async (_, text, headers, status, code, reason) => {
    const { post, news, kept, rejected } = inbox()
    const answer = await post(text, headers)
    const said = await answer.text()
    expect([answer.status, JSON.parse(said).code]).toEqual([status, code])
    expect(said).not.toMatch(/Jane|whsec/)
    expect([news, kept, rejected]).toEqual([[], [], [`production ${reason}`]])
  })

  test('for an environment that takes none', async () => {
    const { post, news, kept, rejected } = inbox()
    expect((await post(body, signed(body), 'staging')).status).toBe(401)
    expect((await post(body, {}, 'staging')).status).toBe(401)
    expect([news, kept, rejected]).toEqual([[], [], [' environment', ' environment']])
  })
})

test('what cannot be kept is not answered as taken, so that the service sends it again', async () => {
  const { post, errors } = inbox({
    onNews: async () => {
      throw new Error('disk full')
    },
  })
  const answer = await post(body, signed(body))
  expect([answer.status, errors.length]).toEqual([500, 1])
  expect(await answer.text()).not.toContain('disk')
})

test('our own hash says what the library says, of any bytes', () => {
  const library = new Webhook(SECRET)
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.stringMatching(/^[!-~]{1,20}$/),
      fc.boolean(),
      (text, id, isForged) => {
        const given = { ...signed(text, { id }), ...(isForged && { 'webhook-signature': 'v1,AAAA' }) }
        const headers = signatureHeaders(new Headers(given))
        if (!headers) throw new Error('There are three headers.')
        const verified = () => library.verify(text, given, { jsonParse: false })
        expect(isSigned([OTHER, SECRET], new TextEncoder().encode(text), headers)).toBe(!isForged)
        if (isForged) expect(verified).toThrow()
        else expect(verified).not.toThrow()
      },
    ),
  )
})

test('a sender who was rejected too often is not listened to, and that is counted', async () => {
  const { post, news, rejected } = inbox()
  for (let time = 0; time < 3; time += 1) await post(body, {})
  const answer = await post(body, signed(body))
  expect([answer.status, answer.headers.get('retry-after'), news]).toEqual([429, '60', []])
  expect(rejected.at(-1)).toBe('production limit')
})

test('a body that doesn’t come holds nobody else up, and ends', async () => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  const { post, news } = inbox()
  const slow = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array([123])) })
  const waiting = post(slow, signed(body))
  expect((await post(body, signed(body))).status).toBe(204)
  await vi.advanceTimersByTimeAsync(10_000)
  expect([(await waiting).status, news.length]).toEqual([422, 1])
})

test('a sender who leaves early is refused, and is no error', async () => {
  const { post, errors } = inbox()
  const broken = new ReadableStream<Uint8Array>({ start: (controller) => controller.error(new Error('aborted')) })
  expect([(await post(broken, signed(body))).status, errors]).toEqual([422, []])
})
