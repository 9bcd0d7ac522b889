import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type Browser, closeTestAuth, HTTP, PASSWORD, totp } from '#lib/domains/staff/auth/auth.testing.ts'
import { accounts, staff } from '#lib/domains/staff/console/tables.ts'
import { AUTH_PREFIX } from '#lib/domains/staff/sign-in.ts'
import { linkIdentity } from './identities.ts'
import type { Issuer } from './issuer.testing.ts'
import { subjectOf } from './provider.ts'
import { ANN, CLAIMS, JOINING, openIssuer, openSsoTest, refusal, type SsoTest } from './sso.testing.ts'

let issuer: Issuer
let t: SsoTest

beforeEach(async () => {
  issuer = await openIssuer()
  t = await openSsoTest(issuer)
  return () => issuer.close()
})

afterAll(closeTestAuth)

describe('an invitation', () => {
  test('links the identity, once: its person is active, and needs no password', async () => {
    const { id, token } = await t.invited()
    const { browser, location } = await t.through(undefined, { token, next: '/sandbox/users?tab=orders' })
    expect(location).toBe(`${HTTP}/sandbox/users?tab=orders`)
    expect(await t.who(browser)).toMatchObject({ id, role: 'support', name: 'Ann of the clinic' })
    expect(t.actions()).toEqual(['identity_linked', 'invitation_accepted', 'sign_in'])
    expect(t.backend.events.map(({ actor_id }) => actor_id)).toEqual([id, id, id])
    expect(await t.who((await t.through()).browser)).toMatchObject({ id })
    expect((await t.through(undefined, { token })).location).toBe(refusal('sso_link_expired'))
  })

  test('is for the address that was invited, and for nobody who has an identity here already', async () => {
    const { token } = await t.invited()
    t.issuer.claims = { ...CLAIMS, sub: 'person-2', email: 'mallory@clinic.test' }
    expect((await t.through(undefined, { token })).location).toBe(refusal('sso_other_email'))
    await t.backend
      .person('ben@clinic.test')
      .then(({ id }) => linkIdentity(t.backend.database.db, id, subjectOf(issuer.options.issuer, 'person-1')))
    t.issuer.claims = { ...CLAIMS }
    expect((await t.through(undefined, { token })).location).toBe(refusal('sso_taken'))
    expect((await t.people()).find(({ email }) => email === ANN)?.activatedAt).toBeNull()
  })
})

describe('an equal email address', () => {
  test('links nobody: neither who was invited nor who is active', async () => {
    await t.backend.person(ANN, 'administrator', { activatedAt: null })
    expect((await t.through()).location).toBe(refusal('sso_not_linked'))
    await t.backend.database.db.update(staff).set({ activatedAt: new Date() })
    const { browser, location } = await t.through()
    expect([location, await t.who(browser)]).toEqual([refusal('sso_not_linked'), undefined])
    expect((await t.backend.database.db.select().from(accounts)).map(({ providerId }) => providerId)).toEqual([
      'credential',
    ])
  })
})

describe('the ID of a person', () => {
  test('is theirs at one provider: whoever has it at the next one is a stranger', async () => {
    const { id } = await t.linked('administrator')
    expect(await t.who((await t.through()).browser)).toMatchObject({ id })
    const next = await openIssuer()
    const moved = t.backend.another({ sso: { ...next.options, ...JOINING } })
    next.claims = { ...CLAIMS, email: 'mallory@clinic.test' }
    const browser = moved.browser()
    const { body } = await browser.call('start_sso', {})
    await browser.get(next.approve(String(body.url)).replace(`${HTTP}${AUTH_PREFIX}`, ''))
    expect(await t.who(browser)).toMatchObject({ email: 'mallory@clinic.test', role: 'read_only' })
    await next.close()
  })

  test('that was linked before its provider was kept is one of the provider that is configured', async () => {
    const { id } = await t.backend.person(ANN)
    await linkIdentity(t.backend.database.db, id, CLAIMS.sub)
    expect(await t.who((await t.through()).browser)).toMatchObject({ id })
  })

  test.each(['PERSON-1', ' person-1', 'person-1 ', 'person-1\u0000', 'ｐerson-1'])(
    'is to the letter: %j',
    async (sub) => {
      await t.linked()
      t.issuer.claims = { ...CLAIMS, sub }
      expect(await t.who((await t.through()).browser)).toBeUndefined()
    },
  )
})

