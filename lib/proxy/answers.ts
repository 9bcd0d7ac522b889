/** Reduces a service's response to what a browser may receive. */
import { responseOf } from '#lib/kernel/body/sent-body.ts'
import { isJson } from '#lib/utils/http/json-type.ts'
import { includesText } from '#lib/utils/text/bytes.ts'
import { type UpstreamAnswer, UpstreamError } from './upstream.ts'

/** Statuses that have no body, whatever was sent. */
const EMPTY: ReadonlySet<number> = new Set([204, 205])

/**
 * The body as it is, and no header as it was: of those there is only what the proxy itself says.
 * @throws UpstreamError where the service repeats its key, which no browser may have.
 */
export function cleanAnswer({ status, header, body }: UpstreamAnswer, api_key: string): Response {
  for (const key of spellings(api_key)) if (includesText(body, key)) throw new UpstreamError('broken')
  const headers: Record<string, string> = { 'cache-control': 'no-store' }
  const wait = header('retry-after')
  if (wait && /^\d{1,10}$/.test(wait)) headers['retry-after'] = wait
  if (body.length === 0 || EMPTY.has(status)) return new Response(null, { status, headers })
  // The page of a gateway, or whatever else is no JSON, is text to a browser: nothing to be shown or run.
  headers['content-type'] = isJson(header('content-type')) ? 'application/json' : 'text/plain; charset=utf-8'
  return responseOf(body, { status, headers })
}

/** The key as it is, as some JSON encoders escape it, and URL-encoded. */
function spellings(key: string): Set<string> {
  return new Set([key, key.replaceAll('/', '\\/'), encodeURIComponent(key)])
}
