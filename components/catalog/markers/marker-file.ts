/** Markers as rows of a table outside this console: one row an expected result, as the interface names things. Pure. */
import type { Marker } from '#lib/domains/catalog/marker.ts'
import type { CsvCell } from '#lib/utils/text/csv.ts'

export const MARKER_COLUMNS = [
  'marker_id',
  'name',
  'slug',
  'type',
  'unit',
  'price',
  'description',
  'lab_id',
  'provider_id',
  'result_id',
  'result_name',
  'result_provider_id',
  'loinc_code',
  'loinc_name',
  'loinc_unit',
] as const

/** A marker without expected results has a row all the same. */
export function markerRows(markers: readonly Marker[]): CsvCell[][] {
  return markers.flatMap(({ expected_results, ...marker }) => {
    const { id, name, slug, type, unit, price, description, lab_id, provider_id } = marker
    const own = [id, name, slug, type ?? '', unit ?? '', price, description ?? '', lab_id, provider_id]
    if (expected_results.length === 0) return [[...own, '', '', '', '', '', '']]
    return expected_results.map((result) => {
      const { code = '', name: called = '', unit: in_unit } = result.loinc ?? {}
      return [...own, result.id, result.name, result.provider_id, code, called, in_unit ?? '']
    })
  })
}
