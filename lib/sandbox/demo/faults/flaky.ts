/** The ways a service fails a caller, and which call meets which: decided by its id, so that a replay meets the same. */
import { inProcess } from '#lib/proxy/in-process.ts'
import { type Upstream, UpstreamError, type UpstreamRequest, type UpstreamResponse } from '#lib/proxy/upstream.ts'
import { seededUnit } from '#lib/utils/ids/ids.ts'
import { joined } from '#lib/utils/text/bytes.ts'
import { SECOND } from '#lib/utils/time/durations.ts'

/** `lost`: the service completes the request, but its response never arrives. */
export const FAULTS = ['error', 'unavailable', 'rate_limited', 'timeout', 'unreachable', 'cut', 'lost'] as const
export type Fault = (typeof FAULTS)[number]

const FAILING = 1 / 8
/** Share of failing calls that succeed on the proxy's retry. */
const PASSING = 1 / 4
/** Long enough to be felt, and far below the proxy's own limit: nobody watches a demo wait for a minute. */
const TIMEOUT_MS = 4 * SECOND
/** Seconds: longer than the proxy waits by itself, so that a person gets to see it. */
const RETRY_AFTER = '5'

/** Returns the fault of an attempt, counted from 1; null for none. */
export function faultOf(request_id: string, attempt: number): Fault | null {
  const unit = (question: string) => seededUnit(`${request_id} ${question}`)
  if (unit('fails?') >= FAILING) return null
  if (attempt > 1 && unit('passes?') < PASSING) return null
  return FAULTS[Math.floor(unit('how?') * FAULTS.length)] ?? 'error'
}

/** Answers a request as a service with that fault would. @throws UpstreamError for faults without a response */
export async function failing(
  fault: Fault,
  upstream: Upstream,
  request: UpstreamRequest,
  pause: Pause,
): Promise<UpstreamResponse> {
  switch (fault) {
    case 'error':
      return refusal(request, 500, 'Something went wrong in the service. Nothing was changed.')
    case 'unavailable':
      return refusal(request, 503, 'The service is down for maintenance. Try again in a few minutes.')
    case 'rate_limited':
      return refusal(request, 429, 'Too many requests. Wait a few seconds, then try again.', {
        'retry-after': RETRY_AFTER,
      })
    case 'unreachable':
      throw new UpstreamError('unreachable')
    case 'timeout':
      return unanswered(request, pause)
    case 'cut':
      return cut(await upstream(request))
    case 'lost':
      await bytesOf(await upstream(request))
      return unanswered(request, pause)
  }
}

/** An answer of the service that refuses the call. */
export function refusal(
  request: UpstreamRequest,
  status: number,
  detail: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<UpstreamResponse> {
  return inProcess(async () => Response.json({ detail }, { status, headers }))(request)
}

async function unanswered({ signal }: UpstreamRequest, pause: Pause): Promise<never> {
  await pause(TIMEOUT_MS, signal)
  signal.throwIfAborted()
  throw new UpstreamError('timeout')
}

/** Ends in the middle of its body. */
function cut(answer: UpstreamResponse): UpstreamResponse {
  async function* half() {
    const bytes = await bytesOf(answer)
    yield bytes.slice(0, Math.floor(bytes.length / 2))
    throw new Error('the connection broke')
  }
  return { ...answer, body: half() }
}

export async function bytesOf({ body }: UpstreamResponse): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    chunks.push(chunk)
    length += chunk.length
  }
  return joined(chunks, length)
}

/** Ends at once when its signal aborts, because the caller no longer waits. */
export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>

/** Calls back after so many milliseconds. Returns how to call it off. */
export function timerAfter(milliseconds: number, work: () => void): () => void {
  const timer = setTimeout(work, milliseconds)
  return () => clearTimeout(timer)
}
