/**
 * Spec, endpoint 9 and "Errors": the link experience, and where it sends people.
 * Run by lib/service/conformance/*.test.ts.
 */
import { endpoints } from '#lib/domains/service-endpoints.ts'
import { type Kit, type Statement, under } from './kit.testing.ts'

const token = under('9. Create link token')
const errors = under('Errors')
const gap = under('Gap "link error parameters"')

const BACK = 'https://app.example/back?keep=1'
const OAUTH = 'pulsewren'
const PASSWORD = 'garrick_trainer'

interface Page {
  user_id: string
  pathname: string
  /** The page as a browser gets it. */
  open: () => Promise<{ status: number; headers: Headers; text: string }>
  act: (action: string, provider?: string) => Promise<{ status: number; text: string; to: URL | null }>
}

async function pageWith(kit: Kit, settings: object): Promise<Page> {
  const { user_id } = await kit.takeUserOnce(JSON.stringify(settings))
  const reply = await kit.call('POST', '/v2/link/token', { body: { user_id, ...settings } })
  const { pathname } = new URL(kit.ok(endpoints.create_link_token, reply).link_web_url)
  return {
    user_id,
    pathname,
    open: () => kit.call('GET', pathname, { key: null }),
    async act(action, provider) {
      const body = new URLSearchParams({ action, ...(provider ? { provider } : {}) }).toString()
      const type = { 'content-type': 'application/x-www-form-urlencoded' }
      const { status, text, headers } = await kit.call('POST', pathname, { body, key: null, headers: type })
      const location = headers.get('location')
      return { status, text, to: location === null ? null : new URL(location) }
    },
  }
}

function parametersOf(url: URL | null) {
  return Object.fromEntries(url?.searchParams ?? [])
}

async function sourcesOf({ call, ok }: Kit, user_id: string) {
  const { providers } = ok(endpoints.list_user_providers, await call('GET', `/v2/user/providers/${user_id}`))
  return providers.map(({ slug }) => slug)
}

const offers = (text: string, slug: string) => text.includes(`value="${slug}"`)

