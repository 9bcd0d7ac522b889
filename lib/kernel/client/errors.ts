/** One error for everything that can go wrong between a page and the service. */

import type { ErrorCode } from '#lib/kernel/api-error.ts'
import { errorBody, readDetail, type ValidationIssue } from '#lib/kernel/error-body.ts'
import { parseJson } from '#lib/utils/text/bytes.ts'
import { clockNow } from '#lib/utils/time/clock.ts'

/** `input`: refused before it left. `network`: no answer. `http`: an error answer. `shape`: an answer of another form. */
export type RequestErrorKind = 'input' | 'network' | 'http' | 'shape'

interface RequestErrorFacts {
  kind: RequestErrorKind
  /** Call that failed, such as `GET /v3/orders`; never with values in it. */
  call: string
  detail: string
  status?: number | undefined
  /** One of `ERRORS` (api-error.ts); undefined where a service or a gateway answered without one. */
  code?: string | undefined
  issues?: ValidationIssue[] | undefined
  body?: unknown
  request_id?: string | undefined
  /** From the body, or from `Retry-After`. */
  retry_after_ms?: number | undefined
}

export class RequestError extends Error {
  readonly kind: RequestErrorKind
  readonly call: string
  readonly status: number | undefined
  readonly code: string | undefined
  readonly issues: ValidationIssue[]
  /** The answer as it was sent; it may be about a person, so it is never logged. */
  readonly body: unknown
  readonly request_id: string | undefined
  readonly retry_after_ms: number | undefined
  readonly at = new Date()

  constructor(facts: RequestErrorFacts) {
    super(facts.detail)
    this.name = 'RequestError'
    this.kind = facts.kind
    this.call = facts.call
    this.status = facts.status
    this.code = facts.code
    this.issues = facts.issues ?? []
    this.body = facts.body
    this.request_id = facts.request_id
    this.retry_after_ms = facts.retry_after_ms
  }
}

const IF_IT_LASTS = 'If this continues, ask your administrator to check the service.'

/** For answers without words of their own. */
const SENTENCES: Readonly<Record<number, string>> = {
  401: 'You’re signed out. Sign in again.',
  403: 'This isn’t enabled for your team or role. Ask your administrator if you need it.',
  404: 'The service has nothing at this address. Check the address, or go back to the list.',
  429: 'The service asked us to wait before the next call.',
  502: `The service can’t be reached. Try again. ${IF_IT_LASTS}`,
  503: `The service isn’t available right now. Try again in a moment. ${IF_IT_LASTS}`,
  504: `The service took too long to respond. Try again. ${IF_IT_LASTS}`,
}

/** Adds when to come back. What has a code is ours, and says so itself. */
function withWait(detail: string, waitMs: number | undefined, code: string | undefined): string {
  if (waitMs === undefined || code !== undefined) return detail
  const seconds = Math.ceil(waitMs / 1000)
  return `${detail} Try again in ${seconds > 1 ? `${seconds} seconds` : 'a second'}.`
}

/** Reads any error answer: the documented body, another body, or none. */
export async function errorFrom(response: Response, call: string): Promise<RequestError> {
  const text = await response.text().catch(() => '')
  const body = parseJson(text)
  const sent = errorBody.safeParse(body).data
  const { status } = response
  const otherwise = `The service answered with status ${status}. Try again. ${IF_IT_LASTS}`
  const retry_after_ms = sent?.retry_after_ms ?? secondsIn(response.headers.get('retry-after'))
  return new RequestError({
    kind: 'http',
    call,
    status,
    code: sent?.code,
    detail: withWait(readDetail(body, SENTENCES[status] ?? otherwise), retry_after_ms, sent?.code),
    issues: sent?.issues ?? (Array.isArray(sent?.detail) ? sent.detail : undefined),
    body,
    request_id: response.headers.get('x-request-id') ?? sent?.request_id,
    retry_after_ms,
  })
}

/** Returns milliseconds; undefined where the header is missing or a date. */
function secondsIn(header: string | null): number | undefined {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) * 1000 : undefined
}

/** Failure of a call in plain data, so that it survives the way to the browser. */
export interface RequestFailure {
  call: string
  detail: string
  status: number | null
  /** This console itself refused it: the detail says why, and whom to ask. */
  denied?: boolean
  request_id: string | null
  /** Milliseconds since 1970. */
  at: number
}

/** Refusals of this console by role or environment; any other is the service's. */
const DENIALS: readonly (string | undefined)[] = ['role_denied', 'unknown_environment'] satisfies ErrorCode[]

/** Serializable; `at` in milliseconds since 1970, `denied` where this console refused it, not the service. */
export function failureOf(error: Error): RequestFailure {
  if (!(error instanceof RequestError))
    return { call: '', detail: error.message, status: null, request_id: null, at: clockNow() }
  const { call, message, status = null, code, request_id = null, at } = error
  return { call, detail: message, status, denied: DENIALS.includes(code), request_id, at: at.getTime() }
}
