/** Spec, endpoints 8, 9 and 10, and "Authentication" 3. Run by lib/service/conformance/*.test.ts. */
import { endpoints } from '#lib/domains/service-endpoints.ts'
import type { QueryValues } from '#lib/kernel/wire.ts'
import { type Kit, NOBODY, type Statement, under } from './kit.testing.ts'

const code = under('8. Create link code (mobile health sharing)')
const token = under('9. Create link token')
const signIn = under('10. Create sign-in token')

const HOUR = 3_600_000

async function createCode({ call, ok }: Kit, query: QueryValues) {
  return ok(endpoints.create_link_code, await call('POST', '/v2/link/code/create', { query }))
}

async function codeRefused({ call, refused }: Kit, query: QueryValues, status = 422) {
  return refused(await call('POST', '/v2/link/code/create', { query }), status)
}

async function createToken({ call }: Kit, body: unknown) {
  return call('POST', '/v2/link/token', { body })
}

/** Asks for a token with one setting and says where that was refused; an empty list when it was taken. */
async function tryToken(kit: Kit, setting: object): Promise<string[]> {
  const { user_id } = await kit.takeUserOnce('link token')
  const reply = await createToken(kit, { user_id, ...setting })
  if (reply.status !== 200) return kit.refused(reply, 422)
  kit.have('link_token link_web_url', kit.ok(endpoints.create_link_token, reply))
  return []
}