export const linkPages: Statement[] = [
  token('without a provider the address shows a list of them', async (kit) => {
    const page = await pageWith(kit, {})
    const { status, text } = await page.open()
    kit.expect(status).toBe(200)
    kit.expect([OAUTH, PASSWORD, 'phone_health_store'].map((slug) => offers(text, slug))).toEqual([true, true, false])
  }),

  token('with a provider it leads to that one', async (kit) => {
    const { text } = await (await pageWith(kit, { provider: OAUTH })).open()
    kit.expect([OAUTH, PASSWORD].map((slug) => offers(text, slug))).toEqual([true, false])
  }),

  token('`filter_on_providers` is the list of what is shown', async (kit) => {
    const page = await pageWith(kit, { filter_on_providers: [PASSWORD] })
    const { text } = await page.open()
    kit.expect([OAUTH, PASSWORD].map((slug) => offers(text, slug))).toEqual([false, true])
    kit.expect((await page.act('connect', OAUTH)).status).toBe(422)
  }),

  under('Gap "delete user"')('of a deleted user nothing opens until they are restored', async (kit) => {
    const page = await pageWith(kit, { filter_on_providers: [OAUTH] })
    const { url } = kit.ok(
      endpoints.create_portal_url,
      await kit.call('POST', `/v2/user/${page.user_id}/create_portal_url`, { body: { context: 'launch' } }),
    )
    const portal = () => kit.call('GET', new URL(url).pathname, { key: null })
    const before = await sourcesOf(kit, page.user_id)
    kit.expect([(await page.open()).status, (await portal()).status]).toEqual([200, 200])
    kit.ok(endpoints.delete_user, await kit.call('DELETE', `/v2/user/${page.user_id}`))
    const closed = [await page.open(), await page.act('connect', OAUTH), await portal()]
    kit.expect(closed.map(({ status }) => status)).toEqual([404, 404, 404])
    await kit.call('POST', '/v2/user/undo_delete', { query: { user_id: page.user_id } })
    kit.expect((await page.open()).status).toBe(200)
    kit.expect(await sourcesOf(kit, page.user_id)).toEqual(before)
  }),

  token('connecting makes a connection and goes back with it', async (kit) => {
    const page = await pageWith(kit, { redirect_url: BACK, provider: OAUTH })
    const { status, to } = await page.act('connect', OAUTH)
    kit.expect(status).toBe(303)
    kit.expect(to?.origin).toBe('https://app.example')
    kit.expect(parametersOf(to)).toEqual({ keep: '1', state: 'success', provider: OAUTH })
    kit.expect(await sourcesOf(kit, page.user_id)).toContain(OAUTH)
  }),

  token('without redirect_url nobody is sent anywhere', async (kit) => {
    const page = await pageWith(kit, { on_error: 'redirect', on_close: 'redirect' })
    for (const [action, slug] of [
      ['connect', PASSWORD],
      ['refuse', OAUTH],
      ['close', undefined],
    ] as const) {
      const { status, to } = await page.act(action, slug)
      kit.expect({ status, to }).toEqual({ status: 200, to: null })
    }
  }),

  errors('OAuth sources always redirect an error to redirect_url', async (kit) => {
    const { to } = await (await pageWith(kit, { redirect_url: BACK })).act('refuse', OAUTH)
    kit.expect(parametersOf(to)).toMatchObject({ keep: '1', state: 'error', provider: OAUTH })
  }),

  errors('password sources redirect an error with `on_error`, and show it without', async (kit) => {
    const shown = await (await pageWith(kit, { redirect_url: BACK })).act('refuse', PASSWORD)
    kit.expect(shown).toMatchObject({ status: 200, to: null })
    kit.expect(shown.text).toContain('accept the sign-in')
    const { to } = await (await pageWith(kit, { redirect_url: BACK, on_error: 'redirect' })).act('refuse', PASSWORD)
    kit.expect(parametersOf(to)).toMatchObject({ state: 'error', provider: PASSWORD })
  }),

  errors('closing the widget redirects with `user_cancelled` if `on_close` says so', async (kit) => {
    const stays = await (await pageWith(kit, { redirect_url: BACK })).act('close')
    kit.expect(stays).toMatchObject({ status: 200, to: null })
    const { to } = await (await pageWith(kit, { redirect_url: BACK, on_close: 'redirect' })).act('close')
    kit.expect(parametersOf(to)).toEqual({ keep: '1', state: 'error', error: 'user_cancelled' })
  }),

  gap('state, error and provider', async (kit) => {
    const { to } = await (await pageWith(kit, { redirect_url: BACK, provider: PASSWORD, on_error: 'redirect' })).act(
      'refuse',
      PASSWORD,
    )
    kit.expect(parametersOf(to)).toEqual({
      keep: '1',
      state: 'error',
      error: 'provider_credential_error',
      provider: PASSWORD,
    })
  }),

  token('the form of the page may lead back to the redirect address, and nowhere else', async (kit) => {
    const { headers } = await (await pageWith(kit, { redirect_url: BACK })).open()
    kit.expect(headers.get('content-security-policy') ?? '').toContain("form-action 'self' https://app.example;")
  }),

  token('the page takes short forms only', async (kit) => {
    const { pathname } = await pageWith(kit, {})
    const send = (body: string, type: string) =>
      kit.call('POST', pathname, { body, key: null, headers: { 'content-type': type } })
    const form = 'application/x-www-form-urlencoded'
    const whole = `action=connect&provider=${OAUTH}&more=`
    kit.expect((await send(whole + 'x'.repeat(17 * 1024), form)).status).toBe(413)
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x'])
      kit.expect((await send(whole, type)).status).toBe(415)
    kit.expect((await send(whole, `${form};charset=UTF-8`)).status).toBe(200)
  }),

  token('a page of another site sends no form, whoever knows the address', async (kit) => {
    const { pathname } = await pageWith(kit, {})
    const body = `action=connect&provider=${OAUTH}`
    const send = async (headers: Record<string, string>) => {
      const type = { 'content-type': 'application/x-www-form-urlencoded' }
      return (await kit.call('POST', pathname, { body, key: null, headers: { ...type, ...headers } })).status
    }
    for (const site of ['cross-site', 'same-site']) kit.expect(await send({ 'sec-fetch-site': site })).toBe(403)
    kit.expect(await send({ origin: 'https://evil.example' })).toBe(403)
    // The page's own form has no origin: it sends no referrer.
    kit.expect(await send({ 'sec-fetch-site': 'same-origin', origin: 'null' })).toBe(200)
  }),

  under('Authentication 3')('an address nobody was given opens nothing, and no page runs a script', async (kit) => {
    for (const path of ['/link/unknown', '/portal/unknown'])
      kit.expect((await kit.call('GET', path, { key: null })).status).toBe(404)
    const { text, headers } = await (await pageWith(kit, {})).open()
    kit.expect(text).not.toMatch(/<script/i)
    const policy = headers.get('content-security-policy') ?? ''
    kit.expect(policy).toContain("default-src 'none'")
    kit.expect(policy).toContain("form-action 'self';")
    kit.expect(headers.get('cache-control')).toBe('no-store')
    kit.expect(headers.get('referrer-policy')).toBe('no-referrer')
  }),
]
