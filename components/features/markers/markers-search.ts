/** What the page shows, as its address holds it. Pure. */
import { z } from 'zod'
import { readListSearch } from '#lib/client/list-search.ts'
import { uuid } from '#lib/contract/fields.ts'
import { encodeQuery } from '#lib/contract/wire.ts'
import { SORTS } from './find-markers.ts'

const address = z.object({
  lab_test: uuid.optional(),
  lab_account: uuid.optional(),
  /** Another lab test, beside the first. */
  compare: uuid.optional(),
  sort: z.enum(SORTS).optional(),
})
export type MarkersSearch = z.output<typeof address>

export function readMarkersSearch(search: URLSearchParams): MarkersSearch & { ignored: string[] } {
  const { query, ignored } = readListSearch(address, search)
  return { ...query, ignored }
}

export function writeMarkersSearch({ lab_test, lab_account, compare, sort }: MarkersSearch): URLSearchParams {
  return new URLSearchParams(
    encodeQuery({
      ...(lab_test && { lab_test }),
      ...(lab_account && { lab_account }),
      ...(compare && { compare }),
      ...(sort && sort !== 'sent' && { sort }),
    }),
  )
}
