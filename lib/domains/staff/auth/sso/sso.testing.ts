/** For tests of single sign-on: a console with an identity provider, and a person who goes there and back. */
import { expect } from 'vitest'
import { type Browser, HTTP, openTestAuth, type TestAuth } from '#lib/domains/staff/auth/auth.testing.ts'
import type { SsoOptions } from '#lib/domains/staff/auth/options.ts'
import type { Person } from '#lib/domains/staff/auth/people.ts'
import { staff } from '#lib/domains/staff/console/tables.ts'
import { AUTH_PREFIX } from '#lib/domains/staff/sign-in.ts'
import { linkIdentity } from './identities.ts'
import { type Issuer, startIssuer } from './issuer.testing.ts'
import { subjectOf } from './provider.ts'

export const ANN = 'ann@clinic.test'
/** Claims of the default person. */
export const CLAIMS = { sub: 'person-1', email: ANN, email_verified: true, name: 'Ann' }
/** Lets in whoever has an address at the clinic. */
export const JOINING = { default_role: 'read_only', allowed_domains: ['clinic.test'] } as const

interface Begun {
  next?: string
  token?: string
}

export interface SsoTest {
  issuer: Issuer
  backend: TestAuth
  /** From the button of the sign-in page to the address that the issuer sends the browser back to. */
  back(browser: Browser, body?: Begun): Promise<string>
  /** The whole way; `location` is where it ends. */
  through(browser?: Browser, body?: Begun): Promise<{ browser: Browser; location: string | null }>
  who(browser: Browser): Promise<object | undefined>
  people(): Promise<Person[]>
  actions(): string[]
  /** Ann with the identity linked to her, as after her invitation. */
  linked(role?: Person['role'], more?: Partial<Person>): Promise<Person>
  /** An invitation of Ann: her id, its token, and who invited her. */
  invited(): Promise<{ id: string; token: string }>
  /** Resets Ann's access; the token of the new link. */
  reset(id: string): Promise<string>
}

export const refusal = (reason: string, claim?: string) =>
  `${HTTP}/sign-in?error=${reason}${claim ? `&claim=${claim}` : ''}`

const tokenOf = (link: string | null) => link?.split('#')[1] ?? ''

/** The issuer is to be closed by the caller. */
export async function openSsoTest(issuer: Issuer, joining: Partial<SsoOptions> = {}): Promise<SsoTest> {
  const backend = await openTestAuth({ sso: { ...issuer.options, ...joining } })
  const boss = async () => {
    const { id, email, role } = await backend.person('boss@clinic.test')
    return { id, email, role, environments: null }
  }
  const test: SsoTest = {
    issuer,
    backend,
    async back(browser, body = {}) {
      const started = await browser.call('start_sso', body)
      expect(started.status).toBe(200)
      return issuer.approve(String(started.body.url)).replace(`${HTTP}${AUTH_PREFIX}`, '')
    },
    async through(browser = backend.browser(), body = {}) {
      const answer = await browser.get(await test.back(browser, body))
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([302, 'no-store'])
      return { browser, location: answer.headers.get('location') }
    },
    who: async (browser) => (await backend.auth.authenticate(browser.request()))?.user,
    people: () => backend.database.db.select().from(staff),
    actions: () => backend.events.map(({ action }) => action),
    async linked(role = 'support', more = {}) {
      const person = await backend.person(ANN, role, more)
      await linkIdentity(backend.database.db, person.id, subjectOf(issuer.options.issuer, CLAIMS.sub))
      return person
    },
    async invited() {
      const input = { email: ANN, name: 'Ann of the clinic', role: 'support' as const, environments: null }
      const { member, link } = await backend.staff.invite({ actor: await boss(), input, request_id: 'r' })
      backend.events.length = 0
      return { id: member.id, token: tokenOf(link) }
    },
    async reset(id) {
      const { link } = await backend.staff.resetAccess({
        actor: await boss(),
        input: { staff_id: id, second_factor: 'remove' },
        request_id: 'r',
      })
      return tokenOf(link)
    },
  }
  return test
}

/** An issuer that says it is Ann. */
export async function openIssuer(): Promise<Issuer> {
  const issuer = await startIssuer()
  issuer.claims = { ...CLAIMS }
  return issuer
}
