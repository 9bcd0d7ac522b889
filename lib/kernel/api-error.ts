/** The one error that reaches HTTP: a code from one closed list, words for a person, and the answer made of both. */

import { SECOND } from '#lib/utils/time/durations.ts'
import type { ValidationIssue } from './error-body.ts'

/** Every code that this project answers with: its status, and what it means. Clients read the code, never the words. */
export const ERRORS = {
  client_user_id_taken: { status: 400, means: 'Another user has this client_user_id.' },
  unknown_booking_key: { status: 400, means: 'The booking key is unknown or has expired.' },
  invalid_signature: {
    status: 401,
    means: 'A webhook message isn’t signed with the secret of its environment, or is too old.',
  },
  invalid_api_key: { status: 401, means: 'The API key is missing or wrong.' },
  not_signed_in: { status: 401, means: 'No session, or the session has ended.' },
  sign_in_expired: { status: 401, means: 'The code came too long after the password.' },
  wrong_code: { status: 401, means: 'The two-factor code is wrong, expired or already used.' },
  wrong_credentials: { status: 401, means: 'The email address or the password is wrong.' },
  confirmation_required: {
    status: 403,
    means: 'The person must confirm with their password and code that it is them.',
  },
  cross_site: { status: 403, means: 'A page of another site asked for the change.' },
  key_denied: { status: 403, means: 'The management key doesn’t include this.' },
  not_enabled: { status: 403, means: 'The service has not enabled this feature for the team.' },
  not_owner: { status: 403, means: 'Only the owner may change this.' },
  role_denied: { status: 403, means: 'The person’s role doesn’t include this.' },
  second_factor_required: {
    status: 403,
    means: 'The person’s role requires two-factor authentication, and they haven’t set it up.',
  },
  not_found: { status: 404, means: 'The record doesn’t exist, or the caller can’t see it.' },
  unknown_address: { status: 404, means: 'No endpoint has this path.' },
  unknown_environment: { status: 404, means: 'No environment has this id, or the person may not enter it.' },
  method_not_allowed: { status: 405, means: 'The path exists, but not with this method (see Allow).' },
  appointment_open: { status: 409, means: 'The order already has an open appointment or booking.' },
  attempt_reused: { status: 409, means: 'The attempt id was used for another booking.' },
  booking_in_progress: { status: 409, means: 'This booking has no answer yet.' },
  booking_settled: { status: 409, means: 'This booking already has an outcome and isn’t sent again.' },
  conflict: { status: 409, means: 'The current state doesn’t allow this.' },
  limit_reached: { status: 409, means: 'No more of these can be saved.' },
  stale: { status: 409, means: 'Someone else changed this since it was read.' },
  taken: { status: 409, means: 'The name or address is in use.' },
  link_expired: { status: 410, means: 'The link was used or has expired.' },
  body_too_large: { status: 413, means: 'The body has more bytes than this endpoint accepts.' },
  unsupported_media_type: { status: 415, means: 'The body’s content type isn’t accepted.' },
  unknown_host: { status: 421, means: 'The server doesn’t serve this host name.' },
  invalid_input: { status: 422, means: 'The path, query or body is not valid; issues say where.' },
  too_many_attempts: { status: 429, means: 'Too many failed attempts to sign in.' },
  too_many_requests: { status: 429, means: 'Too many requests in a short time.' },
  canceled: { status: 499, means: 'The client closed the connection.' },
  booking_not_confirmed: { status: 500, means: 'The provider did not confirm the appointment.' },
  internal_error: { status: 500, means: 'An unexpected failure.' },
  not_supported: { status: 501, means: 'The demo doesn’t support this request.' },
  identity_provider_mismatch: { status: 502, means: 'The identity provider isn’t the configured one.' },
  identity_provider_unreachable: { status: 502, means: 'The identity provider isn’t responding.' },
  service_key_refused: { status: 502, means: 'The service refused the API key of this console.' },
  service_unreachable: { status: 502, means: 'The service can’t be reached.' },
  service_answer_unusable: { status: 502, means: 'The service’s response is truncated, too large or malformed.' },
  audit_unavailable: { status: 503, means: 'The audit log can’t be written, so nothing is shown.' },
  booking_not_recorded: { status: 503, means: 'The booking or its outcome can’t be saved.' },
  unavailable: { status: 503, means: 'Temporarily unavailable.' },
  service_timeout: { status: 504, means: 'The service took too long to respond.' },
} as const satisfies Record<string, { status: number; means: string }>

