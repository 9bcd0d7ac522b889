import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { closeTestAuth, HTTP, PASSWORD, totp } from '#lib/domains/staff/auth/auth.testing.ts'
import { staff } from '#lib/domains/staff/console/tables.ts'
import { AUTH_PREFIX, authEndpoints } from '#lib/domains/staff/sign-in.ts'
import type { Issuer } from './issuer.testing.ts'
import { ANN, CLAIMS, JOINING, openIssuer, openSsoTest, refusal, type SsoTest } from './sso.testing.ts'

let issuer: Issuer
let t: SsoTest

beforeEach(async () => {
  issuer = await openIssuer()
  t = await openSsoTest(issuer)
  return () => issuer.close()
})

afterAll(closeTestAuth)

const CALLBACK = authEndpoints.finish_sso.path
const swapped = (path: string, other: string) => {
  const code = new URLSearchParams(other.split('?')[1]).get('code')
  return path.replace(/code=[^&]*/, `code=${code}`)
}
const says = (claims: Record<string, unknown>) => () => {
  issuer.claims = claims
}
const fails = (faults: Partial<Issuer['faults']>) => () => {
  Object.assign(issuer.faults, faults)
}

describe('who may not enter', () => {
  test.each<[string, () => unknown, string, string?]>([
    ['nobody invited them', says({ ...CLAIMS, sub: 'person-9', email: 'x@clinic.test' }), 'sso_not_invited'],
    ['disabled', () => t.backend.database.db.update(staff).set({ disabledAt: new Date() }), 'sso_not_invited'],
    ['the email is not verified', says({ ...CLAIMS, email_verified: false }), 'sso_unverified', 'email_verified'],
    [
      'the email is not verified, as text',
      says({ ...CLAIMS, email_verified: 'False' }),
      'sso_unverified',
      'email_verified',
    ],
    ['nobody linked, no email', says({ sub: 'person-9', preferred_username: ANN, upn: ANN }), 'sso_no_email', 'email'],
    ['nobody linked, several emails', says({ sub: 'person-9', emails: [ANN, 'x@y.test'] }), 'sso_no_email', 'email'],
    ['nobody linked, an email of B2C', says({ sub: 'person-9', emails: [ANN] }), 'sso_unverified', 'email_verified'],
    [
      'nobody linked, nothing said of verification',
      says({ sub: 'person-9', email: ANN }),
      'sso_unverified',
      'email_verified',
    ],
    ['no ID token', fails({ noIdToken: true }), 'sso_failed'],
    ['another audience', fails({ audience: 'another client' }), 'sso_failed', 'aud'],
    ['another authorized party', says({ ...CLAIMS, azp: 'another client' }), 'sso_failed', 'azp'],
    [
      'one of two audiences, and nobody authorized',
      says({ ...CLAIMS, aud: ['console', 'another'] }),
      'sso_failed',
      'aud',
    ],
    ['another issuer', says({ ...CLAIMS, iss: 'https://evil.test' }), 'sso_failed', 'iss'],
    ['a token of another sign-in', fails({ nonce: 'another nonce' }), 'sso_failed', 'nonce'],
    ['a key that is not the issuer’s', fails({ foreignKey: true }), 'sso_failed'],
    ['expired', says({ ...CLAIMS, exp: 1 }), 'sso_failed', 'exp'],
    ['no subject', says({ ...CLAIMS, sub: '' }), 'sso_failed', 'sub'],
    ['a time as a text', says({ ...CLAIMS, auth_time: '1798000000' }), 'sso_failed', 'auth_time'],
    ['no expiry', says({ ...CLAIMS, exp: undefined }), 'sso_failed', 'exp'],
    ['the token endpoint is broken', fails({ token: true }), 'sso_failed'],
    [
      'the issuer answers about somebody else',
      () => {
        t.issuer.claims = { sub: 'person-1' }
        t.issuer.info = { ...CLAIMS, sub: 'person-2' }
      },
      'sso_failed',
      'sub',
    ],
  ])('%s', async (_, given, reason, claim) => {
    await t.linked()
    await given()
    const { browser, location } = await t.through()
    expect(location).toBe(refusal(reason, claim))
    expect(await t.who(browser)).toBeUndefined()
    expect(t.backend.events).toMatchObject([{ action: 'sign_in_failed', actor_email: null }])
  })

  test('claims that the token lacks are asked of the issuer', async () => {
    await t.linked()
    t.issuer.claims = { sub: 'person-1' }
    t.issuer.info = { ...CLAIMS }
    expect(await t.who((await t.through()).browser)).toMatchObject({ email: ANN })
  })
})

