/** Positions of ZIP codes. A third of a megabyte, unpacked on first use: import it only where needed. */
import type { Point } from './distance.ts'
import { ZIP_POINTS } from './zip-points.ts'

/** See `packed` in tools/zip-data.ts. */
const [BITS, RECORD, STEPS] = [12_500, 6, 10_000] as const

interface Table {
  bytes: Uint8Array
  /** Number of ZIPs placed before each byte of bits. */
  before: Uint16Array
}
let table: Table | null = null

function unpacked(): Table {
  if (table) return table
  const bytes = Uint8Array.from(atob(ZIP_POINTS), (letter) => letter.charCodeAt(0))
  const before = new Uint16Array(BITS)
  for (let at = 1; at < BITS; at += 1) before[at] = (before[at - 1] ?? 0) + ones(bytes[at - 1] ?? 0)
  table = { bytes, before }
  return table
}

function ones(byte: number): number {
  let count = 0
  for (let rest = byte; rest > 0; rest >>= 1) count += rest & 1
  return count
}

function pointOf(number: number): Point | null {
  const { bytes, before } = unpacked()
  const [byte, bit] = [bytes[number >> 3] ?? 0, 1 << (number & 7)]
  if ((byte & bit) === 0) return null
  const at = BITS + ((before[number >> 3] ?? 0) + ones(byte & (bit - 1))) * RECORD
  const read = (from: number) => ((bytes[from] ?? 0) << 16) | ((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0)
  return { lat: (read(at) - 90 * STEPS) / STEPS, lng: (read(at + 3) - 180 * STEPS) / STEPS }
}

/** The middle of a ZIP code's area; null for anything that is not five digits, or that nobody has placed. */
export function centroidOf(zip: string): Point | null {
  return /^[0-9]{5}$/.test(zip) ? pointOf(Number(zip)) : null
}

export interface Located extends Point {
  /** The ZIP that lies here: the one asked for, or the nearest number of its prefix, for post offices open faster than tables. */
  zip: string
}

/** Returns null where no ZIP with the same three digits is placed, as for military addresses: nobody knows where those are. */
export function locateZip(zip: string): Located | null {
  if (!/^[0-9]{5}$/.test(zip)) return null
  const first = Math.floor(Number(zip) / 100) * 100
  const near = Array.from({ length: 100 }, (_, end) => first + end)
    .sort((a, b) => Math.abs(a - Number(zip)) - Math.abs(b - Number(zip)))
    .find((number) => pointOf(number) !== null)
  const point = near === undefined ? null : pointOf(near)
  return point && { zip: String(near).padStart(5, '0'), ...point }
}
