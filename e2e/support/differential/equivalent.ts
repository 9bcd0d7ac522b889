/** Whether two sides said the same, but for what must differ: random ids and secrets, hosts, and the time of the call. */
import type { IdPairs } from './id-pairs.ts'
import { tokensIn } from './tokens.ts'

/** Place of a difference in a response: `orders[3].status`; empty for all of it. */
export interface Difference {
  at: string
  left: string
  right: string
}

export interface Said {
  status: number
  body: string
}

export interface Comparison {
  pairs: IdPairs
  /** How far apart two instants may be that stand for the same one: the time between the two calls. */
  toleranceMs: number
  /** Maps a name on the left side to its name on the right. */
  rename: (text: string) => string
  /** Whether a place is not compared. */
  isLeftOut: (at: string) => boolean
  /** Whether a number is an id, which each side counts from where it is. */
  isNumbered: (at: string) => boolean
}

/** Numbers that measure a time. */
const MEASURED = /(^|[._])(duration|elapsed|took|age|ms|seconds)$/
const SHORTEST_EPOCH = 1_000_000_000_000

export function differencesBetween(left: Said, right: Said, comparison: Comparison): Difference[] {
  if (left.status !== right.status)
    return [{ at: 'status', left: `${left.status} ${left.body}`, right: `${right.status} ${right.body}` }]
  return [...valueDifferences('', parsed(left.body), parsed(right.body), comparison)]
}

/** Non-JSON bodies are compared as text. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

function* valueDifferences(at: string, left: unknown, right: unknown, comparison: Comparison): Generator<Difference> {
  if (comparison.isLeftOut(at)) return
  if (Array.isArray(left) && Array.isArray(right)) yield* listDifferences(at, left, right, comparison)
  else if (isRecord(left) && isRecord(right)) yield* recordDifferences(at, left, right, comparison)
  else if (!isEquivalent(at, left, right, comparison)) yield { at, left: shown(left), right: shown(right) }
}

function* listDifferences(
  at: string,
  left: unknown[],
  right: unknown[],
  comparison: Comparison,
): Generator<Difference> {
  if (left.length !== right.length) yield { at: `${at}.length`, left: `${left.length}`, right: `${right.length}` }
  const both = Math.min(left.length, right.length)
  for (let index = 0; index < both; index += 1)
    yield* valueDifferences(`${at}[${index}]`, left[index], right[index], comparison)
}

type JsonRecord = Record<string, unknown>

function* recordDifferences(at: string, left: JsonRecord, right: JsonRecord, comparison: Comparison) {
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)]))
    yield* valueDifferences(at === '' ? key : `${at}.${key}`, left[key], right[key], comparison)
}

function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isEquivalent(at: string, left: unknown, right: unknown, comparison: Comparison): boolean {
  if (typeof left === 'string' && typeof right === 'string') return isSameText(left, right, comparison)
  if (typeof left === 'number' && typeof right === 'number') return isSameNumber(at, left, right, comparison)
  return Object.is(left, right)
}

function isSameNumber(at: string, left: number, right: number, comparison: Comparison): boolean {
  const { pairs, toleranceMs, isNumbered } = comparison
  if (isNumbered(at)) return pairs.match(`number ${left}`, `number ${right}`)
  const isTime = MEASURED.test(at) || Math.min(left, right) >= SHORTEST_EPOCH
  return left === right || (isTime && Math.abs(left - right) <= toleranceMs)
}

function isSameText(left: string, right: string, comparison: Comparison): boolean {
  const { pairs, toleranceMs, rename } = comparison
  const [one, other] = [tokensIn(left), tokensIn(right)]
  const isSameAround =
    one.around.join('\0') === other.around.join('\0') || one.around.join('\0') === rename(other.around.join('\0'))
  return (
    isSameAround &&
    one.tokens.every(({ kind, text }, index) => {
      const counterpart = other.tokens[index]
      if (counterpart?.kind !== kind) return false
      if (kind === 'origin') return true
      if (kind === 'id') return pairs.match(text, counterpart.text)
      return Math.abs(Date.parse(text) - Date.parse(counterpart.text)) <= toleranceMs
    })
  )
}

function shown(value: unknown): string {
  return JSON.stringify(value) ?? 'nothing'
}

/** Every id of the first, with what stands at its first place in the second. */
export function pairedIds(recorded: string, actual: string): Map<string, string> {
  const paired = new Map<string, string>()
  collectIds(parsed(recorded), parsed(actual), paired)
  return paired
}

function collectIds(before: unknown, now: unknown, paired: Map<string, string>): void {
  if (Array.isArray(before) && Array.isArray(now))
    for (const [index, value] of before.entries()) collectIds(value, now[index], paired)
  else if (isRecord(before) && isRecord(now))
    for (const [key, value] of Object.entries(before)) collectIds(value, now[key], paired)
  else if (typeof before === 'string' && typeof now === 'string') {
    const others = tokensIn(now).tokens
    for (const [index, { kind, text }] of tokensIn(before).tokens.entries()) {
      const token = others[index]
      if (kind === 'id' && token?.kind === 'id' && !paired.has(text)) paired.set(text, token.text)
    }
  }
}