describe('who is linked by `sub`', () => {
  test.each([
    ['nothing said of verification', { sub: 'person-1', email: ANN }],
    ['no email', { sub: 'person-1', preferred_username: ANN }],
    ['an email that is none', { sub: 'person-1', email: 'Ann', email_verified: true }],
    ['True', { ...CLAIMS, email_verified: 'True' }],
    ['1', { ...CLAIMS, email_verified: 1 }],
    ['true', { ...CLAIMS, email_verified: 'true' }],
    ['yes', { ...CLAIMS, email_verified: ' Yes ' }],
    ['an email between spaces', { ...CLAIMS, email: ` ${ANN} ` }],
    ['a list of emails', { ...CLAIMS, email: [ANN] }],
    ['methods in one text', { ...CLAIMS, amr: 'pwd mfa' }],
    ['methods that are no text', { ...CLAIMS, amr: { mfa: true } }],
  ])('gets in: %s', async (_, claims) => {
    await t.linked()
    t.issuer.claims = claims
    expect(await t.who((await t.through()).browser)).toMatchObject({ email: ANN })
  })

  test('gets in although the issuer can’t be asked for more', async () => {
    await t.linked()
    t.issuer.claims = { sub: 'person-1' }
    t.issuer.info = {}
    expect(await t.who((await t.through()).browser)).toMatchObject({ email: ANN })
  })
})

test.each([undefined, null, ''])(
  'a claim that is %j is not said: the issuer is asked, and anyone may join',
  async (none) => {
    t = await openSsoTest(issuer, JOINING)
    t.issuer.claims = { sub: 'person-1', email: none, email_verified: none, name: none }
    t.issuer.info = { ...CLAIMS }
    await t.through()
    expect((await t.people())[0]).toMatchObject({ role: JOINING.default_role, email: ANN })
  },
)

test.each([
  [{ emails: [ANN], email_verified: true }],
  [{ email: [ANN], email_verified: true }],
  [{ email: ANN, xms_edov: '1' }],
  [{ email: ANN, xms_edov: true }],
])('an address is read as Microsoft sends it: %j', async (said) => {
  t = await openSsoTest(issuer, JOINING)
  t.issuer.claims = { sub: 'person-1', ...said }
  await t.through()
  expect((await t.people())[0]).toMatchObject({ email: ANN })
})

describe('a provider that never says `email_verified`', () => {
  test.each([
    [undefined, JOINING.default_role],
    [1, JOINING.default_role],
    [false, null],
  ])('is trusted by a setting: %s', async (email_verified, role) => {
    t = await openSsoTest(issuer, { ...JOINING, accepts_unstated_email: true })
    t.issuer.claims = { ...CLAIMS, email_verified }
    await t.through()
    expect((await t.people())[0]?.role ?? null).toBe(role)
  })
})

