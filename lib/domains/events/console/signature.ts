/** Whether a message comes from the service: Standard Webhooks, also under the header names that begin with `svix-`. */
import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'

const NAMES = ['id', 'timestamp', 'signature'] as const
/** Seconds that a message may be old, or ahead. */
const TOLERANCE = 5 * 60
/** Signatures of a message that are looked at: one of each secret, while one is being replaced. */
const MOST_SIGNATURES = 10

export type SignatureHeaders = Record<(typeof NAMES)[number], string>

/** Characters of a message's id. */
const MAX_ID = 255

/** Returns the three headers of a signed message; null where one is missing or isn't what it should be. */
export function signatureHeaders(headers: Headers): SignatureHeaders | null {
  const given = (name: string) => headers.get(`webhook-${name}`) ?? headers.get(`svix-${name}`) ?? ''
  const [id = '', timestamp = '', signature = ''] = NAMES.map(given)
  const isSigned = id !== '' && id.length <= MAX_ID && /^\d{1,12}$/.test(timestamp) && signature !== ''
  return isSigned ? { id, timestamp, signature } : null
}

/** Returns whether a message says that it was sent a short time ago. */
export function isRecent({ timestamp }: SignatureHeaders, now: Date): boolean {
  return Math.abs(now.getTime() / 1000 - Number(timestamp)) <= TOLERANCE
}

/** Our own hash: `standardwebhooks` takes 16 ms a megabyte in plain JavaScript; the tests sign with it. */
export function isSigned(secrets: readonly string[], body: Uint8Array, headers: SignatureHeaders): boolean {
  const given = headers.signature
    .split(' ', MOST_SIGNATURES)
    .flatMap((each) => (each.startsWith('v1,') ? [Buffer.from(each.slice(3), 'base64')] : []))
  return secrets.some((secret) => {
    const hmac = createHmac('sha256', keyOf(secret)).update(`${headers.id}.${headers.timestamp}.`).update(body).digest()
    return given.some((one) => one.length === hmac.length && timingSafeEqual(one, hmac))
  })
}

/** Keys that are remembered: to make one takes longer than the hash of a message. */
const keys = new LRUCache<string, KeyObject>({ max: 100 })

function keyOf(secret: string): KeyObject {
  const known = keys.get(secret)
  if (known) return known
  const key = createSecretKey(secret.replace(/^whsec_/, ''), 'base64')
  keys.set(secret, key)
  return key
}
