/** Recovery codes: easy to read out and to type, and kept as hashes that are worth nothing without the server's secret. */
import { createHmac, randomInt } from 'node:crypto'
import { symmetricDecrypt } from 'better-auth/crypto'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { twoFactors } from '#lib/domains/staff/console/tables.ts'
import type { AuthOptions } from './options.ts'

/** Alphabet without 0, O, 1, I and L, which look alike. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const CODES = 10
const HALF = 5
const HASHED = 'hashed:'

const list = z.array(z.string())

/** Returns better-auth's `plugin`, the `hash` to hand it in place of a code, and the `count` that is left. */
export function createRecoveryCodes(secret: string) {
  /** Hashes a code in any case, with or without its dash. */
  const hash = (code: string) => {
    const plain = code.toUpperCase().replace(/[^0-9A-Z]/g, '')
    return `${HASHED}${createHmac('sha256', secret).update(`recovery code ${plain}`).digest('base64url')}`
  }
  /** Codes left after one was used are hashes already. */
  const hashAll = (json: string) =>
    JSON.stringify(list.parse(JSON.parse(json)).map((code) => (code.startsWith(HASHED) ? code : hash(code))))

  const decrypt = async (kept: string) => (kept.startsWith('[') ? kept : hashAll(await decrypted(kept, secret)))

  return {
    hash,
    /** Returns how many of the stored codes haven't been used. */
    count: async (kept: string) => list.parse(JSON.parse(await decrypt(kept))).length,
    plugin: {
      customBackupCodesGenerate: () => Array.from({ length: CODES }, randomCode),
      storeBackupCodes: { encrypt: async (json: string) => hashAll(json), decrypt },
    },
  }
}

function randomCode(): string {
  const part = () => Array.from({ length: HALF }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return `${part()}-${part()}`
}

/** Older codes were encrypted; they remain valid and are stored as hashes once one of them is used. */
function decrypted(data: string, secret: string): Promise<string> {
  return symmetricDecrypt({ key: { keys: new Map([[1, secret]]), currentVersion: 1 }, data })
}

/** Returns how many recovery codes of a person haven't been used. */
export async function recoveryCodesLeft(
  { db, secret }: Pick<AuthOptions, 'db' | 'secret'>,
  staff_id: string,
): Promise<number> {
  const [kept] = await db
    .select({ codes: twoFactors.backupCodes })
    .from(twoFactors)
    .where(eq(twoFactors.userId, staff_id))
  return kept ? await createRecoveryCodes(secret).count(kept.codes) : 0
}