describe('several tabs at once', () => {
  test.each([
    ['in the order they began', [0, 1]],
    ['the other way round', [1, 0]],
  ])('each reach their own page, %s', async (_, order) => {
    await t.linked()
    const browser = t.backend.browser()
    const pages = ['/sandbox/orders?status=lost', '/sandbox/users']
    const backs: string[] = []
    for (const next of pages) backs.push(await t.back(browser, { next }))
    for (const tab of order) {
      const answer = await browser.get(backs[tab] ?? '')
      expect(answer.headers.get('location')).toBe(`${HTTP}${pages[tab]}`)
    }
    expect(t.actions()).toEqual(['sign_in'])
    expect(await t.who(browser)).toMatchObject({ email: ANN })
  })

  test('the code given in one lets the other go on to its own page', async () => {
    await t.linked()
    const own = t.backend.browser()
    await own.signIn(ANN)
    const { uri } = (await own.call('enroll_second_factor', { password: PASSWORD })).body
    expect((await own.call('confirm_second_factor', { code: totp(String(uri)) })).status).toBe(204)
    const browser = t.backend.browser()
    const steps: (string | null)[] = []
    for (const next of ['/sandbox/orders', '/sandbox/users']) steps.push((await t.through(browser, { next })).location)
    expect(steps).toEqual([
      `${HTTP}/sign-in?step=code&next=%2Fsandbox%2Forders`,
      `${HTTP}/sign-in?step=code&next=%2Fsandbox%2Fusers`,
    ])
    const code = totp(String(uri), Date.now() + 30_000)
    for (const _ of steps)
      expect((await browser.call('sign_in_with_code', { code })).body).toEqual({ status: 'signed_in' })
    expect((await t.backend.browser().call('sign_in_with_code', { code })).status).toBe(401)
  })

  test('of a morning’s fifteen tabs, each reaches its own; of many more, the newest, in few enough cookies', async () => {
    await t.linked()
    const browser = t.backend.browser()
    const backs: string[] = []
    const open = async (tab: number) => backs.push(await t.back(browser, { next: `/sandbox/users?page=${tab}` }))
    for (let tab = 0; tab < 15; tab += 1) await open(tab)
    expect((await browser.get(backs[0] ?? '')).headers.get('location')).toBe(`${HTTP}/sandbox/users?page=0`)
    for (let tab = 15; tab < 50; tab += 1) await open(tab)
    const held = [...browser.jar].filter(([name]) => name.startsWith('vialdesk.state.')).join('; ')
    expect(held.length).toBeLessThan(10_000)
    expect((await browser.get(backs.at(-1) ?? '')).headers.get('location')).toBe(`${HTTP}/sandbox/users?page=49`)
  })

  test('a refusal keeps the page to go on to', async () => {
    await t.linked()
    t.issuer.claims = { ...CLAIMS, email_verified: false }
    const { location } = await t.through(undefined, { next: '/sandbox/users?tab=orders' })
    expect(location).toBe(`${refusal('sso_unverified', 'email_verified')}&next=%2Fsandbox%2Fusers%3Ftab%3Dorders`)
  })
})

test.each(['/tenant/v2.0/', '/other-tenant'])(
  'an issuer configured as …%s is named beside its own name',
  async (path) => {
    const other = t.backend.another({ sso: { ...issuer.options, issuer: `${issuer.options.issuer}${path}` } })
    const { status, body } = await other.browser().call('start_sso')
    expect([status, body.code]).toEqual([502, 'identity_provider_mismatch'])
    expect(body.detail).toContain(`calls itself ${issuer.options.issuer},`)
    expect(body.detail).toContain(`OIDC_ISSUER is ${issuer.options.issuer}${path}.`)
  },
)

test('an issuer without a configuration isn’t said to be silent', async () => {
  const address = `${issuer.options.issuer}/gone/realm`
  const other = t.backend.another({ sso: { ...issuer.options, issuer: address } })
  const { body } = await other.browser().call('start_sso')
  expect(body.code).toBe('identity_provider_mismatch')
  expect(body.detail).toContain(`${address}/.well-known/openid-configuration answers 404`)
})

test('who gets in is not counted: a clinic behind one address signs in all morning', async () => {
  await t.linked()
  for (let n = 0; n < 65; n += 1) expect((await t.through()).location).toBe(`${HTTP}/`)
})

