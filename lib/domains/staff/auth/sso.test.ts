import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { accounts, staff } from '#lib/domains/staff/console/tables.ts'
import type { Role } from '#lib/domains/staff/roles.ts'
import { type Browser, closeTestAuth, HTTP, openTestAuth, type TestAuth } from './auth.testing.ts'
import { type Issuer, startIssuer } from './issuer.testing.ts'

const ANN = 'ann@clinic.test'
const CLAIMS = { sub: 'person-1', email: ANN, email_verified: true, name: 'Ann' }

let issuer: Issuer
let house: TestAuth

async function open(default_role: Role | null = null) {
  house = await openTestAuth({ sso: { ...issuer.options, default_role } })
}

beforeEach(async () => {
  issuer = await startIssuer()
  issuer.claims = { ...CLAIMS }
  await open()
  return () => issuer.close()
})

afterAll(closeTestAuth)

/** From the button of the sign-in page to the address that the issuer sends the browser back to. */
async function back(browser: Browser, next?: string): Promise<string> {
  const started = await browser.post('/sso', next === undefined ? {} : { next })
  expect(started.status).toBe(200)
  return issuer.approve(String(started.body.url)).replace(`${HTTP}/api/auth`, '')
}

async function through(browser = house.browser(), next?: string) {
  const answer = await browser.get(await back(browser, next))
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([302, 'no-store'])
  return { browser, location: answer.headers.get('location') }
}

const who = async (browser: Browser) => (await house.auth.authenticate(browser.request()))?.user
const people = () => house.database.db.select().from(staff)

describe('people who were invited', () => {
  test('enter, are active from then on, and need no password', async () => {
    const { id } = await house.person(ANN, 'support', { activatedAt: null })
    const { browser, location } = await through(undefined, '/sandbox/users?tab=orders')
    expect(location).toBe(`${HTTP}/sandbox/users?tab=orders`)
    expect(await who(browser)).toMatchObject({ id, role: 'support' })
    expect((await people())[0]?.activatedAt).not.toBeNull()
    expect(house.events.map(({ action }) => action)).toEqual(['staff_joined', 'sign_in'])
    await through()
    expect(house.events.map(({ action }) => action)).toEqual(['staff_joined', 'sign_in', 'sign_in'])
    expect(await people()).toHaveLength(1)
  })

  test('nothing that the issuer hands over is kept', async () => {
    await house.person(ANN)
    await through()
    const kept = JSON.stringify(await house.database.db.select().from(accounts))
    expect(kept).not.toContain('the access token')
    expect(kept).not.toContain('the refresh token')
    expect(kept).not.toContain('eyJ')
  })

  test('keep their name and role, whatever the issuer says', async () => {
    await house.person(ANN, 'read_only', { name: 'Ann of the clinic' })
    issuer.claims = { ...CLAIMS, role: 'administrator', name: 'Someone', picture: 'http://x.test/p.png' }
    const { browser } = await through()
    expect(await who(browser)).toMatchObject({ name: 'Ann of the clinic', role: 'read_only' })
  })

  test('stay the same person when their e-mail changes at the issuer', async () => {
    const { id } = await house.person(ANN)
    await through()
    issuer.claims = { ...CLAIMS, email: 'ann.new@clinic.test' }
    expect(await who((await through()).browser)).toMatchObject({ id, email: ANN })
  })
})

describe('who may not enter', () => {
  test.each<[string, () => Promise<unknown>, string]>([
    ['nobody invited them', async () => {}, 'sso_not_invited'],
    ['disabled', () => house.person(ANN, 'support', { disabledAt: new Date() }), 'sso_not_invited'],
    [
      'the e-mail is not verified',
      () => {
        issuer.claims = { ...CLAIMS, email_verified: false }
        return house.person(ANN)
      },
      'sso_unverified',
    ],
    [
      'nothing is said of verification',
      () => {
        issuer.claims = { sub: 'person-1', email: ANN }
        return house.person(ANN)
      },
      'sso_unverified',
    ],
    [
      'no e-mail',
      () => {
        issuer.claims = { sub: 'person-1' }
        return house.person(ANN)
      },
      'sso_failed',
    ],
    [
      'another audience',
      () => {
        issuer.faults.audience = 'another client'
        return house.person(ANN)
      },
      'sso_failed',
    ],
    [
      'a token of another sign-in',
      () => {
        issuer.faults.nonce = 'another nonce'
        return house.person(ANN)
      },
      'sso_failed',
    ],
    [
      'a key that is not the issuer’s',
      () => {
        issuer.faults.foreignKey = true
        return house.person(ANN)
      },
      'sso_failed',
    ],
    [
      'expired',
      () => {
        issuer.claims = { ...CLAIMS, exp: 1 }
        return house.person(ANN)
      },
      'sso_failed',
    ],
    [
      'the token endpoint is broken',
      () => {
        issuer.faults.token = true
        return house.person(ANN)
      },
      'sso_failed',
    ],
  ])('%s', async (_, given, error) => {
    await given()
    const { browser, location } = await through()
    expect(location).toBe(`${HTTP}/sign-in?error=${error}`)
    expect(await who(browser)).toBeUndefined()
    expect(house.events).toMatchObject([{ action: 'sign_in_failed', actor_email: null }])
  })

  test('someone whose verification was withdrawn after the first time', async () => {
    await house.person(ANN)
    await through()
    issuer.claims = { ...CLAIMS, email_verified: false }
    expect((await through()).location).toBe(`${HTTP}/sign-in?error=sso_unverified`)
  })
})

describe('a default role', () => {
  test('lets in whom nobody invited, with that role', async () => {
    await open('read_only')
    issuer.claims = { ...CLAIMS, role: 'administrator', picture: 'http://x.test/p.png' }
    const { browser } = await through()
    expect(await who(browser)).toMatchObject({ email: ANN, name: 'Ann', role: 'read_only', environments: null })
    expect(await people()).toMatchObject([{ image: null, activatedAt: expect.any(Date) }])
    expect(house.events.map(({ action }) => action)).toEqual(['staff_joined', 'sign_in'])
  })

  test('not without a verified e-mail', async () => {
    await open('read_only')
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
      await house.person(ANN)
      expect((await through(undefined, next)).location).toBe(`${HTTP}/`)
    },
  )

  test.each(['/..//evil.test', '/%2f/evil.test'])('%s stays an address of the console', async (next) => {
    await house.person(ANN)
    expect((await through(undefined, next)).location).toMatch(/^http:\/\/localhost:3000\//)
  })

  test('the answer for one browser is of no use in another', async () => {
    await house.person(ANN)
    const path = await back(house.browser())
    const other = house.browser()
    expect((await other.get(path)).headers.get('location')).toBe(`${HTTP}/sign-in?error=sso_failed`)
    expect(await who(other)).toBeUndefined()
  })

  test('an answer works once', async () => {
    await house.person(ANN)
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
    await house.person(ANN)
    expect(await who((await through()).browser)).toMatchObject({ email: ANN })
  })

  test('the sign-in page is told its name; without configuration there is none', async () => {
    expect((await house.browser().get('/methods')).body).toMatchObject({ sso: { label: 'Clinic ID' } })
    const without = house.another({ sso: null })
    expect((await without.browser().post('/sso')).status).toBe(404)
    expect((await without.browser().get('/callback/sso')).status).toBe(404)
  })

  test('someone without a password cannot be asked for one', async () => {
    await open('support')
    const { browser } = await through()
    expect((await browser.post('/second-factor/enroll', { password: 'whatever it is' })).status).toBe(409)
  })
})
