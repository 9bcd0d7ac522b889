/** The closed set of ways to say no; the message is what the person reads. */
import type { ValidationIssue } from '#lib/kernel/error-body.ts'

export class Refusal extends Error {
  readonly status: 401 | 403 | 404 | 409 | 410 | 413 | 415 | 422 | 429 | 502 | 503
  readonly detail: string | ValidationIssue[]
  /** Seconds. */
  readonly retry_after: number | null

  constructor(status: Refusal['status'], detail: Refusal['detail'], retry_after: number | null = null) {
    super(typeof detail === 'string' ? detail : 'The input is not valid.')
    this.status = status
    this.detail = detail
    this.retry_after = retry_after
  }
}

/** A field of the body that is well formed, and wrong. */
export function wrongField(field: string, msg: string): Refusal {
  return new Refusal(422, [{ loc: ['body', field], msg, type: 'value_error' }])
}

/** The same words for an unknown e-mail, a wrong password and a disabled person. */
export const wrongCredentials = () => new Refusal(401, 'The e-mail address or the password is wrong.')
export const notSignedIn = () => new Refusal(401, 'You are not signed in, or your session has ended. Sign in again.')
