/** IDs: their visual form, new ones, and those that people and callers give. */

/** `8a5fc03d…d25b`; ids of another form stay whole. */
export function shortId(id: string): string {
  return /^[0-9a-f]{8}-[0-9a-f-]{23,}$/i.test(id) ? `${id.slice(0, 8)}…${id.slice(-4)}` : id
}

export interface Bar {
  x: number
  width: number
}

export const BARS_WIDTH = 20

/** One bar a hex digit: two bits for its width, two for the gap after it, scaled to one total width. */
export function idBars(id: string): Bar[] {
  const digits = [
    ...id
      .replace(/[^0-9a-f]/gi, '')
      .slice(0, 8)
      .padEnd(8, '0'),
  ].map((digit) => Number.parseInt(digit, 16))
  const cells = digits.map((digit) => ({ width: 1 + (digit >> 2) * 0.5, gap: 1 + (digit & 3) * 0.4 }))
  const length = cells.reduce((sum, { width, gap }) => sum + width + gap, 0) - (cells.at(-1)?.gap ?? 0)
  const scale = BARS_WIDTH / length
  const bars: Bar[] = []
  let x = 0
  for (const { width, gap } of cells) {
    bars.push({ x: round(x * scale), width: round(width * scale) })
    x += width + gap
  }
  return bars
}

function round(value: number) {
  return Math.round(value * 100) / 100
}

/** Noted beside our own id, never in its place; null unless plain and 8 to 64 characters, since it may be a name. */
export function callerRequestId(given: unknown): string | null {
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : null
}

/** Returns what gives a UUID for each thing a request creates: random, or derived where it may be replayed. */
export type IdsOf = (request: Request) => () => string

export const randomIds: IdsOf = () => newId

/** A random UUID, also on a page without https, where `crypto.randomUUID` is missing. */
export function newId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** The same text gives the same number from 0 to below 1: FNV-1a, mixed as MurmurHash3 for texts that differ little. */
export function seededUnit(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 0x1_0000_0000
}

/** Parses IDs that people type, or paste from a spreadsheet together with other text. */

const UUID = /(?<![0-9a-f])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-f])/gi
const GROUPS = [8, 4, 4, 4, 12] as const

interface PastedIds {
  /** Lower case, each once, in the order in which they came. */
  ids: string[]
  /** Words with a digit that are no ids, each once. Words without one are heads of columns or names. */
  malformed: string[]
}

/** Finds the ids between any separators, quotes and brackets. */
export function readPastedIds(text: string): PastedIds {
  const ids = new Set<string>()
  const rest = text.replace(UUID, (id) => {
    ids.add(id.toLowerCase())
    return ' '
  })
  const words = rest.split(/[\s,;|"'`()[\]{}<>]+/u).filter((word) => /\d/.test(word))
  return { ids: [...ids], malformed: [...new Set(words)] }
}

/** Returns why a text isn't one UUID, as the end of a sentence; null for a UUID. */
export function uuidProblem(id: string): string | null {
  const { ids } = readPastedIds(id)
  if (ids.length === 1 && ids[0]?.length === id.length) return null
  const odd = [...id].find((character) => !/[0-9a-f-]/i.test(character))
  if (odd !== undefined) return `“${odd}” can’t be part of an ID: IDs have digits 0 to 9, letters a to f and hyphens.`
  const digits = id.replaceAll('-', '').length
  if (digits !== 32) return `an ID has 32 digits, and this has ${digits}.`
  return `the hyphens are misplaced: the groups have ${GROUPS.join('-')} digits.`
}
