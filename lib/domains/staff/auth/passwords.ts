/** Password hashing: salted and slow, with the parameters in the hash so that they can be raised later. */
import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { verifyPassword } from 'better-auth/crypto'
import pLimit from 'p-limit'
import { ApiError } from '#lib/kernel/api-error.ts'
import { delay } from '#lib/utils/timers/delay.ts'

export interface Passwords {
  hash(password: string): Promise<string>
  verify(kept: { hash: string; password: string }): Promise<boolean>
  /** Returns whether the hash was made as new ones are; an older one is replaced at the next sign-in. */
  isCurrent(hash: string): boolean
}

/** OWASP's minimum for Argon2id: memory in KiB, passes, lanes. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 }
const KEY_BYTES = 32
const SALT_BYTES = 16
/** Parameters of hashes of before may be anything up to this. */
const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d)\$([\w+/]+)\$([\w+/]+)$/

const derive = promisify(argon2)

/** Argon2id in the PHC format; scrypt hashes of before (`salt:key`) are still verified. */
export const ARGON2ID: Passwords = {
  async hash(password) {
    const nonce = randomBytes(SALT_BYTES)
    const key = await keyOf(password, { ...COST, nonce })
    const { memory, passes, parallelism } = COST
    return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(key)}`
  },

  async verify({ hash, password }) {
    const [whole, memory, passes, parallelism, nonce = '', key = ''] = PHC.exec(hash) ?? []
    if (whole === undefined) return hash.startsWith('$') ? false : verifyPassword({ hash, password })
    const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
    const kept = Buffer.from(key, 'base64')
    const made = await keyOf(password, { ...cost, nonce: Buffer.from(nonce, 'base64') })
    return kept.length === made.length && timingSafeEqual(kept, made)
  },

  isCurrent(hash) {
    const { memory, passes, parallelism } = COST
    return hash.startsWith(`$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`)
  },
}

function keyOf(password: string, cost: Pick<Argon2Parameters, 'memory' | 'passes' | 'parallelism' | 'nonce'>) {
  return derive('argon2id', { ...cost, message: password.normalize('NFKC'), tagLength: KEY_BYTES })
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

/** Passwords that are worked on at once in this process: each takes a processor, and one is left for everything else. */
export const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1))
/** How many wait for that. */
export const WAITING = 8
const RETRY_AFTER_MS = 2_000
/** Milliseconds that a refusal is held back, and how many are. */
const HOLD = 1_000
const MAX_HELD = 500

export type HashQueue = ReturnType<typeof createHashQueue>

const full = () =>
  new ApiError('unavailable', 'Many people are signing in right now. Try again in a few seconds.', {
    retry_after_ms: RETRY_AFTER_MS,
  })

/** Returns what does work that hashes passwords: two at a time at most, eight more in a queue. */
export function createHashQueue(atOnce = AT_ONCE) {
  const limit = pLimit(atOnce)
  const isFull = () => limit.pendingCount >= WAITING
  let held = 0
  /** Delays repeated attempts, so that each connection of a flood gets one per second. */
  const heldBack = async () => {
    if (held >= MAX_HELD) return
    held += 1
    await delay(HOLD)
    held -= 1
  }
  return {
    /** Before anything is asked of the database: turning a flood away must cost next to nothing. @throws ApiError 503 */
    async expectRoom(): Promise<void> {
      if (!isFull()) return
      await heldBack()
      throw full()
    },

    /** `onFull` comes before the refusal. @throws ApiError 503 when the queue is full */
    async add<T>(work: () => Promise<T>, onFull: () => Promise<void> = async () => undefined): Promise<T> {
      if (!isFull()) return limit(work)
      await onFull()
      throw full()
    },
  }
}
