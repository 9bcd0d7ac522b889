import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type Browser,
  closeTestAuth,
  HTTP,
  openTestAuth,
  PASSWORD,
  type TestAuth,
  totp,
} from '#lib/domains/staff/auth/auth.testing.ts'
import type { Person } from '#lib/domains/staff/auth/people.ts'
import { accounts, staff } from '#lib/domains/staff/console/tables.ts'
import { linkIdentity } from './identities.ts'
import { type Issuer, startIssuer } from './issuer.testing.ts'

const ANN = 'ann@clinic.test'
const CLAIMS = { sub: 'person-1', email: ANN, email_verified: true, name: 'Ann' }

let issuer: Issuer
let house: TestAuth

async function open(joining: { default_role: 'read_only'; allowed_domains: string[] } | null = null) {
  house = await openTestAuth({ sso: { ...issuer.options, ...joining } })
}

beforeEach(async () => {
  issuer = await startIssuer()
  issuer.claims = { ...CLAIMS }
  await open()
  return () => issuer.close()
})

afterAll(closeTestAuth)

/** From the button of the sign-in page to the address that the provider sends the browser back to. */
async function back(browser: Browser, body: { next?: string; token?: string } = {}): Promise<string> {
  const started = await browser.post('/sso', body)
  expect(started.status).toBe(200)
  return issuer.approve(String(started.body.url)).replace(`${HTTP}/api/auth`, '')
}

async function through(browser = house.browser(), body: { next?: string; token?: string } = {}) {
  const answer = await browser.get(await back(browser, body))
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([302, 'no-store'])
  return { browser, location: answer.headers.get('location') }
}

const says = (claims: Record<string, unknown>) => () => {
  issuer.claims = claims
}
const fails = (faults: Partial<Issuer['faults']>) => () => {
  Object.assign(issuer.faults, faults)
}
const who = async (browser: Browser) => (await house.auth.authenticate(browser.request()))?.user
const people = () => house.database.db.select().from(staff)
const actions = () => house.events.map(({ action }) => action)
const refusal = (reason: string) => `${HTTP}/sign-in?error=${reason}`

/** Ann with the identity linked to her, as after her invitation. */
async function linked(role: Person['role'] = 'support', more: Partial<Person> = {}): Promise<Person> {
  const person = await house.person(ANN, role, more)
  await house.database.db.transaction((tx) => linkIdentity(tx, person.id, CLAIMS.sub))
  return person
}

/** An invitation of Ann; its token and herself. */
async function invited() {
  const boss = await house.person('boss@clinic.test')
  const actor = { id: boss.id, email: boss.email, role: boss.role, environments: null }
  const input = { email: ANN, name: 'Ann of the clinic', role: 'support' as const, environments: null }
  const { member, link } = await house.staff.invite({ actor, input, request_id: 'r' })
  house.events.length = 0
  return { id: member.id, actor, token: link.split('#')[1] ?? '' }
}

describe('an invitation', () => {
  test('links the identity, once: its person is active, and needs no password', async () => {
    const { id, token } = await invited()
    const { browser, location } = await through(undefined, { token, next: '/sandbox/users?tab=orders' })
    expect(location).toBe(`${HTTP}/sandbox/users?tab=orders`)
    expect(await who(browser)).toMatchObject({ id, role: 'support', name: 'Ann of the clinic' })
    expect(actions()).toEqual(['identity_linked', 'invitation_accepted', 'sign_in'])
    expect(house.events.map(({ actor_id }) => actor_id)).toEqual([id, id, id])
    expect(await who((await through()).browser)).toMatchObject({ id })
    expect((await through(undefined, { token })).location).toBe(refusal('sso_link_expired'))
  })

  test('is for the address that was invited, and for nobody who has an identity here already', async () => {
    const { token } = await invited()
    issuer.claims = { ...CLAIMS, sub: 'person-2', email: 'mallory@clinic.test' }
    expect((await through(undefined, { token })).location).toBe(refusal('sso_other_email'))
    await house.person('ben@clinic.test').then(({ id }) => linkIdentity(house.database.db, id, 'person-1'))
    issuer.claims = { ...CLAIMS }
    expect((await through(undefined, { token })).location).toBe(refusal('sso_taken'))
    expect((await people()).find(({ email }) => email === ANN)?.activatedAt).toBeNull()
  })
})

describe('an equal e-mail address', () => {
  test('links nobody: neither who was invited nor who is active', async () => {
    await house.person(ANN, 'administrator', { activatedAt: null })
    expect((await through()).location).toBe(refusal('sso_not_linked'))
    await house.database.db.update(staff).set({ activatedAt: new Date() })
    const { browser, location } = await through()
    expect([location, await who(browser)]).toEqual([refusal('sso_not_linked'), undefined])
    expect((await house.database.db.select().from(accounts)).map(({ providerId }) => providerId)).toEqual([
      'credential',
    ])
  })
})

