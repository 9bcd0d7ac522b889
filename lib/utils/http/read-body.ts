/** Reads the body of a request without ever holding more than it may. */

/** Bytes handed over at once: little enough that looking at each of them takes no time that anybody notices. */
const PIECE = 64 * 1024

/** Hands over the body piece by piece, in order, each when the one before it is done with. False when it is larger. */
export async function readBody(
  request: Request,
  maxBytes: number,
  take: (bytes: Uint8Array) => Promise<void> | void,
): Promise<boolean> {
  const declared = request.headers.get('content-length')
  if (declared !== null && Number(declared) > maxBytes) return false
  // A small body is quickest whole; some browsers have no streams of a request.
  const isWhole = (declared !== null && Number(declared) <= PIECE) || !request.body
  let bytes = 0
  for await (const chunk of isWhole ? [await wholeOf(request)] : (request.body ?? [])) {
    bytes += chunk.length
    if (bytes > maxBytes) return false
    for (let from = 0; from < chunk.length; from += PIECE) await take(chunk.subarray(from, from + PIECE))
  }
  return true
}

async function wholeOf(request: Request): Promise<Uint8Array> {
  return new Uint8Array(await request.arrayBuffer())
}

/** Returns a small body as text; null when it is larger. */
export async function readText(request: Request, maxBytes: number): Promise<string | null> {
  const decoder = new TextDecoder()
  let text = ''
  const isRead = await readBody(request, maxBytes, (bytes) => {
    text += decoder.decode(bytes, { stream: true })
  })
  return isRead ? text + decoder.decode() : null
}

/** JSON only: a form or plain text is what another site can send unasked; a JSON Patch is no body of ours. */
export function isJson(contentType: string | null): boolean {
  return /^\s*application\/(?!json-patch\+)(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(contentType ?? '')
}

/** The detail of the 415 that any other body gets. */
export const NOT_JSON = 'Send the body as application/json.'
