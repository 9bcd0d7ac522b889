/** Signs messages by Standard Webhooks, in a server and in a browser. */

/** Bytes of a secret at least. */
const MIN_SECRET_BYTES = 24
const NEW_SECRET_BYTES = 32
const PREFIX = 'whsec_'
const text = new TextEncoder()

/** Returns a new random secret: `whsec_` and base64. */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(NEW_SECRET_BYTES))
  return `${PREFIX}${btoa(String.fromCharCode(...bytes))}`
}

/** @throws RangeError for a secret that is shorter than the standard allows */
async function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = Uint8Array.from(atob(secret.replace(PREFIX, '')), (character) => character.charCodeAt(0))
  if (bytes.length < MIN_SECRET_BYTES) throw new RangeError(`A webhook secret has at least ${MIN_SECRET_BYTES} bytes.`)
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
}

/** Returns the headers of a signed message: one signature for each secret that is valid now, the newest first. */
export async function signedHeaders(
  secrets: readonly string[],
  { id, at, body }: { id: string; at: Date; body: string },
): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const bytes = text.encode(`${id}.${timestamp}.${body}`)
  const signatures = await Promise.all(
    secrets.map(async (secret) => {
      const signature = new Uint8Array(await crypto.subtle.sign('HMAC', await keyOf(secret), bytes))
      return `v1,${btoa(String.fromCharCode(...signature))}`
    }),
  )
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