describe('a signed-in person', () => {
  const link = async (browser: Browser, password = PASSWORD) =>
    browser.post('/identity', { password, next: '/settings' })
  const finish = async (browser: Browser, started: Awaited<ReturnType<typeof link>>) =>
    browser.get(issuer.approve(String(started.body.url)).replace(`${HTTP}/api/auth`, ''))

  test('links an identity with their password, once, and it is on record', async () => {
    const { id } = await house.person(ANN)
    const browser = house.browser()
    await browser.signIn(ANN)
    expect((await browser.get('/identity')).body).toEqual({ label: 'Clinic ID', linked: false })
    expect((await link(browser, 'another quiet river')).status).toBe(422)
    // The identity may have another address: it is their own choice.
    issuer.claims = { ...CLAIMS, email: 'ann@home.test' }
    const answer = await finish(browser, await link(browser))
    expect(answer.headers.get('location')).toBe(`${HTTP}/settings`)
    expect(actions()).toEqual(['sign_in', 'identity_linked', 'identity_linked'])
    expect(house.events.map(({ outcome }) => outcome)).toEqual(['done', 'refused', 'done'])
    expect((await browser.get('/identity')).body).toEqual({ label: 'Clinic ID', linked: true })
    expect(await who((await through()).browser)).toMatchObject({ id })
    expect((await link(browser)).status).toBe(409)
  })

  test('not somebody else’s, and not when the session is another’s by then', async () => {
    await linked()
    await house.person('ben@clinic.test')
    const browser = house.browser()
    await browser.signIn('ben@clinic.test')
    const taken = await finish(browser, await link(browser))
    expect(taken.headers.get('location')).toBe(`${HTTP}/settings?error=sso_taken`)
    issuer.claims = { ...CLAIMS, sub: 'person-2' }
    const started = await link(browser)
    await browser.signIn(ANN)
    expect((await finish(browser, started)).headers.get('location')).toBe(`${HTTP}/settings?error=sso_failed`)
    expect((await browser.get('/identity')).body).toMatchObject({ linked: true })
  })

  test('whose second factor is on gives a code too: an unlocked screen and a password are not enough', async () => {
    await house.person(ANN)
    const browser = house.browser()
    await browser.signIn(ANN)
    const { uri } = (await browser.post('/second-factor/enroll', { password: PASSWORD })).body
    expect((await browser.post('/second-factor/confirm', { code: totp(String(uri)) })).status).toBe(204)
    for (const code of ['', '000000', 'ABCDE-FGHIJ']) {
      expect((await browser.post('/identity', { password: PASSWORD, code })).status).toBe(422)
    }
    const code = totp(String(uri), Date.now() + 30_000)
    expect((await browser.post('/identity', { password: PASSWORD, code })).status).toBe(200)
  })

  test('needs a session to begin', async () => {
    expect((await link(house.browser())).status).toBe(401)
  })
})

describe('who has linked an identity', () => {
  test('keeps name and role, whatever the issuer says, and nothing of its tokens is kept', async () => {
    await linked('read_only', { name: 'Ann of the clinic' })
    issuer.claims = { ...CLAIMS, role: 'administrator', name: 'Someone', picture: 'http://x.test/p.png' }
    const { browser } = await through()
    expect(await who(browser)).toMatchObject({ name: 'Ann of the clinic', role: 'read_only' })
    const kept = JSON.stringify(await house.database.db.select().from(accounts))
    for (const secret of ['the access token', 'the refresh token', 'eyJ']) expect(kept).not.toContain(secret)
  })

  test('stays the same person when their e-mail changes at the issuer', async () => {
    const { id } = await linked()
    issuer.claims = { ...CLAIMS, email: 'ann.new@clinic.test' }
    expect(await who((await through()).browser)).toMatchObject({ id, email: ANN })
  })

  test('gives the code of their second factor too, unless the issuer asked for one', async () => {
    await linked()
    const own = house.browser()
    await own.signIn(ANN)
    const { uri } = (await own.post('/second-factor/enroll', { password: PASSWORD })).body
    expect((await own.post('/second-factor/confirm', { code: totp(String(uri)) })).status).toBe(204)
    house.events.length = 0

    const { browser, location } = await through(undefined, { next: '/sandbox/orders?q=x' })
    expect(location).toBe(`${HTTP}/sign-in?step=code&next=%2Fsandbox%2Forders%3Fq%3Dx`)
    expect(await who(browser)).toBeUndefined()
    expect((await browser.post('/second-factor/totp', { code: '000000' })).status).toBe(401)
    expect((await browser.post('/second-factor/totp', { code: totp(String(uri), Date.now() + 30_000) })).status).toBe(
      200,
    )
    expect(await who(browser)).toMatchObject({ email: ANN })
    expect(actions()).toEqual(['sign_in_identity_accepted', 'second_factor_failed', 'sign_in'])

    issuer.claims = { ...CLAIMS, amr: ['pwd', 'mfa'] }
    expect(await who((await through()).browser)).toMatchObject({ email: ANN })
    issuer.claims = { ...CLAIMS, amr: ['pwd'] }
    expect(await who((await through()).browser)).toBeUndefined()
  })

  test('does not get in by it after a reset, until it is linked by the new link', async () => {
    await open({ default_role: 'read_only', allowed_domains: ['clinic.test'] })
    const { id } = await linked()
    const boss = await house.person('boss@clinic.test')
    const actor = { id: boss.id, email: boss.email, role: boss.role, environments: null }
    const { link } = await house.staff.resetAccess({ actor, input: { staff_id: id }, request_id: 'r' })
    expect((await through()).location).toBe(refusal('sso_not_linked'))
    // Not under another address either, as somebody new.
    issuer.claims = { ...CLAIMS, email: 'ann.new@clinic.test' }
    expect((await through()).location).toBe(refusal('sso_not_invited'))
    expect(await people()).toHaveLength(2)
    issuer.claims = { ...CLAIMS }
    expect(await who((await through(undefined, { token: link.split('#')[1] ?? '' })).browser)).toMatchObject({ id })
  })
})

