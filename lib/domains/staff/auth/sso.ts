/** Single sign-on by OpenID Connect: who the issuer says it is, if that person was invited or a default role is set. */

import { eq } from 'drizzle-orm'
import { type Context, handOut, record } from '#lib/domains/staff/auth/session/context.ts'
import type { Answer, Call } from '#lib/domains/staff/auth/session/http.ts'
import { sessions as sessionRows, staff } from '#lib/domains/staff/console/tables.ts'
import { authEndpoints, SSO_PROVIDER, type SsoError, startSsoAnswer } from '#lib/domains/staff/sign-in.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import { type Admit, type BetterAuth, createBetterAuth } from './better-auth.ts'
import { dropLinks } from './links.ts'
import type { AuthAction, SsoOptions } from './options.ts'
import { changePerson, type Person } from './people.ts'

/** Milliseconds that the issuer may take. */
const PATIENCE = 10_000

/** better-auth's words for why there is no session, in ours. A disabled person reads the same as an unknown one. */
const REASONS: Readonly<Record<string, SsoError>> = {
  signup_disabled: 'sso_not_invited',
  unable_to_create_session: 'sso_not_invited',
  account_not_linked: 'sso_unverified',
  sso_unverified: 'sso_unverified',
  access_denied: 'sso_cancelled',
}

export function addSso(context: Context, admit: Admit, sso: SsoOptions): void {
  const { options, routes, cookies, limits } = context
  const origin = () => new URL(options.publicUrl()).origin
  let made: Promise<BetterAuth> | null = null

  /** Asks the issuer for its addresses at the first use, and again at the next if it did not answer. */
  function instance(): Promise<BetterAuth> {
    made ??= make().catch((error: unknown) => {
      made = null
      throw error
    })
    return made
  }

  async function make(): Promise<BetterAuth> {
    const auth = createBetterAuth(options, admit, sso)
    const { socialProviders } = await soon(auth.$context)
    if (!socialProviders.some(({ id }) => id === SSO_PROVIDER)) throw unreachable()
    return auth
  }

  async function finish(call: Call<null>): Promise<Answer> {
    const { search } = new URL(call.request.url)
    const headers = cookies.forward(call.request, call.address, ['sso'])
    const auth = await instance()
    const answer = await soon(
      auth.handler(new Request(`${origin()}/api/auth/callback/${SSO_PROVIDER}${search}`, { headers })),
    )
    const location = new URL(answer.headers.get('location') ?? '/', origin())
    const token = cookies.issued(answer)
    const person = token ? await personOf(token) : null
    if (!person || location.origin !== origin()) return failed(call, location.searchParams.get('error'))
    const actions: AuthAction[] = person.activatedAt ? ['sign_in'] : ['staff_joined', 'sign_in']
    const handed = await handOut(context, call, answer, person, actions)
    if (!person.activatedAt) {
      await changePerson(options.db, person.id, { activatedAt: new Date() })
      await dropLinks(options.db, person.id)
    }
    return { status: 302, location: location.href, ...handed }
  }

  async function personOf(token: string): Promise<Person | null> {
    const rows = await options.db
      .select({ person: staff })
      .from(sessionRows)
      .innerJoin(staff, eq(staff.id, sessionRows.userId))
      .where(eq(sessionRows.token, token))
    return rows[0]?.person ?? null
  }

  async function failed({ request_id }: Call<null>, reason: string | null): Promise<Answer> {
    await record(context, request_id, 'sign_in_failed', null, 'refused')
    const error = REASONS[reason ?? ''] ?? 'sso_failed'
    return { status: 302, location: `${origin()}/sign-in?error=${error}`, cookies: [cookies.expired('sso')] }
  }

  routes.open(authEndpoints.start_sso, async ({ request, address, body }) => {
    await limits.take('sso', address)
    const auth = await instance()
    const answer = await auth.api.signInSocial({
      body: { provider: SSO_PROVIDER, callbackURL: ownAddress(body.next, origin()), disableRedirect: true },
      headers: cookies.forward(request, address, []),
      asResponse: true,
    })
    if (!answer.ok) throw unreachable()
    return { body: startSsoAnswer.parse(await answer.json()), cookies: cookies.kept(answer) }
  })

  routes.open(authEndpoints.finish_sso, (call) =>
    finish(call).catch((error: unknown) => {
      options.onFault(error)
      return failed(call, null)
    }),
  )
}

const unreachable = () =>
  new ApiError(
    'identity_provider_unreachable',
    'The identity provider does not answer. Try again in a minute, or use your password.',
  )

/** Anything that is not an address of the console itself becomes its first page. */
function ownAddress(next: string | undefined, origin: string): string {
  if (next?.startsWith('/') && URL.canParse(next, origin)) {
    const url = new URL(next, origin)
    if (url.origin === origin) return url.href
  }
  return `${origin}/`
}

async function soon<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unreachable()), PATIENCE)
  })
  return await Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
