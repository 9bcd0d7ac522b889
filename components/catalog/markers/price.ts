/** Prices are texts of the service, without a currency: they are compared and subtracted digit by digit, never as floats. */

import type { CsvCell } from '#lib/utils/text/csv.ts'

interface Decimal {
  digits: bigint
  /** How many of them stand behind the point. */
  places: number
}

/** Null for what is no plain number, such as “on request” or one with a currency. */
export function readPrice(text: string): Decimal | null {
  const [, whole, part = ''] = /^\s*(\d{1,15})(?:\.(\d{1,6}))?\s*$/.exec(text) ?? []
  return whole === undefined ? null : { digits: BigInt(whole + part), places: part.length }
}

/** Returns an amount as a spreadsheet's number; a code with a zero at its end, such as 1.10, is written as a text. */
export const amountCell = (text: string): CsvCell => (readPrice(text.replace(/^-/, '')) ? { bare: text } : text)

function atPlaces({ digits, places }: Decimal, wanted: number): bigint {
  return digits * 10n ** BigInt(wanted - places)
}

/** Negative, zero or positive; null where one of them is no number. */
export function comparePrices(a: string, b: string): number | null {
  const difference = subtract(b, a)
  return difference === null ? null : 0 - difference.sign
}

/** `to` minus `from`, with as many digits behind the point as the longer of the two; null where one is no number. */
export function subtract(to: string, from: string): { sign: -1 | 0 | 1; amount: string } | null {
  const [left, right] = [readPrice(to), readPrice(from)]
  if (!left || !right) return null
  const places = Math.max(left.places, right.places)
  const difference = atPlaces(left, places) - atPlaces(right, places)
  const amount = decimal(difference < 0n ? -difference : difference, places)
  if (difference === 0n) return { sign: 0, amount }
  return { sign: difference < 0n ? -1 : 1, amount }
}

/** The sum, with as many digits behind the point as the longest; null where there is none, or one is no number. */
export function addPrices(texts: readonly string[]): string | null {
  const prices = texts.map(readPrice)
  const places = Math.max(0, ...prices.map((price) => price?.places ?? 0))
  let sum = 0n
  for (const price of prices) {
    if (!price) return null
    sum += atPlaces(price, places)
  }
  return texts.length === 0 ? null : decimal(sum, places)
}

/** Sums the plain numbers, and counts the prices that are none: a total names them, and never takes them for 0. */
export function totalPrices(texts: readonly string[]): { sum: string | null; unknown: number } {
  const plain = texts.filter((text) => readPrice(text) !== null)
  return { sum: addPrices(plain), unknown: texts.length - plain.length }
}

function decimal(digits: bigint, places: number): string {
  const text = String(digits).padStart(places + 1, '0')
  return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`
}
