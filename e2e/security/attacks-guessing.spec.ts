/** Attacks by trying: passwords, codes, links, addresses. One server, behind one proxy of ours, reached over https. */
import { randomBytes } from 'node:crypto'
import { ask } from '#e2e/support/http.ts'
import { ADMINISTRATOR, startServer, type TestServer } from '#e2e/support/servers/server.ts'
import { type SignedIn, sessionFrom } from '#e2e/support/session.ts'
import { addColleague, type Colleague, invite, STAFF_PASSWORD } from '#e2e/support/staff.ts'
import { expect, httpTest as test } from '#e2e/support/test.ts'
import { totp } from '#e2e/support/totp.ts'
import { enrollAnswer } from '#lib/domains/staff/sign-in.ts'

const PUBLIC_URL = 'https://console.clinic.test'
const WRONG = 'no such password at all'
/** Nothing answers there: no test here needs the service. */
const NOWHERE = { SERVICE_BASE_URL: 'http://127.0.0.1:9', SERVICE_API_KEY: 'sk_remote_12345678' }

let server: TestServer
let administrator: SignedIn

test.beforeAll(async () => {
  server = await startServer({ ...NOWHERE, PUBLIC_URL, PROXY_HOPS: '1', SESSION_REQUESTS_PER_MINUTE: '60' })
  const { setCookies } = await post('/sign-in', ADMINISTRATOR)
  administrator = sessionFrom(server.baseURL, setCookies)
})

test.afterAll(() => server.stop())

/** An address that no other test comes from. */
const address = () => `198.18.${randomBytes(1).readUInt8()}.${randomBytes(1).readUInt8()}`

function post(path: string, json: unknown, from: string = address(), session?: SignedIn) {
  const headers = { 'x-forwarded-for': from }
  return ask(server.baseURL, `/api/auth${path}`, { method: 'POST', json, headers, ...(session && { session }) })
}

const statuses = async (times: number, send: () => Promise<{ status: number }>) => {
  const seen: number[] = []
  for (let time = 0; time < times; time++) seen.push((await send()).status)
  return seen
}
const refused = (times: number) => Array.from({ length: times }, () => 401)

function colleague(name: string): Promise<Colleague> {
  return addColleague(server.baseURL, administrator, { email: `${name}@clinic.test`, role: 'read_only' })
}

/** Somebody with a second factor, and a sign-in of theirs that waits for a code. */
async function waiting(name: string) {
  const { email, session } = await colleague(name)
  const enrolled = await post('/second-factor/enroll', { password: STAFF_PASSWORD }, address(), session)
  const { uri, recovery_codes } = enrollAnswer.parse(enrolled.json)
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  expect((await post('/second-factor/confirm', { code: totp(secret) }, address(), session)).status).toBe(204)
  const signIn = async () => {
    const { json, setCookies } = await post('/sign-in', { email, password: STAFF_PASSWORD })
    expect(json).toEqual({ status: 'second_factor' })
    return sessionFrom(server.baseURL, setCookies)
  }
  return { secret, recovery_codes, signIn }
}

test('passwords: ten tries at one account, from wherever, then nobody gets in for a while', async () => {
  const { email } = await colleague('guessed')
  expect(await statuses(10, () => post('/sign-in', { email, password: WRONG }))).toEqual(refused(10))
  const right = await post('/sign-in', { email, password: STAFF_PASSWORD })
  expect(right.status).toBe(429)
  expect(Number(right.headers['retry-after'])).toBeGreaterThan(600)
  expect(right.detail).toMatch(/Try again in 1\d minutes/)
  expect(right.setCookies).toEqual([])
})

test('passwords: another spelling of the address is the same account', async () => {
  const { email } = await colleague('spelled')
  const spellings = [email, email.toUpperCase(), ` ${email} `, email.replace('s', 'S')]
  const tries = await statuses(12, () =>
    post('/sign-in', { email: spellings.push(spellings.shift() ?? '') && spellings[0], password: WRONG }),
  )
  expect(tries).toEqual([...refused(10), 429, 429])
})

test('passwords: many at once count as many', async () => {
  const { email } = await colleague('at-once')
  // As many as are let in at once; more would be told to come again, and would not have tried.
  const eight = () => Promise.all(Array.from({ length: 8 }, () => post('/sign-in', { email, password: WRONG })))
  const all = [...(await eight()), ...(await eight())]
  expect(all.filter(({ status }) => status === 401)).toHaveLength(10)
  expect(all.filter(({ status }) => status === 429)).toHaveLength(6)
})

