/** One single sign-on from the button to the way back: a signed cookie for each, so that several tabs can sign in at once. */
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client'
import { z } from 'zod'
import type { Cookies } from '#lib/domains/staff/auth/session/cookies.ts'

/** Seconds. */
const ATTEMPT_LIFE = 600
/** Characters of a cookie, and attempts of one browser: servers refuse more than 16 kB of headers. */
const MAX_COOKIE_CHARS = 1_200
const MAX_ATTEMPTS = 8

const attemptSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** An address of the console itself, to go to afterwards. */
  next: z.string(),
  token: z.string().nullable(),
  staff_id: z.string().nullable(),
  /** Milliseconds since 1970. */
  ends_at: z.number(),
})
export type Attempt = z.infer<typeof attemptSchema>
export type Begun = Pick<Attempt, 'next' | 'token' | 'staff_id'>

const nameOf = (state: string) => `sso.${state.slice(0, 16)}` as const
export const attemptName = ({ state }: Attempt) => nameOf(state)

/** Returns a new attempt and the cookies that hold it. @param home where it leads when `next` is too long to be kept */
export async function beginAttempt(
  cookies: Cookies,
  request: Request,
  begun: Begun,
  home: string,
): Promise<{ attempt: Attempt; cookies: string[] }> {
  const attempt: Attempt = {
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
  const oldest = held.toSorted((a, b) => b.ends - a.ends).slice(MAX_ATTEMPTS - 1)
  return {
    attempt: short,
    cookies: [
      ...oldest.map(({ name }) => cookies.expired(name)),
      await cookies.issue(attemptName(short), encoded(short), ATTEMPT_LIFE),
    ],
  }
}

/** Returns the attempt of a state that this browser began; null without one, or when it took too long. */
export async function attemptOf(cookies: Cookies, request: Request, state: string | null): Promise<Attempt | null> {
  if (state === null || !/^[\w-]{16,100}$/.test(state)) return null
  const attempt = await read(cookies, request, nameOf(state))
  return attempt?.state === state ? attempt : null
}

async function read(cookies: Cookies, request: Request, name: `sso.${string}`): Promise<Attempt | null> {
  const value = await cookies.verified(request, name)
  if (value === null) return null
  const attempt = attemptSchema.safeParse(jsonOf(Buffer.from(value, 'base64url').toString('utf8')))
  return attempt.success && attempt.data.ends_at > Date.now() ? attempt.data : null
}

/** Undefined for what another of our signed cookies holds. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function encoded(attempt: Attempt): string {
  return Buffer.from(JSON.stringify(attempt)).toString('base64url')
}
