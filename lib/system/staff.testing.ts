/** Somebody signed in to a process of a test, who asks its console. */
import { AUTH_PREFIX, authEndpoints } from '#lib/domains/staff/sign-in.ts'
import { callOf } from '#lib/kernel/endpoint.testing.ts'
import { CONSOLE_PREFIX } from '#lib/kernel/wire.ts'
import { replyTo, type Send, type TestProcess } from './processes/spawn.testing.ts'

export const ADMINISTRATOR = { email: 'ada@clinic.test', password: 'a quiet river bends' }

/** Settings that make the administrator. */
export const STAFFED = {
  CONSOLE_ADMIN_EMAIL: ADMINISTRATOR.email,
  CONSOLE_ADMIN_PASSWORD: ADMINISTRATOR.password,
  SESSION_REQUESTS_PER_MINUTE: '100000',
}

/** Returns what calls the console, of another instance where one is named. @throws when the answer is anything but a session */
export async function signedIn(
  { origin }: Pick<TestProcess, 'origin'>,
  credentials = ADMINISTRATOR,
  at = origin,
): Promise<Send> {
  const [path, init] = callOf(authEndpoints.sign_in, { json: credentials })
  const answer = await fetch(`${origin}${AUTH_PREFIX}${path}`, init)
  if (!answer.ok) throw new Error(`Signing in was answered with ${answer.status}.`)
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const headers = { cookie, 'sec-fetch-site': 'same-origin' }
  return (endpoint, values) => replyTo(`${at}${CONSOLE_PREFIX}`, callOf(endpoint, { ...values, headers }))
}
