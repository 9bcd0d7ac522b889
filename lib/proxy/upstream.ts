/** Sends one call to the service behind an environment: time limits, retries of reads, whole answers only. */
import pRetry from 'p-retry'
import type { Endpoint, HttpMethod } from '#lib/kernel/endpoint.ts'
import { joined } from '#lib/utils/text/bytes.ts'

export interface UpstreamRequest {
  method: HttpMethod
  /** With its query, below the address of the service, which only the upstream itself knows; begins with a slash. */
  path: string
  headers: Readonly<Record<string, string>>
  body: string | Uint8Array<ArrayBuffer> | null
  /** Ends the call, also in the middle of its answer. */
  signal: AbortSignal
}

export interface UpstreamResponse {
  status: number
  /** By its lower-case name. */
  header(name: string): string | null
  /** Throws where the answer breaks off. */
  body: AsyncIterable<Uint8Array> | readonly Uint8Array[] | null
}

/** The service as the proxy sees it: in process, or over HTTP. Never follows a redirect. */
export type Upstream = (request: UpstreamRequest) => Promise<UpstreamResponse>

/**
 * `timeout`: no answer in time. `unreachable`: no connection. `cut`: the answer broke off. `refused`: our key is not
 * taken. `redirect`: sent elsewhere. `oversize`: too large an answer. `broken`: one that cannot be used.
 */
export type UpstreamFailure = 'timeout' | 'unreachable' | 'cut' | 'refused' | 'redirect' | 'oversize' | 'broken'

export class UpstreamError extends Error {
  readonly fault: UpstreamFailure

  constructor(fault: UpstreamFailure, cause?: unknown) {
    super(fault, { cause })
    this.fault = fault
  }
}

export interface UpstreamTimes {
  /** Milliseconds for one try of a read. */
  read: number
  /** Milliseconds for a write: longer than the longest waits (20 s: bulk import, gap "booking wait"). */
  write: number
  /** Milliseconds before the first retry; doubles, with jitter. */
  backoff: number
  retries: number
}

export const UPSTREAM_TIMES: UpstreamTimes = { read: 15_000, write: 60_000, backoff: 150, retries: 2 }

/** Bytes: far beyond the largest page of anything. */
export const ANSWER_LIMIT = 16 * 1024 * 1024

const RETRIED_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504])
const RETRIED_FAULTS: ReadonlySet<UpstreamFailure> = new Set(['unreachable', 'cut'])
/** Seconds: a longer `Retry-After` is handed to the person instead. */
const MAX_WAIT_SECONDS = 2

export interface UpstreamCall extends UpstreamRequest {
  endpoint: Endpoint
}

export interface UpstreamAnswer extends Omit<UpstreamResponse, 'body'> {
  body: Uint8Array<ArrayBuffer>
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
  { endpoint, ...request }: UpstreamCall,
  times: UpstreamTimes,
): Promise<UpstreamAnswer> {
  if (!endpoint.safe) return once(upstream, request, times.write)
  const attempt = async () => {
    const answer = await once(upstream, request, times.read)
    if (RETRIED_STATUSES.has(answer.status) && retryAfterSeconds(answer) <= MAX_WAIT_SECONDS)
      throw new RetryableAnswer(answer)
    return answer
  }
  try {
    return await pRetry(attempt, {
      retries: times.retries,
      minTimeout: times.backoff,
      randomize: true,
      signal: request.signal,
      shouldRetry: ({ error }) =>
        error instanceof RetryableAnswer || (error instanceof UpstreamError && RETRIED_FAULTS.has(error.fault)),
    })
  } catch (error) {
    if (error instanceof RetryableAnswer) return error.answer
    throw error
  }
}

async function once(upstream: Upstream, request: UpstreamRequest, milliseconds: number): Promise<UpstreamAnswer> {
  // Composed signals and their timers cost more than all the rest of a call.
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), milliseconds)
  const leave = () => deadline.abort(request.signal.reason)
  request.signal.addEventListener('abort', leave, { once: true })
  try {
    request.signal.throwIfAborted()
    const response = await upstream({ ...request, signal: deadline.signal })
    const answer = { ...response, body: await wholeBody(response.body) }
    const fault = faultOf(answer)
    if (fault) throw new UpstreamError(fault)
    return answer
  } catch (error) {
    if (request.signal.aborted) throw error
    if (deadline.signal.aborted) throw new UpstreamError('timeout', error)
    throw error instanceof UpstreamError ? error : new UpstreamError('unreachable', error)
  } finally {
    clearTimeout(timer)
    request.signal.removeEventListener('abort', leave)
  }
}

/**
 * Returns the whole body; of one that is too large no more is read than it takes to know.
 * @throws UpstreamError `oversize` or `cut`
 */
export async function wholeBody(body: UpstreamResponse['body']): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of body ?? []) {
      bytes += chunk.length
      if (bytes > ANSWER_LIMIT) throw new UpstreamError('oversize')
      chunks.push(chunk)
    }
  } catch (error) {
    throw error instanceof UpstreamError ? error : new UpstreamError('cut', error)
  }
  return joined(chunks, bytes)
}

/** Why an answer may not be used whatever it says. Nothing was asked to be encoded, so nothing here decodes. */
function faultOf({ status, header }: Pick<UpstreamResponse, 'status' | 'header'>): UpstreamFailure | null {
  if (status === 401) return 'refused'
  if (status >= 300 && status < 400) return 'redirect'
  if (status < 200 || status > 599) return 'broken'
  return (header('content-encoding') ?? 'identity').toLowerCase() === 'identity' ? null : 'broken'
}

function retryAfterSeconds({ header }: UpstreamAnswer): number {
  const seconds = Number(header('retry-after') ?? 0)
  return Number.isFinite(seconds) ? seconds : Number.POSITIVE_INFINITY
}
