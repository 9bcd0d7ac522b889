import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createPersonTurns } from '#lib/console/person-turns.ts'
import {
  closeTestAuth,
  HTTP,
  HTTPS,
  openTestAuth,
  PASSWORD,
  type TestAuth,
} from '#lib/domains/staff/auth/auth.testing.ts'
import { sessions } from '#lib/domains/staff/console/tables.ts'
import { AUTH_PREFIX, authEndpoints } from '#lib/domains/staff/sign-in.ts'

const ANN = 'ann@clinic.test'
const SIGN_IN_PATH = `${AUTH_PREFIX}${authEndpoints.sign_in.path}`
const SIGN_IN = { email: ANN, password: PASSWORD }

let backend: TestAuth

beforeEach(async () => {
  backend = await openTestAuth()
  await backend.person(ANN)
})

afterAll(closeTestAuth)

test.each([
  ['POST', '/sign-up/email'],
  ['POST', '/sign-in/email'],
  ['POST', '/sign-in/social'],
  ['GET', '/get-session'],
  ['GET', '/list-sessions'],
  ['POST', '/update-user'],
  ['POST', '/update-session'],
  ['POST', '/change-email'],
  ['POST', '/set-password'],
  ['POST', '/delete-user'],
  ['POST', '/request-password-reset'],
  ['POST', '/reset-password'],
  ['POST', '/verify-password'],
  ['GET', '/verify-email'],
  ['POST', '/link-social'],
  ['GET', '/list-accounts'],
  ['POST', '/unlink-account'],
  ['POST', '/get-access-token'],
  ['POST', '/refresh-token'],
  ['POST', '/two-factor/enable'],
  ['POST', '/two-factor/verify-totp'],
  ['POST', '/two-factor/send-otp'],
  ['POST', '/two-factor/get-totp-uri'],
  ['GET', '/callback/github'],
  ['GET', '/ok'],
  ['GET', '/error'],
  ['GET', '/../auth/ok'],
  ['GET', ''],
])('%s %s is not there', async (method, path) => {
  const browser = backend.browser()
  await browser.signIn(ANN)
  const answer = await browser.send(method, path, method === 'GET' ? undefined : {})
  expect(answer.status).toBe(404)
  expect(answer.body).toEqual({
    detail: 'This address doesn’t exist.',
    code: 'unknown_address',
    request_id: expect.any(String),
  })
})

test.each(['GET', 'PUT'])('%s /sign-in is 405, and says which method is right', async (method) => {
  const answer = await backend.browser().send(method, authEndpoints.sign_in.path, method === 'GET' ? undefined : {})
  expect([answer.status, answer.headers.get('allow'), answer.body.code]).toEqual([405, 'POST', 'method_not_allowed'])
})

describe('changes come from the console itself', () => {
  test.each<[string, Record<string, string>]>([
    ['another origin', { origin: 'https://evil.test' }],
    ['another port', { origin: 'http://localhost:3001' }],
    ['another scheme', { origin: 'ftp://localhost:3000' }],
    ['an opaque origin', { origin: 'null' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbour', { 'sec-fetch-site': 'same-site' }],
  ])('not from %s', async (_, headers) => {
    const answer = await backend.browser().call('sign_in', SIGN_IN, headers)
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []])
    const browser = backend.browser()
    await browser.signIn(ANN)
    const [row] = await backend.database.db.select().from(sessions)
    expect((await browser.endSession(row?.id, headers)).status).toBe(403)
    expect((await browser.call('sign_out', {}, headers)).status).toBe(403)
    expect(await backend.database.db.select().from(sessions)).toHaveLength(1)
  })

  test('another name of this machine will do without https, and only then', async () => {
    const local = new Request(`http://127.0.0.1:3000${SIGN_IN_PATH}`, {
      method: 'POST',
      headers: { origin: 'http://127.0.0.1:3000', 'content-type': 'application/json' },
      body: JSON.stringify(SIGN_IN),
    })
    expect((await backend.auth.app.fetch(local.clone())).status).toBe(200)
    const secure = backend.another({ publicUrl: () => HTTPS })
    expect((await secure.auth.app.fetch(local)).status).toBe(403)
  })
})

