/** A comparison of two lab tests as rows of a table outside this console. Pure. */

import { findMarkers } from '#components/catalog/markers/find-markers.ts'
import { subtract } from '#components/catalog/markers/price.ts'
import type { Marker } from '#lib/domains/catalog/marker.ts'
import type { CsvCell } from '#lib/utils/text/csv.ts'
import type { Compared } from './compare-tests.ts'

interface Names {
  a: string
  b: string
}

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
    ...both.map(({ a, b }) => ['both', a.name, b.name, codesOf(a).join(' '), a.price, b.price, differenceOf(a, b)]),
    ...only_a.map((marker) => [names.a, marker.name, '', codesOf(marker).join(' '), marker.price, '', '']),
    ...only_b.map((marker) => [names.b, marker.name, marker.name, codesOf(marker).join(' '), '', marker.price, '']),
  ]
}

/** Signed; empty where a price is no number. */
function differenceOf(a: Marker, b: Marker): string {
  const difference = subtract(b.price, a.price)
  if (!difference) return ''
  return difference.sign < 0 ? `-${difference.amount}` : difference.amount
}
