/** The bytes of an answer that were at hand when it was made: to read them back from its stream would cost more. */

const bodies = new WeakMap<Response, Uint8Array<ArrayBuffer>>()

/** Returns a response whose body can be looked at without being used up. */
export function responseOf(body: Uint8Array<ArrayBuffer>, init: ResponseInit): Response {
  const response = new Response(body, init)
  bodies.set(response, body)
  return response
}

const encoder = new TextEncoder()

export function jsonResponse(value: unknown, init: ResponseInit): Response {
  const response = responseOf(encoder.encode(JSON.stringify(value)), init)
  if (!response.headers.has('content-type')) response.headers.set('content-type', 'application/json')
  return response
}

/** Returns the body of such a response; null for any other. */
export function bodyAtHand(response: Response): Uint8Array<ArrayBuffer> | null {
  return bodies.get(response) ?? null
}
