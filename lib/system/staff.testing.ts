/** Somebody signed in to a process of a test, who asks its console. */
import type { Reply, TestProcess } from './spawn.testing.ts'

export const ADMINISTRATOR = { email: 'ada@clinic.test', password: 'a quiet river bends' }

/** Settings that make the administrator. */
export const STAFFED = {
  CONSOLE_ADMIN_EMAIL: ADMINISTRATOR.email,
  CONSOLE_ADMIN_PASSWORD: ADMINISTRATOR.password,
  SESSION_REQUESTS_PER_MINUTE: '100000',
}

export type Ask = (method: string, path: string, body?: unknown) => Promise<Reply>

/** Asks below `/api/console`. @throws when the answer is anything but a session */
export async function signedIn({ origin }: TestProcess, credentials = ADMINISTRATOR): Promise<Ask> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${origin}/api/auth/sign-in`, {
    method: 'POST',
    headers,
    body: JSON.stringify(credentials),
  })
  if (!answer.ok) throw new Error(`Signing in was answered with ${answer.status}.`)
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return async (method, path, body) => {
    const response = await fetch(`${origin}/api/console${path}`, {
      method,
      headers: { ...headers, cookie, 'sec-fetch-site': 'same-origin' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, text, json: () => JSON.parse(text) }
  }
}