describe('who may not enter', () => {
  test.each<[string, () => unknown, string]>([
    ['nobody invited them', says({ ...CLAIMS, sub: 'person-9', email: 'x@clinic.test' }), 'sso_not_invited'],
    ['disabled', () => house.database.db.update(staff).set({ disabledAt: new Date() }), 'sso_not_invited'],
    ['the e-mail is not verified', says({ ...CLAIMS, email_verified: false }), 'sso_unverified'],
    ['nothing is said of verification', says({ sub: 'person-1', email: ANN }), 'sso_unverified'],
    ['no e-mail', says({ sub: 'person-1' }), 'sso_failed'],
    ['no ID token', fails({ noIdToken: true }), 'sso_failed'],
    ['another audience', fails({ audience: 'another client' }), 'sso_failed'],
    ['another authorized party', says({ ...CLAIMS, azp: 'another client' }), 'sso_failed'],
    ['one of two audiences, and nobody authorized', says({ ...CLAIMS, aud: ['console', 'another'] }), 'sso_failed'],
    ['another issuer', says({ ...CLAIMS, iss: 'https://evil.test' }), 'sso_failed'],
    ['a token of another sign-in', fails({ nonce: 'another nonce' }), 'sso_failed'],
    ['a key that is not the issuer’s', fails({ foreignKey: true }), 'sso_failed'],
    ['expired', says({ ...CLAIMS, exp: 1 }), 'sso_failed'],
    ['no expiry', says({ ...CLAIMS, exp: undefined }), 'sso_failed'],
    ['the token endpoint is broken', fails({ token: true }), 'sso_failed'],
    [
      'the issuer answers about somebody else',
      () => {
        issuer.claims = { sub: 'person-1' }
        issuer.info = { ...CLAIMS, sub: 'person-2' }
      },
      'sso_failed',
    ],
  ])('%s', async (_, given, reason) => {
    await linked()
    await given()
    const { browser, location } = await through()
    expect(location).toBe(refusal(reason))
    expect(await who(browser)).toBeUndefined()
    expect(house.events).toMatchObject([{ action: 'sign_in_failed', actor_email: null }])
  })

  test('claims that the token lacks are asked of the issuer', async () => {
    await linked()
    issuer.claims = { sub: 'person-1' }
    issuer.info = { ...CLAIMS }
    expect(await who((await through()).browser)).toMatchObject({ email: ANN })
  })
})

describe('without an attempt of this browser', () => {
  test('nothing is written to the audit log, and after 60 in 15 minutes nothing is looked at', async () => {
    const browser = house.browser()
    for (let n = 0; n < 60; n += 1) {
      browser.jar.set('vialdesk.state', n % 2 === 0 ? '' : 'forged.forged')
      const answer = await browser.get(`/callback/sso?code=${n}&state=${n}`)
      expect([answer.status, answer.headers.get('location')]).toEqual([302, refusal('sso_failed')])
    }
    expect((await browser.get('/callback/sso?code=1&state=1')).headers.get('location')).toBe(refusal('sso_too_many'))
    expect((await browser.post('/sso', {})).status).toBe(429)
    expect(house.events).toEqual([])
  })
})

