/** Two lab tests side by side: what both measure, and what one of them alone does. Pure. */
import type { Marker } from '#lib/domains/catalog/marker.ts'
import { compactKey } from '#lib/utils/text/typed-text.ts'

export interface Compared {
  only_a: Marker[]
  only_b: Marker[]
  both: { a: Marker; b: Marker }[]
  /** Different LOINC codes among the expected results. */
  codes: { only_a: number; only_b: number; both: number }
}

/**
 * Each marker of one test has at most one partner in the other: the same marker by its id, or else of the same slug,
 * or else one that reports the same LOINC codes. Labs number and name markers themselves; codes they share.
 */
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
    codes: countCodes(codesOf(a), codesOf(b)),
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

function codesOf(markers: readonly Marker[]): Set<string> {
  return new Set(markers.flatMap(({ expected_results }) => expected_results.flatMap(({ loinc }) => loinc?.code ?? [])))
}

function countCodes(a: ReadonlySet<string>, b: ReadonlySet<string>) {
  const both = [...a].filter((code) => b.has(code)).length
  return { only_a: a.size - both, only_b: b.size - both, both }
}
