/** One error for everything that can go wrong between a page and the service. */
import { errorBody, readDetail, type ValidationIssue } from '#lib/contract/errors.ts'

/** `input`: refused before it left. `network`: no answer. `http`: an error answer. `shape`: an answer of another form. */
export type RequestErrorKind = 'input' | 'network' | 'http' | 'shape'

interface RequestErrorFacts {
  kind: RequestErrorKind
  /** What was called, such as `GET /v3/orders`; never with values in it. */
  call: string
  detail: string
  status?: number | undefined
  issues?: ValidationIssue[] | undefined
  body?: unknown
  request_id?: string | undefined
  /** Seconds, from `Retry-After`. */
  retry_after?: number | undefined
}

export class RequestError extends Error {
  readonly kind: RequestErrorKind
  readonly call: string
  readonly status: number | undefined
  readonly issues: ValidationIssue[]
  /** The answer as it was sent; it may be about a person, so it is never logged. */
  readonly body: unknown
  readonly request_id: string | undefined
  readonly retry_after: number | undefined
  readonly at = new Date()

  constructor(facts: RequestErrorFacts) {
    super(facts.detail)
    this.name = 'RequestError'
    this.kind = facts.kind
    this.call = facts.call
    this.status = facts.status
    this.issues = facts.issues ?? []
    this.body = facts.body
    this.request_id = facts.request_id
    this.retry_after = facts.retry_after
  }
}

const SENTENCES: Readonly<Record<number, string>> = {
  401: 'You are signed out, or the service refused its key.',
  403: 'This is not enabled for your team or your role.',
  404: 'The service has nothing under this address.',
  429: 'The service asks to wait before the next call.',
  502: 'The service cannot be reached.',
  503: 'The service is not available right now.',
  504: 'The service took too long to answer.',
}

/** Reads any error answer: the documented body, another body, or none. */
export async function errorFrom(response: Response, call: string): Promise<RequestError> {
  const text = await response.text().catch(() => '')
  const body = parseJson(text)
  const parsed = errorBody.safeParse(body)
  const detail = parsed.success ? parsed.data.detail : undefined
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new RequestError({
    kind: 'http',
    call,
    status: response.status,
    detail: readDetail(body, SENTENCES[response.status] ?? `The service answered with status ${response.status}.`),
    issues: Array.isArray(detail) ? detail : undefined,
    body,
    request_id: response.headers.get('x-request-id') ?? undefined,
    retry_after: Number.isFinite(wait) ? wait : undefined,
  })
}

/** The parsed text; undefined when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
