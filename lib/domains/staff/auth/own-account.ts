/** Changes to one's own account: password, second factor, sessions. */

import { z } from 'zod'
import { type Context, countTry, record, wrongCodeText } from '#lib/domains/staff/auth/session/context.ts'
import type { OwnCall } from '#lib/domains/staff/auth/session/http.ts'
import { needsFactor } from '#lib/domains/staff/auth/session/sessions.ts'
import { passwordProblem } from '#lib/domains/staff/password-check.ts'
import {
  authEndpoints,
  enrollAnswer,
  ownFactorAnswer,
  ownSessionsAnswer,
  recoveryCodesAnswer,
} from '#lib/domains/staff/sign-in.ts'
import { ApiError, wrongField } from '#lib/kernel/api-error.ts'
import { hostOf } from '#lib/utils/http/own-path.ts'
import type { AuthAction } from './options.ts'
import { hasPassword } from './people.ts'
import { createRecoveryCodes, recoveryCodesLeft } from './recovery-codes.ts'
import { hasIdentity } from './sso/identities.ts'

const NEEDED = 'Your role requires two-factor authentication, so it stays on.'
const CHANGED_MEANWHILE = 'Your two-factor setup has changed. Reload the page.'

/** Someone at an unlocked screen must not find the password out by trying: these count like sign-ins. */
async function counted(
  context: Context,
  call: OwnCall<unknown>,
  action: AuthAction,
  field: string,
  work: () => Promise<Response>,
): Promise<Response> {
  const { options, limits, hashing } = context
  const { id, user } = call.session
  if (!(await hasPassword(options.db, user.id))) {
    throw new ApiError('conflict', 'You sign in through your identity provider, so you have no password here.')
  }
  // By session: strangers who try to sign in as this person take nothing away from them here.
  await countTry(context, call, 'own_account', id)
  const answer = await hashing.add(work)
  if (!answer.ok) {
    await record(context, call.request_id, action, user, 'refused')
    throw wrongField(field, 'The password is wrong.')
  }
  await limits.clear('own_account', id)
  return answer
}

/** @throws ApiError 409 without a password, 422 for a wrong one or a wrong code, 429 */
export async function confirmOwner(
  context: Context,
  call: OwnCall<{ password: string; code: string }>,
  action: AuthAction,
): Promise<void> {
  await counted(context, call, action, 'password', () =>
    context.better().api.verifyPassword(input(context, call, { password: call.body.password })),
  )
  await confirmCode(context, call)
}

/** Makes sure of the second factor alone, where it is on. @throws ApiError 422 for a wrong code, 429 */
export async function confirmCode(context: Context, call: OwnCall<{ code: string }>): Promise<void> {
  const { limits } = context
  const { user } = call.session
  if (!user.second_factor) return
  await countTry(context, call, 'code', user.id)
  if ((await codeAnswer(context, call))?.ok) return limits.clear('code', user.id)
  await record(context, call.request_id, 'second_factor_failed', user, 'refused')
  throw wrongField('code', await wrongCodeText(context, user.id))
}

/** Milliseconds for which a confirmation holds. */
const CONFIRMED_FOR = 5 * 60_000

/** Returns the cookie of a confirmation, which is good for its session alone. */
export function confirmation({ cookies }: Pick<Context, 'cookies'>, session_id: string): Promise<string> {
  return cookies.issue('confirmed', `confirmed.${session_id}.${Date.now() + CONFIRMED_FOR}`, CONFIRMED_FOR / 1000)
}

/** Returns whether whoever has the session proved within the last minutes to be its owner. */
export async function isConfirmed({ cookies }: Pick<Context, 'cookies'>, request: Request, session_id: string) {
  const value = await cookies.verified(request, 'confirmed')
  const start = `confirmed.${session_id}.`
  const left = value?.startsWith(start) ? Number(value.slice(start.length)) - Date.now() : 0
  return left > 0 && left <= CONFIRMED_FOR
}

/** Six digits of the app, or a recovery code; null for digits that were used before. */
async function codeAnswer(context: Context, call: OwnCall<{ code: string }>): Promise<Response | null> {
  const { code } = call.body
  const api = context.better().api
  if (!/^\d{6}$/.test(code)) {
    const hashed = createRecoveryCodes(context.options.secret).hash(code)
    return api.verifyBackupCode(input(context, call, { code: hashed }))
  }
  const isFresh = await context.limits.isFirst('used_code', `${call.session.user.id} ${code}`)
  return isFresh ? api.verifyTOTP(input(context, call, { code })) : null
}

const input = <B>({ cookies }: Context, { request, address }: OwnCall<unknown>, body: B) => ({
  body,
  headers: cookies.forward(request, address, ['session']),
  asResponse: true as const,
})