describe('a signed-in person', () => {
  const link = async (browser: Browser, password = PASSWORD) =>
    browser.call('link_own_identity', { password, next: '/settings' })
  const finish = async (browser: Browser, started: Awaited<ReturnType<typeof link>>) =>
    browser.get(t.issuer.approve(String(started.body.url)).replace(`${HTTP}${AUTH_PREFIX}`, ''))

  test('links an identity with their password, once, and it is on record', async () => {
    const { id } = await t.backend.person(ANN)
    const browser = t.backend.browser()
    await browser.signIn(ANN)
    expect((await browser.call('get_own_identity')).body).toMatchObject({ label: 'Clinic ID', linked: false })
    expect((await link(browser, 'another quiet river')).status).toBe(422)
    // The identity may have another address: it is their own choice.
    t.issuer.claims = { ...CLAIMS, email: 'ann@home.test' }
    const answer = await finish(browser, await link(browser))
    expect(answer.headers.get('location')).toBe(`${HTTP}/settings`)
    expect(t.actions()).toEqual(['sign_in', 'identity_linked', 'identity_linked'])
    expect(t.backend.events.map(({ outcome }) => outcome)).toEqual(['done', 'refused', 'done'])
    expect((await browser.call('get_own_identity')).body).toEqual({
      label: 'Clinic ID',
      linked: true,
      has_password: true,
    })
    expect(await t.who((await t.through()).browser)).toMatchObject({ id })
    expect((await link(browser)).status).toBe(409)
  })

  test('not somebody else’s, and not when the session is another’s by then', async () => {
    await t.linked()
    await t.backend.person('ben@clinic.test')
    const browser = t.backend.browser()
    await browser.signIn('ben@clinic.test')
    const taken = await finish(browser, await link(browser))
    expect(taken.headers.get('location')).toBe(`${HTTP}/settings?error=sso_taken`)
    t.issuer.claims = { ...CLAIMS, sub: 'person-2' }
    const started = await link(browser)
    await browser.signIn(ANN)
    expect((await finish(browser, started)).headers.get('location')).toBe(`${HTTP}/settings?error=sso_failed`)
    expect((await browser.call('get_own_identity')).body).toMatchObject({ linked: true })
  })

  test('whose second factor is on gives a code too: an unlocked screen and a password are not enough', async () => {
    await t.backend.person(ANN)
    const browser = t.backend.browser()
    await browser.signIn(ANN)
    const { uri } = (await browser.call('enroll_second_factor', { password: PASSWORD })).body
    expect((await browser.call('confirm_second_factor', { code: totp(String(uri)) })).status).toBe(204)
    for (const code of ['', '000000', 'ABCDE-FGHIJ']) {
      expect((await browser.call('link_own_identity', { password: PASSWORD, code })).status).toBe(422)
    }
    const code = totp(String(uri), Date.now() + 30_000)
    expect((await browser.call('link_own_identity', { password: PASSWORD, code })).status).toBe(200)
  })

  test('needs a session to begin', async () => {
    expect((await link(t.backend.browser())).status).toBe(401)
  })
})

