/** Shared context of the sign-in routes. */
import { createHmac } from 'node:crypto'
import type { BetterAuth } from '#lib/domains/staff/auth/better-auth.ts'
import type { AuthAction, AuthEvent, AuthOptions } from '#lib/domains/staff/auth/options.ts'
import type { HashQueue } from '#lib/domains/staff/auth/passwords.ts'
import { changePerson, type Person } from '#lib/domains/staff/auth/people.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import { networkOf } from '#lib/platform/http/client-address.ts'
import { SECOND } from '#lib/utils/time/durations.ts'
import type { Cookies } from './cookies.ts'
import type { Answer, Routes } from './http.ts'
import { type LimitKind, type Limits, TooManyTries } from './limits.ts'
import type { Sessions } from './sessions.ts'

export interface Context {
  options: AuthOptions
  routes: Routes
  cookies: Cookies
  sessions: Sessions
  limits: Limits
  /** Does what hashes passwords, few at a time. */
  hashing: HashQueue
  /** Made at the first request: only then the public address is known. */
  better: () => BetterAuth
}

export type Who = (Pick<Person, 'id' | 'email' | 'role'> & { name?: string }) | null

/** `address` becomes a mark, equal for equal networks. @throws ApiError 503: then what was asked must not happen */
export async function record(
  { options }: Pick<Context, 'options'>,
  request_id: string,
  action: AuthAction,
  who: Who,
  outcome: AuthEvent['outcome'] = 'done',
  address?: string,
): Promise<void> {
  const { id = null, email = null, name = null, role = null } = who ?? {}
  const actor = { actor_id: id, actor_email: email, actor_name: name, role }
  const network = address === undefined ? {} : { network: networkMark(options.secret, address) }
  try {
    await options.onEvent({ action, ...actor, ...network, subjects: [], outcome, request_id })
  } catch (error) {
    options.onError(error)
    throw new ApiError(
      'audit_unavailable',
      'The audit log can’t be written, so nothing can be done right now. Tell your administrator.',
      { retry_after_ms: SECOND },
    )
  }
}

/** Returns a pseudonym of a network for the audit log: entries from one network match, but don't show its address. */
function networkMark(secret: string, address: string): string {
  const mac = createHmac('sha256', secret)
    .update(`network ${networkOf(address)}`)
    .digest()
  return mac.subarray(0, 16).toString('base64url')
}

/** Counts before the try; only the first one too many of a window is on record. @throws ApiError 429 */
export async function countTry(
  context: Context,
  { request_id, address }: { request_id: string; address: string },
  kind: LimitKind,
  subject: string,
): Promise<void> {
  try {
    await context.limits.take(kind, subject)
  } catch (error) {
    if (error instanceof TooManyTries && error.is_first) {
      await record(context, request_id, 'sign_in_limited', null, 'refused', address)
    }
    throw error
  }
}

/** Says what to do after wrong digits of the app; from the second on, the phone's clock is the likely reason. */
export async function wrongCodeText({ limits }: Context, staff_id: string): Promise<string> {
  const text = 'This code is wrong, expired or already used. Try the next one.'
  if ((await limits.used('code', staff_id)) < 2) return text
  return `${text} Also check that your phone’s clock is set automatically.`
}

/** A session that was just made, and the cookies that give it to the browser. */
export interface IssuedSession {
  token: string | null
  cookies: readonly string[]
}

/** Ends this browser's earlier session. @throws ApiError 503, without a session, when the log can't be written */
export async function issueSession(
  context: Context,
  { request, request_id }: { request: Request; request_id: string },
  { token, cookies: given }: IssuedSession,
  who: NonNullable<Who>,
  actions: readonly AuthAction[],
): Promise<Pick<Answer, 'cookies'>> {
  const { options, cookies, sessions } = context
  const before = await sessions.authenticate(request)
  try {
    for (const action of actions) await record(context, request_id, action, who)
  } catch (error) {
    if (token) await sessions.endToken(token)
    throw error
  }
  if (before) await sessions.end(before.user.id, before.id)
  await sessions.sweep(who.id)
  await changePerson(options.db, who.id, { lastSeenAt: new Date() })
  return { cookies: [...given, await cookies.known(request, who.email)] }
}