/** Ways to seem to come from many places while coming from one. */
const DISGUISES: Readonly<Record<string, (turn: number) => string>> = {
  'in front of the address that our proxy adds': (turn) => `10.0.0.${turn}, 198.19.0.1`,
  'with words in front': (turn) => `unknown-${turn}, ,,198.19.0.2`,
  'with another address of the same network': (turn) => `2001:db8:1:2::${turn}`,
}

for (const [name, disguise] of Object.entries(DISGUISES)) {
  test(`links tried from one place, disguised ${name}, end after thirty; sign-ins count apart`, async () => {
    let turn = 0
    const spray = () => {
      turn += 1
      return post('/setup/check', { token: randomBytes(32).toString('base64url') }, disguise(turn))
    }
    expect(await statuses(31, spray)).toEqual([...Array.from({ length: 30 }, () => 410), 429])
    expect((await post('/sign-in', ADMINISTRATOR, disguise(turn + 1))).status).toBe(200)
  })
}

test('codes of the second factor: five tries, then not even the right one', async () => {
  const { secret, signIn } = await waiting('guessed-codes')
  const session = await signIn()
  const right = totp(secret, 1)
  const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0')
  expect(await statuses(5, () => post('/second-factor/totp', { code: wrong }, address(), session))).toEqual(refused(5))
  expect((await post('/second-factor/totp', { code: right }, address(), session)).status).toBe(429)
  // A new sign-in gives no new tries.
  expect((await post('/second-factor/totp', { code: right }, address(), await signIn())).status).toBe(429)
})

test('codes of the second factor: each is good once', async () => {
  const { secret, signIn } = await waiting('used-codes')
  const code = totp(secret, 1)
  expect((await post('/second-factor/totp', { code }, address(), await signIn())).status).toBe(200)
  expect((await post('/second-factor/totp', { code }, address(), await signIn())).status).toBe(401)
})

test('recovery codes: five tries, then not even a right one; each is good once', async () => {
  const { recovery_codes, signIn } = await waiting('guessed-recovery')
  const [first, second] = recovery_codes
  const send = async (code: string | undefined) => post('/second-factor/recovery', { code }, address(), await signIn())
  expect((await send(first)).status).toBe(200)
  expect((await send(first)).status).toBe(401)
  for (let time = 0; time < 4; time++) expect((await send(`wrong-${time}`)).status).toBe(401)
  expect((await send(second)).status).toBe(429)
})

test('a sign-in that waits for a code is no session', async () => {
  const { signIn } = await waiting('half-way')
  const session = await signIn()
  for (const path of ['/api/console/viewer', '/api/service/production/v2/user/', '/api/auth/sessions']) {
    expect((await ask(server.baseURL, path, { session })).status).toBe(401)
  }
})

for (const path of ['/setup/check', '/setup']) {
  test(`links by guessing at ${path}: thirty tries, all alike, then none`, async () => {
    const from = address()
    const guess = () =>
      post(path, { token: randomBytes(32).toString('base64url'), password: 'whatever it may be' }, from)
    expect(await statuses(31, guess)).toEqual([...Array.from({ length: 30 }, () => 410), 429])
  })
}

test('a link is good once, also for two at once, and not after a newer one', async () => {
  const wanted = { email: 'link@clinic.test', role: 'read_only' } as const
  const { member, token } = await invite(server.baseURL, administrator, wanted)
  const reset = `/api/console/staff/${member.id}/reset`
  expect((await ask(server.baseURL, reset, { method: 'POST', session: administrator })).status).toBe(200)
  expect((await post('/setup', { token, password: STAFF_PASSWORD })).status).toBe(410)
  const fresh = await invite(server.baseURL, administrator, { ...wanted, email: 'link-2@clinic.test' })
  const both = await Promise.all([1, 2].map(() => post('/setup', { token: fresh.token, password: STAFF_PASSWORD })))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 410])
  expect((await post('/setup/check', { token: fresh.token })).status).toBe(410)
})

/** The request ID differs for each call and reveals nothing about the account. */
const REQUEST_ID = /,"request_id":"[\w-]+"/

test('nobody learns who has an account: the same answer, after as much work', async () => {
  const { email } = await colleague('known')
  const invited = await invite(server.baseURL, administrator, { email: 'only-invited@clinic.test', role: 'support' })
  const timed = async (who: string) => {
    const began = performance.now()
    const { status, text } = await post('/sign-in', { email: who, password: WRONG })
    return { took: performance.now() - began, said: `${status} ${text.replace(REQUEST_ID, '')}` }
  }
  const kinds = [email, 'unknown@clinic.test', invited.member.email]
  const tries = kinds.map((): number[] => [])
  for (let round = 0; round < 5; round++) {
    for (const [kind, who] of kinds.entries()) {
      const { took, said } = await timed(who)
      expect(said).toBe('401 {"detail":"The email address or password is wrong.","code":"wrong_credentials"}')
      tries[kind]?.push(took)
    }
  }
  // Hashing a password is nearly all of the work: whoever left it out would answer in a tenth of the time.
  const quickest = tries.map((times) => Math.min(...times))
  expect(Math.min(...quickest)).toBeGreaterThan(Math.max(...quickest) / 2)
})

