/** One single sign-on from the button to the way back: in a signed cookie of the browser that began it, for ten minutes. */
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client'
import { z } from 'zod'
import type { Cookies } from '#lib/domains/staff/auth/session/cookies.ts'

/** Seconds. */
const ATTEMPT_LIFE = 600
/** Characters; browsers drop a cookie of more than 4,096 bytes with its name and signature. */
const MAX_COOKIE_CHARS = 3_600

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

/** Returns a new attempt and the cookie that holds it. @param home where it leads when `next` is too long to be kept */
export async function beginAttempt(
  cookies: Cookies,
  begun: Begun,
  home: string,
): Promise<{ attempt: Attempt; cookie: string }> {
  const attempt: Attempt = {
    ...begun,
    state: randomState(),
    nonce: randomNonce(),
    verifier: randomPKCECodeVerifier(),
    ends_at: Date.now() + ATTEMPT_LIFE * 1000,
  }
  const short = encoded(attempt).length > MAX_COOKIE_CHARS ? { ...attempt, next: home } : attempt
  return { attempt: short, cookie: await cookies.issue('sso', encoded(short), ATTEMPT_LIFE) }
}

/** Returns the attempt that this browser began; null without one, or when it took too long. */
export async function attemptOf(cookies: Cookies, request: Request): Promise<Attempt | null> {
  const value = await cookies.verified(request, 'sso')
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
