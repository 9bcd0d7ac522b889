/** What the routes of sign-in share. */

import type { BetterAuth } from '#lib/domains/staff/auth/better-auth.ts'
import type { AuthAction, AuthEvent, AuthOptions } from '#lib/domains/staff/auth/options.ts'
import type { HashQueue } from '#lib/domains/staff/auth/passwords.ts'
import { changePerson, type Person } from '#lib/domains/staff/auth/people.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import type { Cookies } from './cookies.ts'
import type { Answer, Routes } from './http.ts'
import type { Limits } from './limits.ts'
import type { Sessions } from './sessions.ts'

export interface Context {
  options: AuthOptions
  routes: Routes
  cookies: Cookies
  sessions: Sessions
  limits: Limits
  /** Does what hashes a password. @throws ApiError 503 when too many wait */
  hashing: HashQueue
  /** Made at the first request: only then the public address is known. */
  better: () => BetterAuth
}

export type Who = Pick<Person, 'id' | 'email' | 'role'> | null

/** Writes to the audit log. @throws ApiError 503 when it cannot be written: then what was asked must not happen. */
export async function record(
  { options }: Pick<Context, 'options'>,
  request_id: string,
  action: AuthAction,
  who: Who,
  outcome: AuthEvent['outcome'] = 'done',
): Promise<void> {
  const actor = { actor_id: who?.id ?? null, actor_email: who?.email ?? null, role: who?.role ?? null }
  try {
    await options.onEvent({ action, ...actor, subjects: [], outcome, request_id })
  } catch (error) {
    options.onFault(error)
    throw new ApiError(
      'audit_unavailable',
      'The audit log cannot be written, so nothing can be done at the moment. Tell whoever runs this console.',
    )
  }
}

/** A session that was just made, and the cookies that give it to the browser. */
export interface Handed {
  token: string | null
  cookies: readonly string[]
}

/**
 * Hands out a session, once the audit log has it; a session of before on this browser ends.
 * @throws ApiError 503, and the new session is gone, when the log cannot be written.
 */
export async function handOut(
  context: Context,
  { request, request_id }: { request: Request; request_id: string },
  { token, cookies: given }: Handed,
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