test('one session may ask sixty times a minute here, and holds up nobody else', async () => {
  const [eager, calm] = [await colleague('eager'), await colleague('calm')]
  const viewer = (session: SignedIn) => ask(server.baseURL, '/api/console/viewer', { session })
  const all = await Promise.all(Array.from({ length: 70 }, () => viewer(eager.session)))
  expect(all.filter(({ status }) => status === 200)).toHaveLength(60)
  const late = all.find(({ status }) => status === 429)
  expect(Number(late?.headers['retry-after'])).toBeGreaterThan(0)
  expect(late?.detail).toMatch(/Try again in/)
  expect((await viewer(calm.session)).status).toBe(200)
})

test('over https the cookie is bound to this host, and hidden from scripts', async () => {
  const { setCookies, headers } = await post('/sign-in', ADMINISTRATOR)
  expect(setCookies.map((cookie) => cookie.split('=')[0])).toEqual([
    '__Host-vialdesk.session_token',
    '__Host-vialdesk.known',
  ])
  for (const cookie of setCookies) {
    for (const flag of ['Secure', 'HttpOnly', 'SameSite=Lax', 'Path=/']) expect(cookie).toContain(`; ${flag}`)
    expect(cookie).not.toMatch(/domain/i)
  }
  expect(headers['strict-transport-security']).toContain('max-age=63072000')
})

test('links lead to the configured address, whatever host a request names', async () => {
  const headers = { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'http' }
  const json = { email: 'host@clinic.test', name: 'Somebody', role: 'read_only', environments: null }
  const asked = { method: 'POST', json, headers, session: administrator }
  const { json: invited } = await ask(server.baseURL, '/api/console/staff', asked)
  expect(invited).toMatchObject({ link: expect.stringMatching(/^https:\/\/console\.clinic\.test\/setup#/) })
  const elsewhere = { ...asked, headers: { ...headers, host: 'evil.test' } }
  expect((await ask(server.baseURL, '/api/console/staff', elsewhere)).status).toBe(421)
})

for (const origin of ['http://console.clinic.test', 'https://evil.test', 'http://evil.test', 'null']) {
  test(`over https a change from ${origin} is refused, whatever host it names`, async () => {
    const headers = { origin, host: URL.parse(origin)?.host ?? 'console.clinic.test' }
    const asked = { method: 'POST', json: ADMINISTRATOR, headers }
    const { status } = await ask(server.baseURL, '/api/auth/sign-in', asked)
    expect(status).toBe(headers.host === 'evil.test' ? 421 : 403)
  })
}

test('the last administrator can neither step down, nor be limited, disabled or reset', async () => {
  const list = await ask(server.baseURL, '/api/console/staff', { session: administrator })
  const own = /"id":"([^"]+)","email":"administrator@clinic\.test"/.exec(list.text)?.[1]
  const changes = [
    { role: 'support' },
    { environments: ['production'] },
    { disabled: true },
    { role: 'support', disabled: true },
  ]
  for (const json of changes) {
    const asked = { method: 'PATCH', json, session: administrator }
    expect((await ask(server.baseURL, `/api/console/staff/${own}`, asked)).status).toBe(409)
  }
  const asked = { method: 'POST', session: administrator }
  expect((await ask(server.baseURL, `/api/console/staff/${own}/reset`, asked)).status).toBe(409)
})

test('two administrators who remove each other at once leave one', async () => {
  const other = await addColleague(server.baseURL, administrator, { email: 'other@clinic.test', role: 'administrator' })
  const list = await ask(server.baseURL, '/api/console/staff', { session: administrator })
  const own = /"id":"([^"]+)","email":"administrator@clinic\.test"/.exec(list.text)?.[1]
  const demote = (id: string | undefined, session: SignedIn) =>
    ask(server.baseURL, `/api/console/staff/${id}`, { method: 'PATCH', json: { role: 'support' }, session })
  const both = await Promise.all([demote(other.id, administrator), demote(own, other.session)])
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  // The remaining administrator restores the first one for the other tests.
  const back = { method: 'PATCH', json: { role: 'administrator' }, session: other.session }
  const restored = await ask(server.baseURL, `/api/console/staff/${own}`, back)
  const first = await ask(server.baseURL, '/api/console/staff', { session: administrator })
  expect([restored.status, first.status]).toContain(200)
})
