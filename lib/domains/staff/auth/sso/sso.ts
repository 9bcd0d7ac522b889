/** Single sign-on: who the identity provider says it is, if that identity is linked to somebody here. */

import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client'
import { z } from 'zod'
import type { SsoOptions } from '#lib/domains/staff/auth/options.ts'
import { confirmation, confirmCode, confirmOwner } from '#lib/domains/staff/auth/own-account.ts'
import { changeStaff, hasPassword, type Person } from '#lib/domains/staff/auth/people.ts'
import { type Context, countTry, issueSession, record } from '#lib/domains/staff/auth/session/context.ts'
import type { Cookies } from '#lib/domains/staff/auth/session/cookies.ts'
import type { Answer, Call } from '#lib/domains/staff/auth/session/http.ts'
import { needsFactor } from '#lib/domains/staff/auth/session/sessions.ts'
import { AUTH_PREFIX, authEndpoints, SSO_PROVIDER } from '#lib/domains/staff/sign-in.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import { newId } from '#lib/utils/ids/ids.ts'
import { parseJson } from '#lib/utils/text/bytes.ts'
import { bindIdentities, entryOf, hasIdentity, ownerOf } from './identities.ts'
import { createProvider, type Identity, refusalOf, SsoRefused } from './provider.ts'

/** Seconds. */
const ATTEMPT_LIFE = 600
/** Characters of a cookie, and of all attempts of one browser: servers refuse more than 16 kB of headers. */
const MAX_COOKIE_CHARS = 1_200
const MAX_ATTEMPT_CHARS = 9_600

const attemptSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** An address of the console itself, to go to afterwards. */
  next: z.string(),
  token: z.string().nullable(),
  staff_id: z.string().nullable(),
  /** Whether it proves that `staff_id` is at the screen, and changes nothing. */
  confirms: z.boolean().default(false),
  /** Milliseconds since 1970. */
  ends_at: z.number(),
})
type Attempt = z.infer<typeof attemptSchema>
type Begun = Pick<Attempt, 'next' | 'token' | 'staff_id'> & { confirms?: boolean }

const nameOf = (state: string) => `sso.${state.slice(0, 16)}` as const
const attemptName = ({ state }: Attempt) => nameOf(state)

/** Returns a new attempt and the cookies that hold it. @param home where it leads when `next` is too long to be kept */
async function beginAttempt(
  cookies: Cookies,
  request: Request,
  begun: Begun,
  home: string,
): Promise<{ attempt: Attempt; cookies: string[] }> {
  const attempt: Attempt = {
    confirms: false,
    ...begun,
    state: randomState(),
    nonce: randomNonce(),
    verifier: randomPKCECodeVerifier(),
    ends_at: Date.now() + ATTEMPT_LIFE * 1000,
  }
  const short = encoded(attempt).length > MAX_COOKIE_CHARS ? { ...attempt, next: home } : attempt
  const held = await Promise.all(
    cookies.attempts(request).map(async (name) => ({ name, ends: (await read(cookies, request, name))?.ends_at ?? 0 })),
  )
  const own = await cookies.issue(attemptName(short), encoded(short), ATTEMPT_LIFE)
  const given: string[] = []
  let chars = own.length
  for (const { name } of held.toSorted((a, b) => b.ends - a.ends)) {
    chars += name.length + (cookies.raw(request, name) ?? '').length
    if (chars > MAX_ATTEMPT_CHARS) given.push(cookies.expired(name))
  }
  return { attempt: short, cookies: [...given, own] }
}

/** Returns the attempt of a state that this browser began; null without one, or when it took too long. */
async function attemptOf(cookies: Cookies, request: Request, state: string | null): Promise<Attempt | null> {
  if (state === null || !/^[\w-]{16,100}$/.test(state)) return null
  const attempt = await read(cookies, request, nameOf(state))
  return attempt?.state === state ? attempt : null
}

async function read(cookies: Cookies, request: Request, name: `sso.${string}`): Promise<Attempt | null> {
  const value = await cookies.verified(request, name)
  if (value === null) return null
  const attempt = attemptSchema.safeParse(parseJson(Buffer.from(value, 'base64url').toString('utf8')))
  return attempt.success && attempt.data.ends_at > Date.now() ? attempt.data : null
}

