/** State of the markers page, as its address holds it. Pure. */
import { z } from 'zod'
import { uuid } from '#lib/kernel/fields.ts'
import { readListSearch, writeListSearch } from '#lib/kernel/list/list-search.ts'
import { SORTS } from './find-markers.ts'

export const markersAddress = z.object({
  lab_test: uuid.optional(),
  lab_account: uuid.optional(),
  /** Another lab test, beside the first. */
  compare: uuid.optional(),
  sort: z.enum(SORTS).default('sent'),
})
export type MarkersSearch = z.input<typeof markersAddress>

export function readMarkersSearch(search: URLSearchParams): MarkersSearch & { ignored: string[] } {
  const { query, ignored } = readListSearch(markersAddress, search)
  return { ...query, ignored }
}

export const writeMarkersSearch = (search: MarkersSearch) => writeListSearch(markersAddress, search)