describe('a default role', () => {
  test('lets in whom nobody invited, with that role', async () => {
    await open({ default_role: 'read_only', allowed_domains: ['clinic.test'] })
    issuer.claims = { ...CLAIMS, role: 'administrator', picture: 'http://x.test/p.png' }
    const { browser } = await through()
    expect(await who(browser)).toMatchObject({ email: ANN, name: 'Ann', role: 'read_only', environments: null })
    expect(await people()).toMatchObject([{ image: null, activatedAt: expect.any(Date) }])
    expect(actions()).toEqual(['staff_joined', 'identity_linked', 'sign_in'])
  })

  test.each(['ann@other.test', 'ann@sub.clinic.test', 'ann@clinic.test.evil.test', 'clinic.test@evil.test'])(
    'not for %s, whose domain is not allowed',
    async (email) => {
      await open({ default_role: 'read_only', allowed_domains: ['clinic.test'] })
      issuer.claims = { ...CLAIMS, email }
      expect((await through()).location).toBe(refusal('sso_not_invited'))
      expect(await people()).toEqual([])
    },
  )

  test('not without a verified e-mail', async () => {
    await open({ default_role: 'read_only', allowed_domains: ['clinic.test'] })
    issuer.claims = { ...CLAIMS, email_verified: false }
    expect((await through()).location).toBe(`${HTTP}/sign-in?error=sso_unverified`)
    expect(await people()).toEqual([])
  })
})

describe('the way there and back', () => {
  test('asks with PKCE, state and nonce, for the address of the console', async () => {
    const started = await house.browser().post('/sso')
    const { origin, searchParams } = new URL(String(started.body.url))
    expect(origin).toBe(issuer.options.issuer)
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: 'console',
      redirect_uri: `${HTTP}/api/auth/callback/sso`,
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid email profile',
      state: expect.stringMatching(/.{20}/),
      nonce: expect.stringMatching(/.{20}/),
    })
    expect(String(started.body.url)).not.toContain('secret')
  })

  test.each(['https://evil.test/', '//evil.test', '/\\evil.test', '\\\\evil.test', 'javascript:alert(1)', 'users'])(
    'never ends at %s',
    async (next) => {
      await linked()
      expect((await through(undefined, { next })).location).toBe(`${HTTP}/`)
    },
  )

  test.each(['/..//evil.test', '/%2f/evil.test'])('%s stays an address of the console', async (next) => {
    await linked()
    expect((await through(undefined, { next })).location).toMatch(/^http:\/\/localhost:3000\//)
  })

  test('the answer for one browser is of no use in another', async () => {
    await linked()
    const path = await back(house.browser())
    const other = house.browser()
    expect((await other.get(path)).headers.get('location')).toBe(`${HTTP}/sign-in?error=sso_failed`)
    expect(await who(other)).toBeUndefined()
  })

  test('an answer works once', async () => {
    await linked()
    const browser = house.browser()
    const path = await back(browser)
    const state = new Map(browser.jar)
    await browser.get(path)
    const again = house.browser()
    for (const [name, value] of state) again.jar.set(name, value)
    expect((await again.get(path)).headers.get('location')).toBe(`${HTTP}/sign-in?error=sso_failed`)
    expect(await who(again)).toBeUndefined()
  })

  test('cancelled at the issuer', async () => {
    const browser = house.browser()
    const state = new URL(`${HTTP}${await back(browser)}`).searchParams.get('state')
    const answer = await browser.get(`/callback/sso?error=access_denied&state=${state}`)
    expect(answer.headers.get('location')).toBe(`${HTTP}/sign-in?error=sso_cancelled`)
  })

  test('an issuer that is down at first is asked again', async () => {
    issuer.faults.discovery = true
    const down = await house.browser().post('/sso')
    expect([down.status, down.body.detail]).toEqual([502, expect.stringContaining('does not answer')])
    issuer.faults.discovery = false
    await linked()
    expect(await who((await through()).browser)).toMatchObject({ email: ANN })
  })

  test('the sign-in page is told its name; without configuration there is none', async () => {
    expect((await house.browser().get('/methods')).body).toMatchObject({ sso: { label: 'Clinic ID' } })
    const without = house.another({ sso: null })
    expect((await without.browser().post('/sso')).status).toBe(404)
    expect((await without.browser().get('/callback/sso')).status).toBe(404)
    await house.person(ANN)
    const browser = without.browser()
    await browser.signIn(ANN)
    expect((await browser.post('/identity', { password: PASSWORD })).status).toBe(404)
  })

  test('a way on that is too long for a cookie is left out', async () => {
    await linked()
    const next = `/sandbox/users?q=${'é'.repeat(900)}`
    expect((await through(undefined, { next })).location).toBe(`${HTTP}/`)
  })

  test('someone without a password cannot be asked for one', async () => {
    await open({ default_role: 'read_only', allowed_domains: ['clinic.test'] })
    const { browser } = await through()
    expect((await browser.post('/second-factor/enroll', { password: 'whatever it is' })).status).toBe(409)
  })
})
