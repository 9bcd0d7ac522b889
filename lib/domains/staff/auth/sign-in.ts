/** Sign-in by password and second factor, sign-out, and the one-time links. */

import { type Context, countTry, issueSession, record, wrongCodeText } from '#lib/domains/staff/auth/session/context.ts'
import type { Counter } from '#lib/domains/staff/auth/session/cookies.ts'
import { type Answer, type Call, wrongCredentials } from '#lib/domains/staff/auth/session/http.ts'
import { authEndpoints, methodsAnswer, type SignInAnswer } from '#lib/domains/staff/sign-in.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import type { AuthAction } from './options.ts'
import { findByEmail, findPerson, type Person, passwordHash, replaceHash } from './people.ts'
import { createRecoveryCodes } from './recovery-codes.ts'
import type { Setup } from './setup.ts'

const SIGNED_IN: SignInAnswer = { status: 'signed_in' }
const WRONG_RECOVERY = 'This code is wrong or already used. Try another one.'
const NEEDS_CODE: SignInAnswer = { status: 'second_factor' }

/** Each attempt by password, code or link counts against the limits. */
export function addSignIn(context: Context, setup: Setup): void {
  const { options, routes, cookies, sessions, limits, hashing } = context
  const recoveryCodes = createRecoveryCodes(options.secret)

  async function withPassword(call: Call<unknown>, email: string, password: string, counter: Counter): Promise<Answer> {
    const headers = cookies.forward(call.request, call.address, [])
    const answer = await context.better().api.signInEmail({ body: { email, password }, headers, asResponse: true })
    const person = await findByEmail(options.db, email)
    if (!answer.ok || !person) {
      await record(context, call.request_id, 'sign_in_failed', person, 'refused', call.address)
      throw wrongCredentials()
    }
    await limits.clear(counter.kind, counter.subject)
    await refundAddress(call, counter)
    await rehash(options, person.id, password)
    const handed = { token: cookies.issued(answer), cookies: cookies.kept(answer) }
    if (handed.token) return { body: SIGNED_IN, ...(await issueSession(context, call, handed, person, ['sign_in'])) }
    await record(context, call.request_id, 'sign_in_password_accepted', person)
    return { body: NEEDS_CODE, cookies: handed.cookies }
  }

  /** A browser that has signed the person in before counts by itself alone: its network can't lock it out. */
  const countsByAddress = ({ kind }: Counter) => kind === 'account'
  async function refundAddress(call: Call<unknown>, counter: Counter): Promise<void> {
    if (countsByAddress(counter)) await limits.refund('address', call.address)
  }

  /** Returns the person whose sign-in waits for a code; null after the time limit or without one. */
  async function pendingPerson(request: Request): Promise<Person | null> {
    const pending = await cookies.verified(request, 'pending')
    if (!pending) return null
    const { internalAdapter } = await context.better().$context
    const found = await internalAdapter.findVerificationValue(pending)
    if (!found || found.expiresAt <= new Date()) return null
    const person = await findPerson(options.db, found.value)
    return person?.disabledAt ? null : person
  }

  async function withCode(
    call: Call<{ code: string }>,
    verify: VerifyCode,
    actions: readonly AuthAction[],
  ): Promise<Answer> {
    await countTry(context, call, 'address', call.address)
    const person = await pendingPerson(call.request)
    if (!person && (await sessions.authenticate(call.request))) {
      // Another tab of this browser has entered the code.
      await limits.refund('address', call.address)
      return { body: SIGNED_IN }
    }
    if (!person) throw new ApiError('sign_in_expired', 'This took too long. Sign in again.')
    await countTry(context, call, 'code', person.id)
    const fresh = await limits.isFirst('used_code', `${person.id} ${call.body.code}`)
    const headers = cookies.forward(call.request, call.address, ['pending'])
    const answer = fresh ? await verify({ body: call.body, headers, asResponse: true }) : null
    if (!answer?.ok || !cookies.issued(answer)) {
      await record(context, call.request_id, 'second_factor_failed', person, 'refused', call.address)
      const isRecovery = actions.includes('recovery_code_used')
      throw new ApiError('wrong_code', isRecovery ? WRONG_RECOVERY : await wrongCodeText(context, person.id))
    }
    await limits.clear('code', person.id)
    await limits.refund('address', call.address)
    const handed = { token: cookies.issued(answer), cookies: cookies.kept(answer) }
    return { body: SIGNED_IN, ...(await issueSession(context, call, handed, person, actions)) }
  }

  routes.open(authEndpoints.list_sign_in_methods, async () => ({
    body: methodsAnswer.parse({
      sso: options.sso && { label: options.sso.label },
      idle_minutes: options.session_idle_minutes,
      needs_setup: await setup.isNeeded(),
    }),
  }))

  routes.open(authEndpoints.sign_in, async (call) => {
    const { email, password } = call.body
    await hashing.expectRoom()
    const counter = await cookies.counterOf(call.request, email)
    if (countsByAddress(counter)) await countTry(context, call, 'address', call.address)
    await countTry(context, call, counter.kind, counter.subject)
    // A refused attempt doesn't count.
    const untried = async () => {
      await refundAddress(call, counter)
      await limits.refund(counter.kind, counter.subject)
    }
    return await hashing.add(() => withPassword(call, email, password, counter), untried)
  })

  routes.open(authEndpoints.sign_in_with_code, (call) =>
    withCode(call, (input) => context.better().api.verifyTOTP(input), ['sign_in']),
  )

  routes.open(authEndpoints.sign_in_with_recovery_code, (call) =>
    withCode(
      { ...call, body: { code: recoveryCodes.hash(call.body.code) } },
      (input) => context.better().api.verifyBackupCode(input),
      ['recovery_code_used', 'sign_in'],
    ),
  )

  routes.open(authEndpoints.sign_out, async ({ request, request_id }) => {
    const session = await sessions.authenticate(request)
    if (session) {
      await sessions.end(session.user.id, session.id)
      await record(context, request_id, 'sign_out', session.user)
    }
    return { cookies: [cookies.expired('session'), cookies.expired('pending')], clears: true }
  })

  routes.open(authEndpoints.check_link, async (call) => {
    await countTry(context, call, 'link', call.address)
    const found = await setup.check(call.body.token)
    await limits.refund('link', call.address)
    return { body: found }
  })

  routes.open(authEndpoints.use_link, async (call) => {
    await hashing.expectRoom()
    await countTry(context, call, 'link', call.address)
    return await hashing.add(
      async () => {
        const { person, first } = await setup.accept(call.body)
        await limits.refund('link', call.address)
        await record(context, call.request_id, first ? 'administrator_set_up' : 'invitation_accepted', person)
        return await withPassword(call, person.email, call.body.password, { kind: 'account', subject: person.email })
      },
      () => limits.refund('link', call.address),
    )
  })
}

/** Rehashes a password with the current parameters after it was entered correctly. */
async function rehash({ db, passwords }: Context['options'], staff_id: string, password: string): Promise<void> {
  const kept = await passwordHash(db, staff_id)
  if (kept !== null && !passwords.isCurrent(kept)) await replaceHash(db, staff_id, kept, await passwords.hash(password))
}

type VerifyCode = (input: { body: { code: string }; headers: Headers; asResponse: true }) => Promise<Response>