describe('without an attempt of this browser', () => {
  test('no try is written to the audit log, and after 60 in 15 minutes nothing is looked at', async () => {
    const browser = t.backend.browser()
    for (let n = 0; n < 60; n += 1) {
      browser.jar.set('vialdesk.state.aaaaaaaaaaaaaaaa', n % 2 === 0 ? '' : 'forged.forged')
      const answer = await browser.get(`${CALLBACK}?code=${n}&state=${'a'.repeat(43)}`)
      expect([answer.status, answer.headers.get('location')]).toEqual([302, refusal('sso_failed')])
    }
    expect((await browser.get(`${CALLBACK}?code=1&state=1`)).headers.get('location')).toBe(refusal('sso_too_many'))
    expect((await browser.call('start_sso', {})).status).toBe(429)
    // That the limit was hit is on record, once.
    expect(t.actions()).toEqual(['sign_in_limited'])
  })
})

test('a cookie that is signed for something else is no attempt', async () => {
  await t.linked()
  const { browser } = await t.through()
  const recorded = t.actions().length
  for (const name of ['vialdesk.session_token', 'vialdesk.known']) {
    const signed = browser.jar.get(name)
    expect(signed).toBeTruthy()
    const other = t.backend.browser()
    other.jar.set('vialdesk.state.aaaaaaaaaaaaaaaa', signed ?? '')
    expect((await other.get(`${CALLBACK}?code=1&state=${'a'.repeat(43)}`)).headers.get('location')).toBe(
      refusal('sso_failed'),
    )
  }
  expect(t.actions()).toHaveLength(recorded)
})

describe('a default role', () => {
  test('lets in whom nobody invited, with that role', async () => {
    t = await openSsoTest(issuer, JOINING)
    t.issuer.claims = { ...CLAIMS, role: 'administrator', picture: 'http://x.test/p.png' }
    const { browser } = await t.through()
    expect(await t.who(browser)).toMatchObject({ email: ANN, name: 'Ann', role: 'read_only', environments: null })
    expect(await t.people()).toMatchObject([{ image: null, activatedAt: expect.any(Date) }])
    expect(t.actions()).toEqual(['staff_joined', 'identity_linked', 'sign_in'])
  })

  test.each([
    [{ name: ' Ann\u00a0 \u200bLee\u202c' }, 'Ann Lee'],
    [{ name: undefined, given_name: 'Ann', family_name: 'Lee' }, 'Ann Lee'],
    [{ name: '\u200b' }, ANN],
  ])('names them as they are shown: %j', async (claims, name) => {
    t = await openSsoTest(issuer, JOINING)
    t.issuer.claims = { ...CLAIMS, ...claims }
    await t.through()
    expect((await t.people())[0]?.name).toBe(name)
  })

  test.each(['ann@other.test', 'ann@sub.clinic.test', 'ann@clinic.test.evil.test', 'clinic.test@evil.test'])(
    'not for %s, whose domain is not allowed',
    async (email) => {
      t = await openSsoTest(issuer, JOINING)
      t.issuer.claims = { ...CLAIMS, email }
      expect((await t.through()).location).toBe(refusal('sso_not_invited'))
      expect(await t.people()).toEqual([])
    },
  )

  test('not without a verified email', async () => {
    t = await openSsoTest(issuer, JOINING)
    t.issuer.claims = { ...CLAIMS, email_verified: false }
    expect((await t.through()).location).toBe(refusal('sso_unverified', 'email_verified'))
    expect(await t.people()).toEqual([])
  })
})