describe('bodies', () => {
  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/jsonp', ''])(
    '%o is not taken',
    async (type) => {
      expect((await backend.browser().call('sign_in', SIGN_IN, { 'content-type': type })).status).toBe(415)
    },
  )

  test('sixteen kilobytes at most, declared or not', async () => {
    const big = JSON.stringify({ email: ANN, password: 'x'.repeat(17_000) })
    expect((await backend.browser().call('sign_in', big)).status).toBe(413)
    const stream = new Blob([big]).stream()
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: HTTP },
      body: stream,
      duplex: 'half',
    }
    expect((await backend.auth.app.fetch(new Request(`${HTTP}${SIGN_IN_PATH}`, init))).status).toBe(413)
  })

  test.each(['{', '[]', 'null', '"x"', '{"email":1,"password":{}}', '{"email":"ann","password":"x"}', '{}'])(
    '%s is 422 and repeats nothing',
    async (text) => {
      const answer = await backend.browser().call('sign_in', text)
      expect(answer.status).toBe(422)
      expect(answer.body.detail).toEqual(
        expect.arrayContaining([expect.objectContaining({ loc: expect.arrayContaining(['body']) })]),
      )
    },
  )

  test('who is not signed in learns nothing of what is expected', async () => {
    for (const name of [
      'change_password',
      'enroll_second_factor',
      'confirm_second_factor',
      'disable_second_factor',
      'end_other_sessions',
    ] as const) {
      expect((await backend.browser().call(name, '{')).status).toBe(401)
    }
  })
})

describe('answers', () => {
  test('are never kept, and carry the request id', async () => {
    const answers = [
      await backend.browser().signIn(ANN),
      await backend.browser().signIn(ANN, 'not my password'),
      await backend.browser().call('list_sign_in_methods'),
      await backend.browser().get('/nothing'),
    ]
    for (const { headers } of answers) {
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-request-id')).toMatch(/^[\w-]{8,64}$/)
    }
    const named = await backend.browser().call('sign_in', SIGN_IN, { 'x-request-id': 'request-0001' })
    const id = named.headers.get('x-request-id')
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(backend.events.at(-1)?.request_id).toBe(id)
  })

  test('hold neither token nor hash', async () => {
    const answer = await backend.browser().signIn(ANN)
    expect(answer.text).toBe('{"status":"signed_in"}')
  })
})

test('nothing is printed, whatever goes wrong', async () => {
  const printed = (['log', 'info', 'warn', 'error', 'debug'] as const).map((name) => vi.spyOn(console, name))
  const browser = backend.browser()
  await browser.signIn(ANN, 'not my password')
  await browser.signIn('nobody@clinic.test')
  await browser.signIn(ANN)
  await browser.call('change_password', {
    current_password: 'not my password',
    new_password: 'a loud train whistles',
  })
  await browser.call('confirm_second_factor', { code: '123456' })
  await browser.call('sign_in_with_code', { code: '123456' })
  expect(printed.flatMap(({ mock }) => mock.calls)).toEqual([])
  expect(backend.faults).toEqual([])
})

test('a database that fails is 503 without a word of why', async () => {
  const broken = backend.another({
    db: new Proxy(backend.database.db, {
      get: (db, name) => {
        if (name === 'insert') throw new Error('relation "auth.tries" of ann@clinic.test')
        return Reflect.get(db, name)
      },
    }),
  })
  const answer = await broken.browser().signIn(ANN)
  expect([answer.status, answer.body]).toEqual([
    503,
    {
      detail: 'Sign-in isn’t working right now. Try again in a minute.',
      code: 'unavailable',
      request_id: expect.any(String),
    },
  ])
  expect(broken.faults).toHaveLength(1)
})

test('bodies that never end hold up nobody else of the same network', async () => {
  const turned = await openTestAuth({
    turns: createPersonTurns({ inShare: (_share, work) => work(), isLate: () => true }),
  })
  await turned.person('ann@clinic.test')
  const slow = Array.from({ length: 20 }, () => {
    const body = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('{"em')) })
    const headers = { 'content-type': 'application/json', origin: HTTP, 'sec-fetch-site': 'same-origin' }
    const init = { method: 'POST', headers, body, duplex: 'half' }
    const request = new Request(`${HTTP}${SIGN_IN_PATH}`, init)
    void turned.auth.app.fetch(request)
    return request
  })
  expect(slow).toHaveLength(20)
  expect((await turned.browser().signIn('ann@clinic.test')).status).toBe(200)
})