export type ErrorCode = keyof typeof ERRORS

export type ErrorDetail = string | ValidationIssue[] | Readonly<Record<string, unknown>>

interface ErrorOptions {
  retry_after_ms?: number
  headers?: Readonly<Record<string, string>>
}

export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  /** A sentence for a person, what is wrong where, or (spec, "Update user") an object. */
  readonly detail: ErrorDetail
  readonly retry_after_ms: number | null
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ErrorCode, detail: ErrorDetail, { retry_after_ms, headers = {} }: ErrorOptions = {}) {
    super(typeof detail === 'string' ? detail : ERRORS[code].means)
    this.name = 'ApiError'
    this.code = code
    this.status = ERRORS[code].status
    this.detail = detail
    this.retry_after_ms = retry_after_ms ?? null
    this.headers = headers
  }
}

/** Returns the body of an error: `{detail, code, issues?, retry_after_ms?, request_id}`. */
function errorBodyOf({ code, detail, retry_after_ms }: ApiError, request_id: string) {
  return {
    detail,
    code,
    ...(Array.isArray(detail) && { issues: detail }),
    ...(retry_after_ms !== null && { retry_after_ms }),
    request_id,
  }
}

const own = new WeakSet<Response>()

/** Returns whether an error was made by this program, which repeats nothing of anybody: its form alone anyone can send. */
export const isOwnError = (response: Response) => own.has(response)

export function asOwnError(response: Response): Response {
  own.add(response)
  return response
}

/** Returns the answer of an error, which nobody caches; `Retry-After` is the wait in whole seconds, rounded up. */
export function errorResponse(error: ApiError, request_id: string): Response {
  const { status, retry_after_ms, headers } = error
  const response = Response.json(errorBodyOf(error, request_id), {
    status,
    headers: {
      'cache-control': 'no-store',
      'x-request-id': request_id,
      ...(retry_after_ms !== null && { 'retry-after': String(Math.ceil(retry_after_ms / 1000)) }),
      ...headers,
    },
  })
  return asOwnError(response)
}

/** Returns 422 for one field of the body that is well formed, and wrong. */
export function wrongField(field: string, msg: string, type = 'value_error'): ApiError {
  return new ApiError('invalid_input', [{ loc: ['body', field], msg, type }])
}

/** Returns 404 for a record, named by a word such as "Order". */
export function notFound(what: string): ApiError {
  return new ApiError('not_found', `${what} not found.`)
}

/** States of PostgreSQL and sockets that pass: connection lost, out of room, stopping, too slow, read-only. */
const STATES =
  /^(?:08|53|57P)...?$|^(?:57014|55P03|25P03|25P04|25006)$|^(?:ECONN(?:REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/
/** The driver’s own words, which have no state. */
const CUT =
  /^(?:Connection terminated|timeout e(?:xceeded|xpired)|Client (?:was closed|has encountered)|Cannot use a pool)/

/** Whether something failed because the database was away or had no time, and may succeed later. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isState = 'code' in error && typeof error.code === 'string' && STATES.test(error.code)
  return isState || CUT.test(error.message) || isUnavailable(error.cause)
}

const LATER = new ApiError('unavailable', 'The database isn’t responding. Try again in a moment.', {
  retry_after_ms: SECOND,
})

/** Returns the 503 for a failure that passes by itself, and `otherwise` for any other. */
export function passing(error: unknown, otherwise: ApiError): ApiError {
  return isUnavailable(error) ? LATER : otherwise
}
