/** Credentials and tokens: made at random, kept as hashes, or encrypted where they must be used again. */

const text = new TextEncoder()
/** As many bytes as a function surely takes as arguments. */
const CHUNK = 8_192

/** The key that seals tokens at rest, 32 bytes. */
export async function sealingKey(bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

/** A random text for addresses and headers, with 6 bits of chance a character. */
export function randomToken(characters: number): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const bytes = crypto.getRandomValues(new Uint8Array(characters))
  return Array.from(bytes, (byte) => alphabet[byte & 63]).join('')
}

/** Returns a random number of that many hexadecimal digits, from the platform's secure source. */
export function randomHex(digits: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(Math.ceil(digits / 2)))
  return hex(bytes).slice(0, digits)
}

/** Returns the hash that is stored for a credential. A fast hash is enough, because credentials are random. */
export async function hashOf(credential: string): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', text.encode(credential))))
}

/** AES-256-GCM: the nonce and the cipher text, as base64. */
export async function seal(key: CryptoKey, plain: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, text.encode(plain))
  return `${base64(iv)}.${base64(new Uint8Array(sealed))}`
}

/** @throws when the text was sealed with another key, or changed since. */
export async function unseal(key: CryptoKey, sealed: string): Promise<string> {
  const [iv = '', data = ''] = sealed.split('.')
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: bytesOf(iv) }, key, bytesOf(data))
  return new TextDecoder().decode(plain)
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function base64(bytes: Uint8Array): string {
  let binary = ''
  for (let from = 0; from < bytes.length; from += CHUNK) {
    // Many times quicker than spreading: an import seals ten thousand texts while its caller waits.
    const part: string = Reflect.apply(String.fromCharCode, null, bytes.subarray(from, from + CHUNK))
    binary += part
  }
  return btoa(binary)
}

function bytesOf(encoded: string) {
  return Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0))
}
