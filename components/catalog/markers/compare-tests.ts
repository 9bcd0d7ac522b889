/** Two lab tests side by side: what both measure, and what one of them alone does. Pure. */
import { findMarkers } from '#components/catalog/markers/find-markers.ts'
import { amountCell, subtract } from '#components/catalog/markers/price.ts'
import type { Marker } from '#lib/domains/catalog/marker.ts'
import type { CsvCell } from '#lib/utils/text/csv.ts'
import { compactKey } from '#lib/utils/text/typed-text.ts'

/** Returns the comparison of those markers alone that a search means; of a pair one is enough. */
export function findCompared({ only_a, only_b, both, codes }: Compared, text: string): Compared {
  return {
    only_a: [...findMarkers(only_a, text)],
    only_b: [...findMarkers(only_b, text)],
    both: both.filter(({ a, b }) => findMarkers([a, b], text).length > 0),
    codes,
  }
}

export function codesOf({ expected_results }: Marker): string[] {
  return expected_results.flatMap(({ loinc }) => loinc?.code ?? [])
}

/** Returns a row a marker or pair: where it is, its names, LOINC codes and prices. */
export function comparedRows({ only_a, only_b, both }: Compared, names: Names): CsvCell[][] {
  const head = [
    'in',
    'marker',
    `name in ${names.b}`,
    'loinc_codes',
    `price in ${names.a}`,
    `price in ${names.b}`,
    'difference',
  ]
  return [
    head,
    ...both.map(({ a, b }) => [
      'both',
      a.name,
      b.name,
      codesOf(a).join(' '),
      amountCell(a.price),
      amountCell(b.price),
      amountCell(differenceOf(a, b)),
    ]),
    ...only_a.map((marker) => [names.a, marker.name, '', codesOf(marker).join(' '), amountCell(marker.price), '', '']),
    ...only_b.map((marker) => [
      names.b,
      marker.name,
      marker.name,
      codesOf(marker).join(' '),
      '',
      amountCell(marker.price),
      '',
    ]),
  ]
}

/** Signed; empty where a price is no number. */
function differenceOf(a: Marker, b: Marker): string {
  const difference = subtract(b.price, a.price)
  if (!difference) return ''
  return difference.sign < 0 ? `-${difference.amount}` : difference.amount
}

export interface Names {
  a: string
  b: string
}

export interface Compared {
  only_a: Marker[]
  only_b: Marker[]
  both: { a: Marker; b: Marker }[]
  /** Different LOINC codes among the expected results. */
  codes: { only_a: number; only_b: number; both: number }
}

/** Pairs markers by id, else by slug, else by a shared LOINC code: labs name markers themselves, codes they share. */
export function compareTests(a: readonly Marker[], b: readonly Marker[]): Compared {
  const partner = new Map<Marker, Marker>()
  const taken = new Set<Marker>()
  for (const keyOf of [idKey, slugKey, codesKey]) {
    const free = byKey(
      b.filter((marker) => !taken.has(marker)),
      keyOf,
    )
    for (const marker of a) {
      const key = keyOf(marker)
      if (partner.has(marker) || key === null) continue
      const found = free.get(key)?.shift()
      if (!found) continue
      partner.set(marker, found)
      taken.add(found)
    }
  }
  const pair = (marker: Marker) => {
    const found = partner.get(marker)
    return found ? [{ a: marker, b: found }] : []
  }
  return {
    only_a: a.filter((marker) => !partner.has(marker)),
    only_b: b.filter((marker) => !taken.has(marker)),
    both: a.flatMap(pair),
    codes: countCodes(testCodes(a), testCodes(b)),
  }
}

function byKey(markers: readonly Marker[], keyOf: (marker: Marker) => string | null): Map<string, Marker[]> {
  const groups = new Map<string, Marker[]>()
  for (const marker of markers) {
    const key = keyOf(marker)
    if (key !== null) groups.set(key, [...(groups.get(key) ?? []), marker])
  }
  return groups
}

const idKey = ({ id }: Marker) => String(id)
const slugKey = ({ slug }: Marker) => compactKey(slug) || null

function codesKey({ expected_results }: Marker) {
  const codes = new Set(expected_results.flatMap(({ loinc }) => loinc?.code ?? []))
  return codes.size === 0 ? null : [...codes].sort().join(' ')
}

function testCodes(markers: readonly Marker[]): Set<string> {
  return new Set(markers.flatMap(({ expected_results }) => expected_results.flatMap(({ loinc }) => loinc?.code ?? [])))
}

function countCodes(a: ReadonlySet<string>, b: ReadonlySet<string>) {
  const both = [...a].filter((code) => b.has(code)).length
  return { only_a: a.size - both, only_b: b.size - both, both }
}