describe('the way there and back', () => {
  test('asks with PKCE, state and nonce, for the address of the console', async () => {
    const started = await t.backend.browser().call('start_sso')
    const { origin, searchParams } = new URL(String(started.body.url))
    expect(origin).toBe(t.issuer.options.issuer)
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: 'console',
      redirect_uri: `${HTTP}${AUTH_PREFIX}${CALLBACK}`,
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
      await t.linked()
      expect((await t.through(undefined, { next })).location).toBe(`${HTTP}/`)
    },
  )

  test.each(['/..//evil.test', '/%2f/evil.test'])('%s stays an address of the console', async (next) => {
    await t.linked()
    expect((await t.through(undefined, { next })).location).toMatch(/^http:\/\/localhost:3000\//)
  })

  test('the answer for one browser is of no use in another', async () => {
    await t.linked()
    const path = await t.back(t.backend.browser())
    const other = t.backend.browser()
    expect((await other.get(path)).headers.get('location')).toBe(`${HTTP}/sign-in?error=sso_failed`)
    expect(await t.who(other)).toBeUndefined()
  })

  test.each([
    ['with the code of another attempt of the same browser', (path: string, other: string) => swapped(path, other)],
    ['of another issuer', (path: string) => `${path}&iss=https%3A%2F%2Fevil.test`],
    ['with two codes', (path: string) => `${path}&code=code-0`],
    ['with two states', (path: string) => `${path}&state=${'a'.repeat(43)}`],
    ['that is an error and a code', (path: string) => `${path}&error=access_denied`],
    ['with an ID token in the address', (path: string) => `${path}&id_token=a.b.c`],
    ['without a code', (path: string) => path.replace(/code=[^&]*/, '')],
    ['with a state in another case', (path: string) => path.replace(/state=[^&]*/, (state) => state.toUpperCase())],
  ])('an answer %s opens nothing', async (_, changed) => {
    await t.linked()
    const browser = t.backend.browser()
    const [other, path] = [await t.back(browser), await t.back(browser)]
    const { headers } = await browser.get(changed(path, other))
    expect(headers.get('location')).toContain('/sign-in?error=sso_')
    expect(await t.who(browser)).toBeUndefined()
  })

  test('an answer works once', async () => {
    await t.linked()
    const browser = t.backend.browser()
    const path = await t.back(browser)
    const state = new Map(browser.jar)
    await browser.get(path)
    const again = t.backend.browser()
    for (const [name, value] of state) again.jar.set(name, value)
    expect((await again.get(path)).headers.get('location')).toBe(`${HTTP}/sign-in?error=sso_failed`)
    expect(await t.who(again)).toBeUndefined()
  })

  test('cancelled at the issuer, or refused there: the log says which', async () => {
    const browser = t.backend.browser()
    const state = new URL(`${HTTP}${await t.back(browser)}`).searchParams.get('state')
    const answer = await browser.get(`${CALLBACK}?error=access_denied&error_description=Not%20assigned&state=${state}`)
    expect(answer.headers.get('location')).toBe(`${HTTP}/sign-in?error=sso_cancelled`)
    expect(t.backend.faults).toMatchObject([{ cause: { error_description: 'Not assigned' } }])
  })

  test('an issuer that is down at first is asked again', async () => {
    t.issuer.faults.discovery = true
    const down = await t.backend.browser().call('start_sso')
    expect([down.status, down.body.detail]).toEqual([502, expect.stringContaining('isn’t responding')])
    t.issuer.faults.discovery = false
    await t.linked()
    expect(await t.who((await t.through()).browser)).toMatchObject({ email: ANN })
  })

  test('the sign-in page is told its name; without configuration there is none', async () => {
    expect((await t.backend.browser().call('list_sign_in_methods')).body).toMatchObject({
      sso: { label: 'Clinic ID' },
    })
    const without = t.backend.another({ sso: null })
    expect((await without.browser().call('start_sso')).status).toBe(404)
    expect((await without.browser().get(CALLBACK)).status).toBe(404)
    await t.backend.person(ANN)
    const browser = without.browser()
    await browser.signIn(ANN)
    expect((await browser.call('link_own_identity', { password: PASSWORD })).status).toBe(404)
  })

  test('a way on that is too long for a cookie is left out', async () => {
    await t.linked()
    const next = `/sandbox/users?q=${'é'.repeat(900)}`
    expect((await t.through(undefined, { next })).location).toBe(`${HTTP}/`)
  })

  test('someone without a password cannot be asked for one', async () => {
    t = await openSsoTest(issuer, JOINING)
    const { browser } = await t.through()
    expect((await browser.call('enroll_second_factor', { password: 'whatever it is' })).status).toBe(409)
  })
})
