/** The matrix of sources and data types, from what the server counted. Pure. */
import type { SourceCount, TypeCoverage } from '#lib/domains/users/directory-connections.ts'

export interface CoverageCell {
  type: string
  available: number
  denied: number
  never: number
}

interface Coverage {
  rows: { source: SourceCount['source']; cells: CoverageCell[] }[]
  /** In the order of the columns. */
  types: string[]
  /** There are more sources or types than are shown. */
  isCut: boolean
}

/** Returns the sources with most connections, and the types that most connections are affected by, then those most send. */
export function coverageOf(
  counted: readonly TypeCoverage[],
  sources: readonly SourceCount[],
  most: { sources: number; types: number },
): Coverage {
  const bySlug = Map.groupBy(counted, ({ slug }) => slug)
  const known = sources.filter(({ source }) => bySlug.has(source.slug.toLowerCase()))
  const shown = known.slice(0, most.sources)
  const ofShown = shown.flatMap(({ source }) => bySlug.get(source.slug.toLowerCase()) ?? [])
  const byType = [...Map.groupBy(ofShown, ({ resource }) => resource)].map(([type, cells]) => ({
    type,
    affected: cells.reduce((sum, { denied, never }) => sum + denied + never, 0),
    available: cells.reduce((sum, { available }) => sum + available, 0),
  }))
  const ranked = byType.toSorted((a, b) => b.affected - a.affected || b.available - a.available)
  const types = ranked
    .slice(0, most.types)
    .map(({ type }) => type)
    .sort()
  const rows = shown.map(({ source }) => {
    const cells = new Map(bySlug.get(source.slug.toLowerCase())?.map((cell) => [cell.resource, cell]))
    return {
      source,
      cells: types.map((type) => {
        const { available = 0, denied = 0, never = 0 } = cells.get(type) ?? {}
        return { type, available, denied, never }
      }),
    }
  })
  return { rows, types, isCut: known.length > shown.length || byType.length > types.length }
}
