/** Sends one call to the service behind an environment: time limits, retries of reads, and never a redirect. */
import pRetry from 'p-retry'
import type { Endpoint } from '#lib/contract/endpoint.ts'

/** The service as the proxy sees it: in process, or over HTTPS. */
export type Upstream = (request: Request) => Promise<Response>

/** `timeout`: no answer in time. `unreachable`: no connection. `refused`: our key is not taken. `broken`: an answer that cannot be used. */
export type UpstreamFault = 'timeout' | 'unreachable' | 'refused' | 'broken'

export class UpstreamError extends Error {
  readonly fault: UpstreamFault

  constructor(fault: UpstreamFault, cause?: unknown) {
    super(fault, { cause })
    this.fault = fault
  }
}

export interface UpstreamTimes {
  /** Milliseconds for one try of a read. */
  read: number
  /** Milliseconds for a write: longer than the longest wait the spec knows (20 s, bulk import). */
  write: number
  /** Milliseconds before the first retry; doubles, with jitter. */
  backoff: number
  retries: number
}

export const UPSTREAM_TIMES: UpstreamTimes = { read: 15_000, write: 60_000, backoff: 150, retries: 2 }

const RETRIED_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504])
/** Seconds: a longer `Retry-After` is handed to the person instead. */
const LONGEST_WAIT = 2

export interface UpstreamCall {
  endpoint: Endpoint
  url: string
  headers: Headers
  body: string | null
  /** Ends when the browser goes away. */
  signal: AbortSignal
}

export interface UpstreamAnswer {
  status: number
  headers: Headers
  body: Buffer
}

/** A status worth another try; after the last one it is the answer. */
class RetryableAnswer extends Error {
  readonly answer: UpstreamAnswer

  constructor(answer: UpstreamAnswer) {
    super(`status ${answer.status}`)
    this.answer = answer
  }
}

/** @throws UpstreamError; the caller's own abort is thrown as it is. */
export async function callUpstream(
  upstream: Upstream,
  call: UpstreamCall,
  times: UpstreamTimes,
): Promise<UpstreamAnswer> {
  if (!call.endpoint.safe) return once(upstream, call, times.write)
  const attempt = async () => {
    const answer = await once(upstream, call, times.read)
    if (RETRIED_STATUSES.has(answer.status) && waitAsked(answer) <= LONGEST_WAIT) throw new RetryableAnswer(answer)
    return answer
  }
  try {
    return await pRetry(attempt, {
      retries: times.retries,
      minTimeout: times.backoff,
      randomize: true,
      signal: call.signal,
      shouldRetry: ({ error }) => error instanceof RetryableAnswer || isUnreachable(error),
    })
  } catch (error) {
    if (error instanceof RetryableAnswer) return error.answer
    throw error
  }
}

async function once(upstream: Upstream, call: UpstreamCall, milliseconds: number): Promise<UpstreamAnswer> {
  const deadline = AbortSignal.timeout(milliseconds)
  try {
    const request = new Request(call.url, {
      method: call.endpoint.method,
      headers: call.headers,
      body: call.body,
      redirect: 'manual',
      signal: AbortSignal.any([deadline, call.signal]),
    })
    const response = await upstream(request)
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
      throw new UpstreamError('broken')
    }
    if (response.status === 401) throw new UpstreamError('refused')
    return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) }
  } catch (error) {
    if (error instanceof UpstreamError || call.signal.aborted) throw error
    throw new UpstreamError(deadline.aborted ? 'timeout' : 'unreachable', error)
  }
}

function isUnreachable(error: unknown) {
  return error instanceof UpstreamError && error.fault === 'unreachable'
}

function waitAsked({ headers }: UpstreamAnswer): number {
  const seconds = Number(headers.get('retry-after') ?? 0)
  return Number.isFinite(seconds) ? seconds : Number.POSITIVE_INFINITY
}