function encoded(attempt: Attempt): string {
  return Buffer.from(JSON.stringify(attempt)).toString('base64url')
}

/** Seconds that the provider's clock may be behind. */
const CLOCKS_APART = 30

/** Seconds to give the code of the second factor. */
const CODE_LIFE = 600

/** Without single sign-on there is nothing to link. */
export function addNoSso({ routes }: Context): void {
  for (const endpoint of [authEndpoints.link_own_identity, authEndpoints.confirm_owner_by_sso])
    routes.own(endpoint, async () => {
      throw new ApiError('unknown_address', 'This console has no single sign-on.')
    })
}

/** A callback counts only in the browser that began it, and only once. */
export function addSso(context: Context, sso: SsoOptions): void {
  const { options, routes, cookies, limits, sessions } = context
  const { db } = options
  const origin = () => new URL(options.publicUrl()).origin
  const provider = createProvider(sso, () => `${origin()}${AUTH_PREFIX}/callback/${SSO_PROVIDER}`)

  let bound: Promise<void> | null = null

  async function bindOnce(): Promise<void> {
    bound ??= bindIdentities(db, sso.issuer).catch((error: unknown) => {
      bound = null
      throw error
    })
    await bound
  }

  async function begin({ request }: Call<unknown>, begun: Begun): Promise<Answer> {
    const { attempt, cookies: set } = await beginAttempt(cookies, request, begun, `${origin()}/`)
    return { body: { url: await provider.address(attempt, attempt.confirms) }, cookies: set }
  }

  /** Handles only an attempt that this browser began here, and only once; anything else leaves no trace. */
  async function finish(call: Call<null>): Promise<Answer> {
    await countTry(context, call, 'sso', call.address)
    const { search, searchParams } = new URL(call.request.url)
    const attempt = await attemptOf(cookies, call.request, searchParams.get('state'))
    if (!attempt) return backTo(new SsoRefused('sso_failed'))
    try {
      if (!(await limits.isFirst('used_state', attempt.state))) throw new SsoRefused('sso_failed')
      const answer = await enter(call, attempt, await provider.identify(search, attempt))
      // That it was begun counted too.
      for (const _ of ['begun', 'finished']) await limits.refund('sso', call.address)
      return answer
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal.claim !== null || refusal.cause !== undefined) options.onError(refusal)
      await record(context, call.request_id, 'sign_in_failed', null, 'refused', call.address)
      return backTo(refusal, attempt)
    }
  }

  async function enter(call: Call<null>, attempt: Attempt, identity: Identity): Promise<Answer> {
    const current = (await sessions.authenticate(call.request))?.user.id
    if (attempt.staff_id !== null && attempt.staff_id !== current) throw new SsoRefused('sso_failed')
    if (attempt.confirms) return await confirmed(call, attempt, identity)
    await bindOnce()
    const { person, actions } = await entryOf(db, identity, attempt, sso)
    for (const action of actions) await record(context, call.request_id, action, person)
    const entered = await changeStaff(db, async (tx) => (await entryOf(tx, identity, attempt, sso)).carryOut(tx))
    sessions.changed(entered.id)
    const done = [cookies.expired(attemptName(attempt))]
    if (await lacksFactor(entered, identity)) throw new SsoRefused('sso_second_factor')
    // Another tab of this browser may have signed the person in first.
    if (current === entered.id) return { status: 302, location: attempt.next, cookies: done }
    const answer = asksForCode(entered, identity)
      ? await pending(call, attempt, entered)
      : await signedIn(call, attempt, entered, identity)
    return { ...answer, cookies: [...(answer.cookies ?? []), ...done] }
  }

  async function confirmed(call: Call<null>, attempt: Attempt, { subject, asked_at }: Identity): Promise<Answer> {
    const session = await sessions.authenticate(call.request)
    await bindOnce()
    const owner = await ownerOf(db, subject)
    const begun = attempt.ends_at / 1000 - ATTEMPT_LIFE
    const isNow = asked_at === null || asked_at > begun - CLOCKS_APART
    if (!session || owner?.id !== session.user.id || !isNow) throw new SsoRefused('sso_failed')
    await record(context, call.request_id, 'owner_confirmed', session.user)
    const set = [await confirmation(context, session.id), cookies.expired(attemptName(attempt))]
    return { status: 302, location: attempt.next, cookies: set }
  }

  /** Somebody with a password can set one up in the session they get; anybody else must get it from the provider. */
  async function lacksFactor({ id, role, twoFactorEnabled }: Person, { has_second_factor }: Identity) {
    if (has_second_factor || twoFactorEnabled || !(await needsFactor(options, role))) return false
    return !(await hasPassword(db, id))
  }

  async function signedIn(call: Call<null>, { next }: Attempt, person: Person, identity: Identity): Promise<Answer> {
    const token = await sessions.open(person.id, {
      address: call.address,
      user_agent: call.request.headers.get('user-agent'),
      identity_factor: identity.has_second_factor,
    })
    const cookie = await cookies.issue('session', token, options.session_hours * 3600)
    const handed = await issueSession(context, call, { token, cookies: [cookie] }, person, ['sign_in'])
    return { status: 302, location: next, ...handed }
  }

  /** The rest is as after a right password: the sign-in page asks for the code. */
  async function pending({ request_id }: Call<null>, { next }: Attempt, person: Person): Promise<Answer> {
    const { internalAdapter } = await context.better().$context
    const identifier = `2fa-${newId()}`
    const expiresAt = new Date(Date.now() + CODE_LIFE * 1000)
    await record(context, request_id, 'sign_in_identity_accepted', person)
    await internalAdapter.createVerificationValue({ identifier, value: person.id, expiresAt })
    await internalAdapter.createVerificationValue({ identifier: `2fa-attempts-${identifier}`, value: '0', expiresAt })
    const { pathname, search } = new URL(next)
    const query = new URLSearchParams({ step: 'code', next: `${pathname}${search}` })
    const cookie = await cookies.issue('pending', identifier, CODE_LIFE)
    return { status: 302, location: `${origin()}/sign-in?${query}`, cookies: [cookie] }
  }

  /** Returns a person who is signed in to the page where they began. */
  function backTo({ reason, claim }: SsoRefused, attempt?: Attempt): Answer {
    const url = new URL(attempt?.staff_id ? attempt.next : '/sign-in', origin())
    url.searchParams.set('error', reason)
    if (claim !== null) url.searchParams.set('claim', claim)
    const { pathname, search } = new URL(attempt?.next ?? '/', origin())
    if (!attempt?.staff_id && pathname !== '/') url.searchParams.set('next', `${pathname}${search}`)
    return { status: 302, location: url.href, cookies: attempt ? [cookies.expired(attemptName(attempt))] : [] }
  }

  routes.open(authEndpoints.start_sso, async (call) => {
    await countTry(context, call, 'sso', call.address)
    const { next, token = null } = call.body
    return await begin(call, { next: ownAddress(next, origin()), token, staff_id: null })
  })

  routes.open(authEndpoints.finish_sso, (call) =>
    finish(call).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'too_many_attempts') return backTo(new SsoRefused('sso_too_many'))
      options.onError(error)
      return backTo(new SsoRefused('sso_failed'))
    }),
  )

  routes.own(authEndpoints.confirm_owner_by_sso, async (call) => {
    const { id } = call.session.user
    if (await hasPassword(db, id)) throw new ApiError('conflict', 'You have a password. Enter it instead.')
    if (!(await hasIdentity(db, id))) throw new ApiError('conflict', 'You have no linked identity.')
    await confirmCode(context, call)
    return await begin(call, { next: ownAddress(call.body.next, origin()), token: null, staff_id: id, confirms: true })
  })

  routes.own(authEndpoints.link_own_identity, async (call) => {
    const { id } = call.session.user
    if (await hasIdentity(db, id)) throw new ApiError('conflict', 'You already have a linked identity.')
    await confirmOwner(context, call, 'identity_linked')
    return await begin(call, { next: ownAddress(call.body.next, origin()), token: null, staff_id: id })
  })
}

function asksForCode({ twoFactorEnabled }: Person, { has_second_factor }: Identity): boolean {
  return twoFactorEnabled && !has_second_factor
}

/** Anything that is not an address of the console itself becomes its first page. */
function ownAddress(next: string | undefined, origin: string): string {
  if (next?.startsWith('/') && URL.canParse(next, origin)) {
    const url = new URL(next, origin)
    if (url.origin === origin) return url.href
  }
  return `${origin}/`
}
