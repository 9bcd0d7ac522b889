/** The data set's only source of chance: sfc32, a small well-known generator with 128 bits of state. */

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