/** Adds the routes of one's own account: password, two-factor authentication, recovery codes and sessions. */
export function addOwnAccount(context: Context): void {
  const { options, routes, cookies, sessions, limits, hashing } = context
  const api = () => context.better().api

  /** The session was replaced by a new one with a new token. */
  async function renewed(call: OwnCall<unknown>, answer: Response, action: AuthAction) {
    sessions.changed(call.session.user.id)
    await record(context, call.request_id, action, call.session.user)
    return { cookies: cookies.kept(answer) }
  }

  routes.own(authEndpoints.get_own_identity, async ({ session }) => ({
    body: {
      label: options.sso?.label ?? null,
      linked: await hasIdentity(options.db, session.user.id),
      has_password: await hasPassword(options.db, session.user.id),
    },
  }))

  routes.own(authEndpoints.confirm_owner, async (call) => {
    await confirmOwner(context, call, 'owner_confirmed')
    await record(context, call.request_id, 'owner_confirmed', call.session.user)
    return { cookies: [await confirmation(context, call.session.id)] }
  })

  routes.own(authEndpoints.change_password, async (call) => {
    const { current_password: currentPassword, new_password: newPassword } = call.body
    const { email, name } = call.session.user
    const problem = passwordProblem(newPassword, { email, name, host: hostOf(options.publicUrl()) })
    if (problem) throw wrongField('new_password', problem)
    if (newPassword === currentPassword) throw wrongField('new_password', 'This is your current password.')
    const body = { currentPassword, newPassword, revokeOtherSessions: true }
    const answer = await counted(context, call, 'password_changed', 'current_password', () =>
      api().changePassword(input(context, call, body)),
    )
    return await renewed(call, answer, 'password_changed')
  })

  routes.own(authEndpoints.get_own_second_factor, async ({ session: { user } }) => ({
    body: ownFactorAnswer.parse({
      recovery_codes_left: user.second_factor ? await recoveryCodesLeft(options, user.id) : null,
      required: await needsFactor(options, user.role),
    }),
  }))

  routes.own(authEndpoints.enroll_second_factor, async (call) => {
    if (call.session.user.second_factor)
      throw new ApiError('conflict', 'Two-factor authentication is already on. Turn it off first.')
    const answer = await counted(context, call, 'second_factor_enabled', 'password', () =>
      api().enableTwoFactor(input(context, call, { password: call.body.password, method: 'totp' as const })),
    )
    const { totpURI, backupCodes } = enrolled.parse(await answer.json())
    return { body: enrollAnswer.parse({ uri: totpURI, recovery_codes: backupCodes }) }
  })

  routes.own(authEndpoints.confirm_second_factor, async (call) => {
    if (call.session.user.second_factor) throw new ApiError('conflict', 'Two-factor authentication is already on.')
    const { id } = call.session.user
    await countTry(context, call, 'code', id)
    const fresh = await limits.isFirst('used_code', `${id} ${call.body.code}`)
    const answer = fresh ? await api().verifyTOTP(input(context, call, call.body)) : null
    if (!answer?.ok) throw wrongField('code', await wrongCodeText(context, id))
    await limits.clear('code', id)
    // The others were opened with the password alone.
    await sessions.endAllBut(call.session.user.id, cookies.issued(answer) ?? '')
    return await renewed(call, answer, 'second_factor_enabled')
  })

  routes.own(authEndpoints.disable_second_factor, async (call) => {
    if (!call.session.user.second_factor) throw new ApiError('conflict', 'Two-factor authentication is already off.')
    if (await needsFactor(options, call.session.user.role)) throw new ApiError('conflict', NEEDED)
    await confirmOwner(context, call, 'second_factor_disabled')
    const answer = await hashing.add(() =>
      api().disableTwoFactor(input(context, call, { password: call.body.password })),
    )
    if (!answer.ok) throw new ApiError('conflict', CHANGED_MEANWHILE)
    return await renewed(call, answer, 'second_factor_disabled')
  })

  routes.own(authEndpoints.replace_recovery_codes, async (call) => {
    if (!call.session.user.second_factor) throw new ApiError('conflict', 'Two-factor authentication is off.')
    await confirmOwner(context, call, 'recovery_codes_replaced')
    const answer = await hashing.add(() =>
      api().generateBackupCodes(input(context, call, { password: call.body.password })),
    )
    if (!answer.ok) throw new ApiError('conflict', CHANGED_MEANWHILE)
    await record(context, call.request_id, 'recovery_codes_replaced', call.session.user)
    return { body: recoveryCodesAnswer.parse({ recovery_codes: replaced.parse(await answer.json()).backupCodes }) }
  })

  routes.own(authEndpoints.list_own_sessions, async ({ session }) => {
    const rows = await sessions.list(session.user.id)
    const list = rows.map((row) => ({
      id: row.id,
      current: row.id === session.id,
      created_at: row.createdAt.toISOString(),
      last_used_at: row.lastUsedAt.toISOString(),
      ends_at: row.expiresAt.toISOString(),
      user_agent: row.userAgent || null,
      address: row.ipAddress || null,
    }))
    return { body: ownSessionsAnswer.parse({ sessions: list }) }
  })

  routes.own(authEndpoints.end_own_session, async ({ session, params, request_id }) => {
    if (!(await sessions.end(session.user.id, params.id ?? '')))
      throw new ApiError('not_found', 'This session has already ended.')
    await record(context, request_id, 'session_revoked', session.user)
    return params.id === session.id ? { cookies: [cookies.expired('session')] } : {}
  })

  routes.own(authEndpoints.end_other_sessions, async ({ session, request_id }) => {
    const ended = await sessions.endOthers(session.user.id, session.id)
    if (ended > 0) await record(context, request_id, 'session_revoked', session.user)
    return {}
  })
}

const enrolled = z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) })
const replaced = z.object({ backupCodes: z.array(z.string()) })
