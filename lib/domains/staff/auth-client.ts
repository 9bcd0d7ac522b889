/** Speaks to `/api/auth/…`: signing in, one-time links, and what people do with their own account. */
import type { z } from 'zod'
import { errorFrom, parseJson, RequestError } from '#lib/kernel/client/errors.ts'
import { announceEnd, backgroundHeaders } from '#lib/kernel/client/session.ts'
import {
  AUTH_PREFIX,
  enrollAnswer,
  linkAnswer,
  methodsAnswer,
  ownSessionsAnswer,
  recoveryCodesAnswer,
  signInAnswer,
  startSsoAnswer,
} from './sign-in.ts'

interface Call {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  body?: object
  origin?: string
}

async function send({ method, path, body, origin = '' }: Call): Promise<{ response: Response; call: string }> {
  const call = `${method} ${AUTH_PREFIX}${path}`
  const response = await fetch(`${origin}${AUTH_PREFIX}${path}`, {
    method,
    headers: {
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json' }),
      ...(method === 'GET' && backgroundHeaders()),
    },
    body: body ? JSON.stringify(body) : null,
    cache: 'no-store',
    credentials: 'same-origin',
  }).catch(() => {
    throw new RequestError({ kind: 'network', call, detail: 'The console could not be reached. Check the connection.' })
  })
  return { response, call }
}

async function ask<S extends z.ZodType>(answer: S, request: Call): Promise<z.output<S>> {
  const { response, call } = await send(request)
  if (!response.ok) throw await errorFrom(response, call)
  const parsed = answer.safeParse(parseJson(await response.text()))
  if (parsed.success) return parsed.data
  throw new RequestError({
    kind: 'shape',
    call,
    status: response.status,
    detail: 'The console gave an unknown answer.',
  })
}

async function tell(request: Call): Promise<void> {
  const { response, call } = await send(request)
  if (!response.ok) throw await errorFrom(response, call)
}

/** Of one's own account: here a 401 can only mean that the session is gone. */
async function own<T>(answer: Promise<T>): Promise<T> {
  return await answer.catch((error: unknown) => {
    if (error instanceof RequestError && error.status === 401) announceEnd('ended')
    throw error
  })
}

const post = (path: string, body: object = {}): Call => ({ method: 'POST', path, body })

/** What the sign-in page offers. `origin` is for the server, which asks over loopback. */
export const signInMethods = (origin?: string) =>
  ask(methodsAnswer, { method: 'GET', path: '/methods', ...(origin && { origin }) })

export const signIn = (body: { email: string; password: string }) => ask(signInAnswer, post('/sign-in', body))
export const signInWithCode = (code: string) => ask(signInAnswer, post('/second-factor/totp', { code }))
export const signInWithRecoveryCode = (code: string) => ask(signInAnswer, post('/second-factor/recovery', { code }))
/** The address of the identity provider, which leads back to `next`. */
export const startSso = (next: string) => ask(startSsoAnswer, post('/sso', { next }))

export const checkLink = (token: string) => ask(linkAnswer, post('/setup/check', { token }))
/** Uses the link up and signs in. */
export const setUp = (body: { token: string; password: string; email?: string; name?: string }) =>
  ask(signInAnswer, post('/setup', body))

export const changePassword = (body: { current_password: string; new_password: string }) =>
  own(tell(post('/password', body)))
export const enrollSecondFactor = (password: string) =>
  own(ask(enrollAnswer, post('/second-factor/enroll', { password })))
export const confirmSecondFactor = (code: string) => own(tell(post('/second-factor/confirm', { code })))
export const disableSecondFactor = (password: string) => own(tell(post('/second-factor/disable', { password })))
export const replaceRecoveryCodes = (password: string) =>
  own(ask(recoveryCodesAnswer, post('/second-factor/recovery-codes', { password })))

export const ownSessions = () => own(ask(ownSessionsAnswer, { method: 'GET', path: '/sessions' }))
export const endSession = (id: string) => own(tell({ method: 'DELETE', path: `/sessions/${encodeURIComponent(id)}` }))
export const endOtherSessions = () => own(tell(post('/sessions/end-others')))
