/** The data set's only source of chance: sfc32, a small well-known generator with 128 bits of state. */
import { EXCEPTION_STATUSES } from '#lib/domains/orders/status/status.ts'
import type { Episode } from '#lib/sandbox/data/orders/journeys.ts'

/** FNV-1a, 32 bits: turns a text into a word of the state. */
function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

const HEX_CODES = [...'0123456789abcdef'].map((digit) => digit.charCodeAt(0))
/** Positions of a UUID's 32 hex digits among its dashes. */
const DIGIT_PLACES = [...'xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx'].flatMap((sign, at) => (sign === 'x' ? [at] : []))
const uuidCodes = Array<number>(36).fill('-'.charCodeAt(0))

/** Written as one piece: a text put together of ten takes several times its memory as long as it lives. */
function uuidOf(words: readonly [number, number, number, number]): string {
  for (let digit = 0; digit < 32; digit += 1) {
    const word = words[digit >> 3] ?? 0
    uuidCodes[DIGIT_PLACES[digit] ?? 0] = HEX_CODES[(word >>> (28 - 4 * (digit & 7))) & 15] ?? 0
  }
  return String.fromCharCode.apply(null, uuidCodes)
}

export class Random {
  #a: number
  #b: number
  #c: number
  #counter = 1

  constructor(a: number, b: number, c: number) {
    this.#a = a | 0
    this.#b = b | 0
    this.#c = c | 0
    for (let round = 0; round < 12; round += 1) this.word()
  }

  /** 32 random bits as an unsigned integer. */
  word(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0
    this.#counter = (this.#counter + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0
    return sum >>> 0
  }

  /** At least 0, below 1. */
  unit(): number {
    return this.word() / 0x1_0000_0000
  }

  /** At least `from`, below `to`. */
  between(from: number, to: number): number {
    return from + this.unit() * (to - from)
  }

  /** An integer from `from` to `to`, both included. */
  int(from: number, to: number): number {
    return from + Math.floor(this.unit() * (to - from + 1))
  }

  chance(probability: number): boolean {
    return this.unit() < probability
  }

  pick<T>(list: readonly [T, ...T[]]): T {
    return list[this.int(0, list.length - 1)] ?? list[0]
  }

  digits(count: number): string {
    return String(this.int(0, 10 ** count - 1)).padStart(count, '0')
  }

  /** A version 4 UUID. */
  uuid(): string {
    const b = (this.word() & 0xffff0fff) | 0x4000
    const c = (this.word() & 0x3fffffff) | 0x80000000
    const a = this.word()
    const d = this.word()
    return uuidOf([a, b, c, d])
  }

  shuffled<T>(list: readonly T[]): T[] {
    const keyed = list.map((item) => ({ item, key: this.word() }))
    return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item)
  }
}

/** The stream of one bundle: no other bundle, seed or team shares its starting state. */
export function bundleRandom(team_id: string, seed: number, index: number): Random {
  return new Random(hashText(team_id), seed, index)
}

/** How often things happen in a data set: the mix of a normal day, and of a bad one. */
export interface Mix {
  /** Cards of an episode in the deck: how often it occurs, relative to the others. */
  weigh: (episode: Episode) => number
  /** Shares of the results that are read; what is neither is normal. */
  abnormal: number
  critical: number
}

export const NORMAL_MIX: Mix = { weigh: ({ weight }) => weight, abnormal: 0.24, critical: 0.06 }

/** Statuses in which an at-home draw has no appointment yet, or none any more. */
const TO_BOOK: readonly string[] = ['requisition_created', 'requisition_bypassed', 'appointment_cancelled']

/** How many times as often as on a normal day. */
const OPEN_EXCEPTION = 6
const STUCK = 5
const DRAW_TO_BOOK = 3
const PAST_EXCEPTION = 2

function busyFactor({ first, second }: Episode): number {
  const { standing, path, method } = second?.journey ?? first
  const last = path.at(-1) ?? ''
  const isException = EXCEPTION_STATUSES.some((status) => status === last)
  if (standing === 'stuck') return STUCK
  if (standing === 'open' && method === 'at_home_phlebotomy' && TO_BOOK.includes(last)) return DRAW_TO_BOOK
  if (standing === 'open' && isException) return OPEN_EXCEPTION
  return isException || second ? PAST_EXCEPTION : 1
}

/** A lab on a bad Monday: couriers late, samples spoiled, patients who cancelled, and results that cannot wait. */
export const BUSY_MIX: Mix = {
  weigh: (episode) => episode.weight * busyFactor(episode),
  abnormal: 0.3,
  critical: 0.18,
}
