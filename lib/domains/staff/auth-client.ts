/** Speaks to `/api/auth/…`: signing in, one-time links, and what people do with their own account. */

import { errorFrom, RequestError } from '#lib/kernel/client/errors.ts'
import { asOutput } from '#lib/kernel/client/request.ts'
import { announceEnd, backgroundHeaders } from '#lib/kernel/client/session.ts'
import type { EndpointOutput } from '#lib/kernel/endpoint.ts'
import { buildPath } from '#lib/kernel/wire.ts'
import { parseJson } from '#lib/utils/text/bytes.ts'
import { AUTH_PREFIX, type AuthEndpoint, authEndpoints } from './sign-in.ts'

interface Sent {
  params?: Readonly<Record<string, string>>
  body?: object
  /** For the server, which asks over loopback. */
  origin?: string
}

/** Calls an endpoint of sign-in. @throws RequestError of every kind but `input` */
async function ask<E extends AuthEndpoint>(
  { method, path, body: takes, response: answer }: E,
  { params = {}, body = {}, origin = '' }: Sent = {},
): Promise<EndpointOutput<E>> {
  const call = `${method} ${AUTH_PREFIX}${path}`
  const response = await fetch(`${origin}${AUTH_PREFIX}${buildPath(path, params)}`, {
    method,
    headers: {
      accept: 'application/json',
      ...(takes && { 'content-type': 'application/json' }),
      ...(method === 'GET' && backgroundHeaders()),
    },
    body: takes ? JSON.stringify(body) : null,
    cache: 'no-store',
    credentials: 'same-origin',
  }).catch(() => {
    throw new RequestError({ kind: 'network', call, detail: 'We couldn’t reach the console. Check your connection.' })
  })
  if (!response.ok) throw await errorFrom(response, call)
  const text = await response.text()
  const parsed = answer.safeParse(text === '' ? null : parseJson(text))
  if (parsed.success) return asOutput<E>(parsed.data)
  throw new RequestError({
    kind: 'shape',
    call,
    status: response.status,
    detail: 'Unexpected response from the console. Reload the page and try again.',
  })
}

/** Calls an endpoint of one's own account, where a 401 can only mean that the session is gone. */
async function own<T>(answer: Promise<T>): Promise<T> {
  return await answer.catch((error: unknown) => {
    if (error instanceof RequestError && error.status === 401) announceEnd('ended')
    throw error
  })
}

/** Lists sign-in methods. `origin` is for the server, which calls over loopback. */
export const signInMethods = (origin?: string) => ask(authEndpoints.list_sign_in_methods, { ...(origin && { origin }) })

export const signIn = (body: { email: string; password: string }) => ask(authEndpoints.sign_in, { body })
export const signInWithCode = (code: string) => ask(authEndpoints.sign_in_with_code, { body: { code } })
export const signInWithRecoveryCode = (code: string) =>
  ask(authEndpoints.sign_in_with_recovery_code, { body: { code } })
/** The address of the identity provider, which leads back to `next`; with the token of a one-time link, its person gets the identity. */
export const startSso = (body: { next: string; token?: string }) => ask(authEndpoints.start_sso, { body })

export const checkLink = (token: string) => ask(authEndpoints.check_link, { body: { token } })
export const setUp = (body: { token: string; password: string; email?: string; name?: string }) =>
  ask(authEndpoints.use_link, { body })

export const changePassword = async (body: { current_password: string; new_password: string }): Promise<void> => {
  await own(ask(authEndpoints.change_password, { body }))
}
export const ownSecondFactor = () => own(ask(authEndpoints.get_own_second_factor))
export const enrollSecondFactor = (password: string) =>
  own(ask(authEndpoints.enroll_second_factor, { body: { password } }))
export const confirmSecondFactor = async (code: string): Promise<void> => {
  await own(ask(authEndpoints.confirm_second_factor, { body: { code } }))
}
export const disableSecondFactor = async (proof: { password: string; code: string }): Promise<void> => {
  await own(ask(authEndpoints.disable_second_factor, { body: proof }))
}
export const replaceRecoveryCodes = (proof: { password: string; code: string }) =>
  own(ask(authEndpoints.replace_recovery_codes, { body: proof }))

/** Confirms for five minutes that it's the owner of the session who asks. */
export const confirmOwner = async (body: { password: string; code: string }): Promise<void> => {
  await own(ask(authEndpoints.confirm_owner, { body }))
}
/** The address of the identity provider for people without a password, which leads back to `next`. */
export const confirmOwnerBySso = (body: { code: string; next: string }) =>
  own(ask(authEndpoints.confirm_owner_by_sso, { body }))

export const ownIdentity = () => own(ask(authEndpoints.get_own_identity))
/** The address of the identity provider, which leads back to `next` with the identity linked. */
export const linkIdentity = (body: { password: string; code: string; next: string }) =>
  own(ask(authEndpoints.link_own_identity, { body }))

export const ownSessions = () => own(ask(authEndpoints.list_own_sessions))
export const endSession = async (id: string): Promise<void> => {
  await own(ask(authEndpoints.end_own_session, { params: { id } }))
}
export const endOtherSessions = async (): Promise<void> => {
  await own(ask(authEndpoints.end_other_sessions))
}
