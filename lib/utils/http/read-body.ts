/** Reads the body of a request as text without ever holding more than it may: null when it is larger. */
export async function readBody(request: Request, limit: number): Promise<string | null> {
  const declared = request.headers.get('content-length')
  if (declared !== null) return Number(declared) > limit ? null : request.text()
  if (!request.body) return ''
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of request.body) {
    bytes += chunk.length
    if (bytes > limit) return null
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** Bytes. Ten thousand connections of a bulk import fit several times over. */
export const BODY_LIMIT = 32 * 1024 * 1024
