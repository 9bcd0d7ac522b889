/** Returns an authenticator app's code (RFC 6238: SHA-1, six digits, thirty seconds). */
import { createHmac } from 'node:crypto'

const STEP = 30_000
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** `secret` is base 32, with or without spaces; `ahead` counts codes from the one that is shown now. */
export function totp(secret: string, ahead = 0): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP) + ahead))
  const mac = createHmac('sha1', fromBase32(secret.replaceAll(' ', '')))
    .update(counter)
    .digest()
  const offset = mac.readUInt8(19) & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
