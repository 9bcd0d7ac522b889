/** Attacks by what is sent: keys of prototypes, bombs, endless and odd values, pieces of other languages. */
import { request } from 'node:http'
import { type Answer, ask } from '#e2e/support/http.ts'
import type { AttackTarget } from '#e2e/support/servers/attack-target.ts'
import { cookieHeader } from '#e2e/support/session.ts'
import { expect, httpTest as test } from '#e2e/support/test.ts'
import { endpoints } from '#lib/domains/service-endpoints.ts'
import { listStaff } from '#lib/domains/staff/staff.ts'
import { BODY_BYTES } from '#lib/kernel/endpoint.ts'

const MIB = 1024 * 1024
/** Milliseconds: what is refused is refused quickly, also on a busy machine. */
const SOON = 10_000

async function someUser({ origin, administrator }: AttackTarget): Promise<string> {
  const answer = await ask(origin, '/api/service/sandbox/v2/user/?limit=1', { session: administrator })
  return endpoints.list_users.response.parse(answer.json).users[0]?.user_id ?? ''
}

/** As it is written, without going through an object of ours. */
function sendRaw({ origin, administrator }: AttackTarget, method: string, path: string, body: string): Promise<Answer> {
  const headers = { 'content-type': 'application/json' }
  return ask(origin, path, { method, body, headers, session: administrator })
}

/** Nothing is held up: the process goes on answering. */
async function expectQuick(attackTarget: AttackTarget, work: () => Promise<Answer>, statuses: readonly number[]) {
  const began = performance.now()
  const answer = await work()
  expect(performance.now() - began).toBeLessThan(SOON)
  expect(statuses).toContain(answer.status)
  expect((await ask(attackTarget.origin, '/healthz')).status).toBe(200)
  return answer
}

const POLLUTED = [
  '{"__proto__": {"role": "administrator", "environments": null, "disabled": true}}',
  '{"constructor": {"prototype": {"role": "administrator"}}}',
  '{"role": {"__proto__": "administrator"}}',
  '{"__proto__.role": "administrator", "prototype": {"role": "administrator"}}',
  '{"role": ["administrator"], "role[]": "administrator"}',
]

for (const body of POLLUTED) {
  test(`keys of a prototype change nothing: ${body}`, async ({ attackTarget }) => {
    const { origin, administrator, people } = attackTarget
    const answer = await sendRaw(attackTarget, 'PATCH', `/api/console/staff/${people.read_only.id}`, body)
    expect([200, 422]).toContain(answer.status)
    const list = await ask(origin, '/api/console/staff', { session: administrator })
    const member = listStaff.response.parse(list.json).staff.find(({ id }) => id === people.read_only.id)
    expect(member).toMatchObject({ role: 'read_only', environments: null, status: 'active' })
    expect((await ask(origin, '/api/console/staff', { session: people.read_only.session })).status).toBe(403)
  })
}

test('keys of a prototype in a query are no query', async ({ attackTarget: { origin, administrator } }) => {
  const path = '/api/service/sandbox/v2/user/?__proto__[limit]=1&constructor=1&limit[]=1&limit=2'
  const answer = await ask(origin, path, { session: administrator })
  expect(endpoints.list_users.response.parse(answer.json).limit).toBe(2)
})

