import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { links, staff } from '#lib/domains/staff/console/tables.ts'
import { type Browser, closeTestAuth, HTTP, openTestAuth, PASSWORD, type TestAuth } from './auth.testing.ts'

const ANN = 'ann@clinic.test'
const HOUR = 3_600_000
const ME = { email: ANN, name: 'Ann' }

let backend: TestAuth

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T09:00:00Z') })
  backend = await openTestAuth()
  return () => vi.useRealTimers()
})

afterAll(closeTestAuth)

const later = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds)
const people = () => backend.database.db.select().from(staff)
const tokenOf = (link = '') => link.split('#')[1] ?? ''

async function firstToken(from = backend) {
  return tokenOf((await from.auth.firstAdministrator(null))?.link)
}

async function who(browser: Browser) {
  return (await backend.auth.authenticate(browser.request()))?.user
}

describe('the first administrator by configuration', () => {
  const configured = { email: 'Ann@Clinic.test', password: PASSWORD }

  test('is made once, and can sign in', async () => {
    expect(await backend.auth.firstAdministrator(configured)).toBeNull()
    expect((await backend.browser().signIn(ANN)).status).toBe(200)
    expect(await people()).toMatchObject([{ email: ANN, role: 'administrator', environments: null }])
  })

  test('a later start never changes the password', async () => {
    await backend.auth.firstAdministrator(configured)
    await backend.auth.firstAdministrator({ ...configured, password: 'a loud train whistles' })
    await backend.auth.firstAdministrator({ email: 'other@clinic.test', password: 'a loud train whistles' })
    expect((await backend.browser().signIn(ANN)).status).toBe(200)
    expect(await people()).toHaveLength(1)
  })

  test('two instances that start at once make one', async () => {
    const other = backend.another()
    await Promise.all([
      backend.auth.firstAdministrator(configured),
      other.auth.firstAdministrator({ ...configured, email: 'bob@clinic.test' }),
    ])
    expect(await people()).toHaveLength(1)
  })
})

