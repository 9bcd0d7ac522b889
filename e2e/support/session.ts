/** Signs in over HTTP, as the sign-in page does, and keeps the cookies for a browser or a client. */
import type { BrowserContextOptions } from '@playwright/test'
import { noteSecret } from '#e2e/support/traces/secrets-seen.ts'
import { AUTH_PREFIX, authEndpoints } from '#lib/domains/staff/sign-in.ts'

export type SignedIn = Exclude<BrowserContextOptions['storageState'], string | undefined>

export const SIGNED_OUT: SignedIn = { cookies: [], origins: [] }

/** @throws when the answer is anything but a session */
export async function signIn(baseURL: string, credentials: { email: string; password: string }): Promise<SignedIn> {
  const answer = await fetch(`${baseURL}${AUTH_PREFIX}/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  })
  if (!answer.ok) throw new Error(`Signing in was answered with ${answer.status}: ${await answer.text()}`)
  return sessionOf(baseURL, answer)
}

/** The session that an answer of sign-in or set-up hands out. */
export function sessionOf(baseURL: string, answer: Response): SignedIn {
  return sessionFrom(baseURL, answer.headers.getSetCookie())
}

/** The same from whole Set-Cookie lines. */
export function sessionFrom(baseURL: string, lines: readonly string[]): SignedIn {
  const cookies = lines.flatMap((line) => {
    const [, name, value] = /^([^=]+)=([^;]+)/.exec(line) ?? []
    if (!name || !value) return []
    // As it is sent, and the token without its signature.
    for (const secret of [value, decodeURIComponent(value).replace(/\.[^.]*$/, '')]) noteSecret(secret)
    const { hostname: domain } = new URL(baseURL)
    return { name, value, domain, path: '/', expires: -1, httpOnly: true, secure: false, sameSite: 'Lax' as const }
  })
  return { cookies, origins: [] }
}

/** The value of a Cookie header. */
export function cookieHeader({ cookies }: SignedIn): string {
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}

/** Gives the password again, and adds to the session what the answer hands out: for five minutes it may do what needs that. */
export async function confirmOwner(baseURL: string, session: SignedIn, password: string): Promise<SignedIn> {
  const answer = await fetch(`${baseURL}${AUTH_PREFIX}${authEndpoints.confirm_owner.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie: cookieHeader(session) },
    body: JSON.stringify({ password }),
  })
  if (!answer.ok) throw new Error(`Confirming was answered with ${answer.status}: ${await answer.text()}`)
  const [added] = sessionOf(baseURL, answer).cookies
  session.cookies = [...session.cookies.filter(({ name }) => name !== added?.name), ...(added ? [added] : [])]
  return session
}