for (const [name, bomb] of [
  ['a hundred thousand lists in each other', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ['thirty thousand lists in each other', `${'['.repeat(30_000)}${']'.repeat(30_000)}`],
  ['ten thousand objects in each other', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
  ['sixty thousand lists that are never closed', '['.repeat(60_000)],
  ['fifteen megabytes of empty lists', `{"a":[${'[],'.repeat(5_000_000)}[]]}`],
  ['a hundred thousand objects in each other', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  ['a list that is never closed', '['.repeat(100_000)],
  ['a known field that is deep', `{"address": ${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`],
  ['five thousand keys', `{"dob":1,${Array.from({ length: 5_000 }, (_, at) => `"k${at}":1`).join()}}`],
  ['fifty thousand keys', `{${Array.from({ length: 50_000 }, (_, at) => `"k${at}":1`).join()}}`],
  ['a number of a hundred thousand digits', `{"dob": ${'9'.repeat(100_000)}}`],
  ['a number beyond all numbers', '{"dob": 1e999999999}'],
  ['half a surrogate pair', '{"first_name": "\\ud800"}'],
  ['a null character', '{"first_name": "\\u0000"}'],
] as const) {
  test(`a bomb of JSON: ${name}`, async ({ attackTarget }) => {
    // A connection whose body is far too large is closed at once, before the answer may be read: the largest goes where it is allowed.
    if (bomb.length > MIB) {
      const bulk = '/api/service/sandbox/v2/link/bulk_import'
      await expectQuick(attackTarget, () => sendRaw(attackTarget, 'POST', bulk, bomb), [422])
      return
    }
    const path = `/api/service/sandbox/v2/user/${await someUser(attackTarget)}/info`
    await expectQuick(attackTarget, () => sendRaw(attackTarget, 'PATCH', path, bomb), [
      bomb.length > BODY_BYTES ? 413 : 422,
    ])
  })
}

test('a bomb of JSON: a hundred thousand faulty connections are refused in few words', async ({ attackTarget }) => {
  const body = `{"provider": "x", "connections": [${Array.from({ length: 100_000 }, () => '{}').join()}]}`
  const work = () => sendRaw(attackTarget, 'POST', '/api/service/sandbox/v2/link/bulk_import', body)
  const { text } = await expectQuick(attackTarget, work, [422])
  expect(text.length).toBeLessThan(MIB)
})

for (const [path, size] of [
  ['/api/service/sandbox/v2/link/bulk_import', 33 * MIB],
  ['/api/service/sandbox/v2/link/token', MIB],
  ['/api/console/staff', MIB],
  ['/api/auth/sign-in', MIB],
  ['/api/auth/setup', MIB],
] as const) {
  test(`a body too large for ${path} is refused before it is read`, async ({
    attackTarget: { origin, administrator },
  }) => {
    const headers = {
      'content-type': 'application/json',
      cookie: cookieHeader(administrator),
      'sec-fetch-site': 'same-origin',
      'content-length': size,
    }
    const { hostname, port } = new URL(origin)
    const status = await new Promise((resolve, reject) => {
      const call = request({ hostname, port, path, method: 'POST', headers, agent: false })
      call.on('error', reject)
      call.on('response', (response) => {
        resolve(response.statusCode)
        call.destroy()
      })
      call.flushHeaders()
    })
    expect(status).toBe(413)
  })

  test(`a body without a length is not read to the end at ${path}`, async ({
    attackTarget: { origin, administrator },
  }) => {
    const headers = {
      'content-type': 'application/json',
      cookie: cookieHeader(administrator),
      'sec-fetch-site': 'same-origin',
    }
    const { hostname, port } = new URL(origin)
    let sent = 0
    const status = await new Promise((resolve) => {
      const call = request({ hostname, port, path, method: 'POST', headers, agent: false })
      const chunk = Buffer.alloc(64 * 1024, ' ')
      const more = () => {
        if (call.destroyed || sent > 8 * size) return
        sent += chunk.length
        if (call.write(chunk)) setImmediate(more)
        else call.once('drain', more)
      }
      call.on('error', () => resolve(413))
      call.on('response', (response) => {
        resolve(response.statusCode)
        call.destroy()
      })
      more()
    })
    expect(status).toBe(413)
    expect(sent).toBeLessThan(8 * size)
  })
}

/** Long and just short of a match: where a pattern tries every way, this takes for ever. */
const LONG: Readonly<Record<string, string>> = {
  'an email address': `${'a@'.repeat(50_000)}b`,
  'a dotted email address': `a@${'a.'.repeat(50_000)}`,
  'a phone number': `+${'1 '.repeat(50_000)}x`,
  dashes: `${'-'.repeat(100_000)}x`,
  'spaced letters': `${'a '.repeat(50_000)}!`,
  spaces: `a${' '.repeat(100_000)}b`,
  digits: `${'1'.repeat(100_000)}x`,
  'letters outside of all scripts': '\u{10FFFF}'.repeat(50_000),
}

for (const [name, value] of Object.entries(LONG)) {
  test(`a value without end, ${name}, holds nothing up`, async ({ attackTarget }) => {
    const user_id = await someUser(attackTarget)
    const info = { first_name: value, last_name: value, email: value, phone_number: value, gender: value, dob: value }
    const update = { client_user_id: value, fallback_time_zone: value, ingestion_start: value }
    const json = (body: object) => JSON.stringify(body)
    const path = `/api/service/sandbox/v2/user/${user_id}`
    const short = (body: object) => json(body).replaceAll(value, value.slice(0, 4_000))
    for (const [form, status] of [
      [json, 413],
      [short, 422],
    ] as const) {
      await expectQuick(attackTarget, () => sendRaw(attackTarget, 'PATCH', `${path}/info`, form(info)), [status])
      await expectQuick(attackTarget, () => sendRaw(attackTarget, 'PATCH', path, form(update)), [status])
    }
    const staff = json({ email: value, name: value, role: value, environments: [value] })
    await expectQuick(attackTarget, () => sendRaw(attackTarget, 'POST', '/api/console/staff', staff), [422, 413])
    const signIn = json({ email: value.slice(0, 7_000), password: value.slice(0, 7_000) })
    await expectQuick(attackTarget, () => sendRaw(attackTarget, 'POST', '/api/auth/sign-in', signIn), [422, 413])
  })
}

const PIECES = [
  "' or 1=1 --",
  "'; drop table service.users; --",
  '%',
  '_',
  '\\',
  '%%%%%',
  '$1',
  '{{7*7}}',
  '#{7*7}',
  '*)(uid=*',
]

for (const piece of PIECES) {
  test(`a search for ${piece} is a search for those very signs`, async ({
    attackTarget: { origin, administrator },
  }) => {
    const query = new URLSearchParams({ search_input: `zz${piece}zz`, patient_name: piece.repeat(3), size: '1' })
    const answer = await ask(origin, `/api/service/sandbox/v3/orders?${query}`, { session: administrator })
    expect(answer.status).toBe(200)
    expect(endpoints.list_orders.response.parse(answer.json)).toMatchObject({ orders: [], total: 0 })
    const audit = new URLSearchParams({ actor_id: piece, environment: piece, action: piece, subject: piece })
    const entries = await ask(origin, `/api/console/audit?${audit}`, { session: administrator })
    expect(entries.json).toMatchObject({ entries: [], next: null, more_subjects: {}, references: {} })
  })
}

for (const limit of [
  '-1',
  '0',
  '501',
  '1e3',
  '0x10',
  '1.5',
  'NaN',
  'Infinity',
  '9007199254740993',
  '１',
  ' 1',
  '1;2',
  '',
]) {
  test(`a page of “${limit}” users is refused`, async ({ attackTarget: { origin, administrator } }) => {
    const path = `/api/service/sandbox/v2/user/?limit=${encodeURIComponent(limit)}`
    expect((await ask(origin, path, { session: administrator })).status).toBe(422)
  })
}

test('a thousand values of one key are all read, or refused, and quickly', async ({ attackTarget }) => {
  const path = `/api/service/sandbox/v3/orders?${'status=a&'.repeat(1_500)}size=1`
  await expectQuick(
    attackTarget,
    () => ask(attackTarget.origin, path, { session: attackTarget.administrator }),
    [200, 422],
  )
})

for (const name of ['\0', 'a\0b', '\ud800', '\u202Egnp.exe', 'x'.repeat(101), '   ']) {
  test(`a colleague named ${JSON.stringify(name).slice(0, 20)} is refused or harmless, and breaks nothing`, async ({
    attackTarget,
  }) => {
    const json = {
      email: `odd-${name.length}-${name.codePointAt(0)}@clinic.test`,
      name,
      role: 'read_only',
      environments: null,
    }
    const { origin, administrator } = attackTarget
    const answer = await ask(origin, '/api/console/staff', { method: 'POST', json, session: administrator })
    expect([201, 422]).toContain(answer.status)
    expect((await ask(origin, '/api/console/staff', { session: administrator })).status).toBe(200)
  })
}

test('markup in a name is text on every page that shows it', async ({ attackTarget: { origin, administrator } }) => {
  const name = '<img src=x onerror=alert(1)></script><script>alert(2)</script>'
  const json = { email: 'markup@clinic.test', name, role: 'read_only', environments: null }
  expect((await ask(origin, '/api/console/staff', { method: 'POST', json, session: administrator })).status).toBe(201)
  const { text } = await ask(origin, '/sandbox/settings/staff', { session: administrator })
  expect(text).not.toContain('<img src=x')
  expect(text).not.toContain('<script>alert(2)')
})