describe('the first administrator by link', () => {
  test('the token is in the fragment, and only its hash is kept', async () => {
    const made = await backend.auth.firstAdministrator(null)
    expect(made).toEqual({
      link: expect.stringMatching(/^http:\/\/localhost:3000\/setup#[\w-]{43}$/),
      expires_at: '2026-11-22T09:00:00.000Z',
    })
    expect(made?.link.startsWith(HTTP)).toBe(true)
    expect(JSON.stringify(await backend.database.db.select().from(links))).not.toContain(tokenOf(made?.link))
  })

  test('makes an administrator, who is signed in at once; then there is no link any more', async () => {
    const token = await firstToken()
    const browser = backend.browser()
    expect((await browser.call('check_link', { token })).body).toEqual({
      kind: 'administrator',
      email: null,
      name: null,
      expires_at: '2026-11-22T09:00:00.000Z',
    })
    const answer = await browser.call('use_link', { token, password: PASSWORD, ...ME })
    expect([answer.status, answer.body]).toEqual([200, { status: 'signed_in' }])
    expect(await who(browser)).toMatchObject({ email: ANN, name: 'Ann', role: 'administrator', environments: null })
    expect(await backend.auth.firstAdministrator(null)).toBeNull()
    expect(backend.events.map(({ action }) => action)).toEqual(['administrator_set_up', 'sign_in'])
  })

  test('it works once, also when two use it at the same moment', async () => {
    const token = await firstToken()
    const answers = await Promise.all([
      backend.browser().call('use_link', { token, password: PASSWORD, ...ME }),
      backend.browser().call('use_link', { token, password: PASSWORD, email: 'bob@clinic.test', name: 'Bob' }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410])
    expect(await people()).toHaveLength(1)
    expect((await backend.browser().call('check_link', { token })).status).toBe(410)
  })

  test('links of two instances: the first that is used ends the other', async () => {
    const [first, second] = [await firstToken(), await firstToken(backend.another())]
    expect((await backend.browser().call('use_link', { token: first, password: PASSWORD, ...ME })).status).toBe(200)
    const late = await backend
      .browser()
      .call('use_link', { token: second, password: PASSWORD, email: 'eve@clinic.test', name: 'Eve' })
    expect(late.status).toBe(410)
    expect(await people()).toHaveLength(1)
  })

  test('it is good for a day', async () => {
    const token = await firstToken()
    later(24 * HOUR)
    expect((await backend.browser().call('use_link', { token, password: PASSWORD, ...ME })).status).toBe(410)
  })

  test('a weak password or a missing name is said, and the link stays good', async () => {
    const token = await firstToken()
    const weak = await backend.browser().call('use_link', { token, password: 'password1234', ...ME })
    expect([weak.status, weak.body.detail]).toEqual([422, [expect.objectContaining({ loc: ['body', 'password'] })]])
    const nameless = await backend.browser().call('use_link', { token, password: PASSWORD, email: ANN })
    expect([nameless.status, nameless.body.detail]).toEqual([422, [expect.objectContaining({ loc: ['body', 'name'] })]])
    expect((await backend.browser().call('use_link', { token, password: PASSWORD, ...ME })).status).toBe(200)
  })

  test('guessing tokens ends in 429', async () => {
    await firstToken()
    for (let n = 0; n < 30; n += 1) {
      expect((await backend.browser().call('check_link', { token: `guess-number-${n}-is-not-right` })).status).toBe(410)
    }
    expect((await backend.browser().call('check_link', { token: 'guess-number-31-is-not-right' })).status).toBe(429)
  })
})

describe('an invitation', () => {
  async function invited() {
    const boss = await backend.person('boss@clinic.test')
    const actor = { ...boss, environments: null }
    const input = { email: 'New@Clinic.test', name: 'New Person', role: 'support' as const, environments: ['sandbox'] }
    const answer = await backend.staff.invite({ actor, input, request_id: 'request-1' })
    return { actor, answer, token: tokenOf(answer.link) }
  }

  test('says who it is for; the password makes the person active and signs them in', async () => {
    const { answer, token } = await invited()
    expect(answer.member).toMatchObject({
      email: 'new@clinic.test',
      status: 'invited',
      environments: ['sandbox'],
      last_seen_at: null,
    })
    expect(answer.expires_at).toBe('2026-11-28T09:00:00.000Z')
    const browser = backend.browser()
    expect((await browser.call('check_link', { token })).body).toMatchObject({
      kind: 'invitation',
      email: 'new@clinic.test',
      name: 'New Person',
    })
    const body = { token, password: PASSWORD, email: 'eve@clinic.test', name: 'Eve' }
    expect((await browser.call('use_link', body)).body).toEqual({ status: 'signed_in' })
    expect(await who(browser)).toMatchObject({
      email: 'new@clinic.test',
      name: 'New Person',
      role: 'support',
      environments: ['sandbox'],
    })
    expect(await people()).toHaveLength(2)
  })

  test('works once, also when two use it at the same moment', async () => {
    const { token } = await invited()
    const use = (password: string) => backend.browser().call('use_link', { token, password })
    const answers = await Promise.all([use(PASSWORD), use('a loud train whistles')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410])
    expect((await use(PASSWORD)).status).toBe(410)
  })

  test('is good for seven days', async () => {
    const { token } = await invited()
    later(7 * 24 * HOUR - 1)
    expect((await backend.browser().call('check_link', { token })).status).toBe(200)
    later(1)
    expect((await backend.browser().call('use_link', { token, password: PASSWORD })).status).toBe(410)
  })

  test('of a person disabled meanwhile is good for nothing', async () => {
    const { actor, answer, token } = await invited()
    await backend.staff.update({
      actor,
      input: { staff_id: answer.member.id, disabled: true },
      request_id: 'request-2',
    })
    expect((await backend.browser().call('use_link', { token, password: PASSWORD })).status).toBe(410)
  })

  test('a new link ends the one before', async () => {
    const { actor, answer, token } = await invited()
    const again = await backend.staff.resetAccess({
      actor,
      input: { staff_id: answer.member.id, second_factor: 'remove' },
      request_id: 'request-2',
    })
    expect((await backend.browser().call('check_link', { token })).status).toBe(410)
    expect(
      (await backend.browser().call('use_link', { token: tokenOf(again.link ?? ''), password: PASSWORD })).status,
    ).toBe(200)
  })
})
