/** Builds the request to the service from the validated values, so that only what was checked is sent. */

import { writeInSteps } from '#lib/kernel/body/parse-steps.ts'
import type { Endpoint } from '#lib/kernel/endpoint.ts'
import type { ReadInput } from '#lib/kernel/read-input.ts'
import { declaredQuery, decodeQuery } from '#lib/kernel/wire.ts'

export interface ForwardedInput {
  query: string
  /** JSON, or empty; null where the endpoint takes none. Bytes where it is a large one. */
  body: string | Uint8Array<ArrayBuffer> | null
}

/** Returns the declared keys in their order, of a repeated one that takes a single value the last, and the body as sent. */
export async function forwardedInput(endpoint: Endpoint, { search, sent }: ReadInput): Promise<ForwardedInput> {
  const kept = declaredQuery(endpoint, search)
  for (const [key, value] of Object.entries(decodeQuery(endpoint.query, search))) {
    if (!Array.isArray(value)) kept.set(key, String(value))
  }
  const body = sent === undefined ? '' : await writeInSteps(sent)
  return { query: kept.toString(), body: endpoint.body ? body : null }
}