describe('who has linked an identity', () => {
  test('keeps name and role, whatever the issuer says, and nothing of its tokens is kept', async () => {
    await t.linked('read_only', { name: 'Ann of the clinic' })
    t.issuer.claims = { ...CLAIMS, role: 'administrator', name: 'Someone', picture: 'http://x.test/p.png' }
    const { browser } = await t.through()
    expect(await t.who(browser)).toMatchObject({ name: 'Ann of the clinic', role: 'read_only' })
    const kept = JSON.stringify(await t.backend.database.db.select().from(accounts))
    for (const secret of ['the access token', 'the refresh token', 'eyJ']) expect(kept).not.toContain(secret)
  })

  test('stays the same person when their email changes at the issuer', async () => {
    const { id } = await t.linked()
    t.issuer.claims = { ...CLAIMS, email: 'ann.new@clinic.test' }
    expect(await t.who((await t.through()).browser)).toMatchObject({ id, email: ANN })
  })

  test('gives the code of their second factor too, unless the issuer asked for one', async () => {
    await t.linked()
    const own = t.backend.browser()
    await own.signIn(ANN)
    const { uri } = (await own.call('enroll_second_factor', { password: PASSWORD })).body
    expect((await own.call('confirm_second_factor', { code: totp(String(uri)) })).status).toBe(204)
    t.backend.events.length = 0

    const { browser, location } = await t.through(undefined, { next: '/sandbox/orders?q=x' })
    expect(location).toBe(`${HTTP}/sign-in?step=code&next=%2Fsandbox%2Forders%3Fq%3Dx`)
    expect(await t.who(browser)).toBeUndefined()
    expect((await browser.call('sign_in_with_code', { code: '000000' })).status).toBe(401)
    expect((await browser.call('sign_in_with_code', { code: totp(String(uri), Date.now() + 30_000) })).status).toBe(200)
    expect(await t.who(browser)).toMatchObject({ email: ANN })
    expect(t.actions()).toEqual(['sign_in_identity_accepted', 'second_factor_failed', 'sign_in'])

    t.issuer.claims = { ...CLAIMS, amr: ['pwd', 'mfa'] }
    expect(await t.who((await t.through()).browser)).toMatchObject({ email: ANN })
    t.issuer.claims = { ...CLAIMS, amr: ['pwd'] }
    expect(await t.who((await t.through()).browser)).toBeUndefined()
  })

  test('does not get in by it after a reset, until it is linked by the new link', async () => {
    t = await openSsoTest(issuer, JOINING)
    const { id } = await t.linked()
    const token = await t.reset(id)
    expect((await t.through()).location).toBe(refusal('sso_not_linked'))
    // Not under another address either, as somebody new.
    t.issuer.claims = { ...CLAIMS, email: 'ann.new@clinic.test' }
    expect((await t.through()).location).toBe(refusal('sso_not_invited'))
    expect(await t.people()).toHaveLength(2)
    t.issuer.claims = { ...CLAIMS }
    expect(await t.who((await t.through(undefined, { token })).browser)).toMatchObject({ id })
  })
})

describe('whoever has no password confirms at the issuer that it’s them', () => {
  const signedInBySso = async () => {
    const { token } = await t.invited()
    const { browser } = await t.through(undefined, { token })
    expect((await browser.call('confirm_owner', { password: PASSWORD })).status).toBe(409)
    return browser
  }
  const confirm = async (browser: Browser) => {
    const { body } = await browser.call('confirm_owner_by_sso', { next: '/sandbox/settings/webhooks' })
    const url = new URL(String(body.url))
    expect([url.searchParams.get('prompt'), url.searchParams.get('max_age')]).toEqual(['login', '0'])
    return browser.get(t.issuer.approve(url.href).replace(`${HTTP}${AUTH_PREFIX}`, ''))
  }
  const now = () => Math.floor(Date.now() / 1000)

  test('by signing in there again, which an earlier sign-in there isn’t', async () => {
    const browser = await signedInBySso()
    t.issuer.claims = { ...CLAIMS, auth_time: now() - 3600 }
    expect((await confirm(browser)).headers.get('location')).toContain('error=sso_failed')
    expect(await t.backend.auth.isConfirmed(browser.request())).toBe(false)
    t.issuer.claims = { ...CLAIMS, auth_time: now() }
    expect((await confirm(browser)).headers.get('location')).toBe(`${HTTP}/sandbox/settings/webhooks`)
    expect(await t.backend.auth.isConfirmed(browser.request())).toBe(true)
    expect(t.actions().at(-1)).toBe('owner_confirmed')
  })

  test('as themselves: another identity confirms nothing and is linked to nobody', async () => {
    const browser = await signedInBySso()
    t.issuer.claims = { ...CLAIMS, sub: 'person-2', auth_time: now() }
    expect((await confirm(browser)).headers.get('location')).toContain('error=sso_failed')
    expect(await t.backend.auth.isConfirmed(browser.request())).toBe(false)
    expect(
      (await t.backend.database.db.select().from(accounts)).map(({ accountId }) => accountId).join(),
    ).not.toContain('person-2')
  })

  test('whoever has a password enters that', async () => {
    await t.linked()
    const { browser } = await t.through()
    expect((await browser.call('confirm_owner_by_sso', {})).status).toBe(409)
  })
})