export const link: Statement[] = [
  code('a code of the pattern, in the address of the app', async (kit) => {
    const { user_id } = await kit.takeUser()
    const answer = await createCode(kit, { user_id })
    kit.expect(answer.code).toMatch(/^(sk|pk)(eu|us)[0-9a-f]{8}$/)
    kit.expect(answer.exchange_url).toMatch(/^[a-z][a-z0-9+.-]*:\/\/[^/?]+\?code=(sk|pk)(eu|us)[0-9a-f]{8}$/)
    kit.expect(answer.exchange_url.split('?code=')[1]).toBe(answer.code)
    kit.expect((await createCode(kit, { user_id })).code).not.toBe(answer.code)
  }),

  under('Limits')('a link code lives one hour by default', async (kit) => {
    const { user_id } = await kit.takeUser()
    const from = Date.now()
    const { expires_at } = await createCode(kit, { user_id })
    kit.expect(Date.parse(expires_at)).toBeGreaterThanOrEqual(from + HOUR - 1000)
    kit.expect(Date.parse(expires_at)).toBeLessThanOrEqual(Date.now() + HOUR + 1000)
  }),

  code('`expires_at` is honoured, to the millisecond', async (kit) => {
    const { user_id } = await kit.takeUser()
    const soon = new Date(Math.floor(Date.now() / 1000) * 1000 + 2 * HOUR)
    const exact = new Date(soon.getTime() + 123).toISOString()
    const whole = soon.toISOString()
    const inKolkata = `${new Date(soon.getTime() + 5.5 * HOUR).toISOString().slice(0, 19)}+05:30`
    for (const [asked, instant] of [
      [exact, exact],
      [inKolkata, whole],
      [whole.slice(0, 19), whole],
    ]) {
      kit.expect((await createCode(kit, { user_id, expires_at: asked ?? '' })).expires_at).toBe(instant)
    }
  }),

  under('Gap "link code expiry"')('24 hours at most, which the answer says', async (kit) => {
    const { user_id } = await kit.takeUser()
    const from = Date.now()
    for (const asked of ['2098-06-01T12:00:00Z', new Date(from + 25 * HOUR).toISOString()]) {
      const { expires_at } = await createCode(kit, { user_id, expires_at: asked })
      kit.expect(Date.parse(expires_at)).toBeGreaterThanOrEqual(from + 24 * HOUR - 1000)
      kit.expect(Date.parse(expires_at)).toBeLessThanOrEqual(Date.now() + 24 * HOUR + 1000)
    }
  }),

  under('Gap "link code expiry"')('a date-time that has not passed, of four-digit years', async (kit) => {
    const { user_id } = await kit.takeUser()
    for (const expires_at of [
      '2020-01-01T00:00:00Z',
      'tomorrow',
      '2098-06-01',
      '2098-02-30T00:00:00Z',
      '9999-12-31T23:59:59-14:00',
    ]) {
      kit.expect(await codeRefused(kit, { user_id, expires_at })).toEqual(['query.expires_at'])
    }
  }),

  code('`user_id` is required, and somebody', async (kit) => {
    kit.expect(await codeRefused(kit, {})).toEqual(['query.user_id'])
    kit.expect(await codeRefused(kit, { user_id: 'somebody' })).toEqual(['query.user_id'])
    kit.expect(await codeRefused(kit, { user_id: NOBODY }, 404)).toEqual([])
  }),

  token('a token and the address of the default experience', async (kit) => {
    const { user_id } = await kit.takeUser()
    const first = kit.ok(endpoints.create_link_token, await createToken(kit, { user_id }))
    const second = kit.ok(endpoints.create_link_token, await createToken(kit, { user_id }))
    kit.expect(first.link_token.length).toBeGreaterThan(20)
    kit.expect(first.link_token).not.toBe(second.link_token)
    kit.expect(first.link_web_url).toMatch(/^https?:\/\//)
  }),

  token('every setting is optional and nullable', async (kit) => {
    const settings = { provider: null, redirect_url: null, filter_on_providers: null, on_error: null, on_close: null }
    kit.expect(await tryToken(kit, settings)).toEqual([])
    kit.expect(await tryToken(kit, {})).toEqual([])
  }),

  token('`user_id` is required, and somebody', async (kit) => {
    kit.expect(kit.refused(await createToken(kit, {}), 422)).toEqual(['body.user_id'])
    kit.expect(kit.refused(await createToken(kit, { user_id: 'x' }), 422)).toEqual(['body.user_id'])
    kit.expect(kit.refused(await createToken(kit, { user_id: NOBODY }), 404)).toEqual([])
  }),

  under('Provider slug enumerations')('link tokens know 39 slugs, `manual` among them', async (kit) => {
    const known = new Set(
      (await kit.users()).flatMap((user) => user.connected_sources.map(({ source }) => source.slug)),
    )
    kit.expect(known.size).toBe(39)
    kit.expect([...known]).toContain('manual')
    for (const provider of known) kit.expect(await tryToken(kit, { provider })).toEqual([])
    kit.expect(await tryToken(kit, { filter_on_providers: [...known] })).toEqual([])
    kit.expect(await tryToken(kit, { provider: 'nothing_known' })).toEqual(['body.provider'])
    kit
      .expect(await tryToken(kit, { filter_on_providers: ['manual', 'nothing_known'] }))
      .toEqual(['body.filter_on_providers.1'])
  }),

  under('Limits')('`filter_on_providers` has at least one item', async (kit) => {
    kit.expect(await tryToken(kit, { filter_on_providers: ['manual'] })).toEqual([])
    kit.expect(await tryToken(kit, { filter_on_providers: [] })).toEqual(['body.filter_on_providers'])
  }),

  token('`on_error` and `on_close` allow `redirect` only', async (kit) => {
    for (const field of ['on_error', 'on_close']) {
      kit.expect(await tryToken(kit, { [field]: 'redirect' })).toEqual([])
      for (const wrong of ['stay', '', true])
        kit.expect(await tryToken(kit, { [field]: wrong })).toEqual([`body.${field}`])
    }
  }),

  token('`redirect_url` is http or https', async (kit) => {
    for (const redirect_url of ['https://app.example/back?a=1#b', 'http://localhost:8080/']) {
      kit.expect(await tryToken(kit, { redirect_url })).toEqual([])
    }
    for (const redirect_url of [
      'https://clinic.test@evil.test/',
      'https:/\t/clinic.test@evil.test/',
      'javascript:alert(1)',
      'data:text/html,x',
      'ftp://app.example',
      '/back',
      'app.example',
      '',
    ]) {
      kit.expect(await tryToken(kit, { redirect_url })).toEqual(['body.redirect_url'])
    }
  }),

  signIn('the user and a token, another one each time', async (kit) => {
    const { user_id } = await kit.takeUser()
    const ask = async () =>
      kit.ok(endpoints.create_sign_in_token, await kit.call('POST', `/v2/user/${user_id}/sign_in_token`))
    const [first, second] = [await ask(), await ask()]
    kit.expect(first.user_id).toBe(user_id)
    kit.expect(first.sign_in_token.length).toBeGreaterThan(20)
    kit.expect(first.sign_in_token).not.toBe(second.sign_in_token)
  }),

  signIn('somebody is needed', async (kit) => {
    kit.expect(kit.refused(await kit.call('POST', `/v2/user/${NOBODY}/sign_in_token`), 404)).toEqual([])
    kit.expect(kit.refused(await kit.call('POST', '/v2/user/x/sign_in_token'), 422)).toEqual(['path.user_id'])
  }),
]
