/** What of all connections is asked for: in the address as a person set it, on the wire with the viewer's zone. Pure. */
import { parseAsNativeArrayOf, parseAsString } from 'nuqs/server'
import { countParser } from '#lib/client/list-search.ts'
import type { Paging } from '#lib/client/use-paged-list.ts'
import { countDirectorySources, searchDirectoryConnections } from '#lib/contract/console/directory.ts'

export const CONNECTION_SIZES = [25, 50, 100, 250, 500] as const

/** Days are the viewer's own, so that their zone is no part of an address that others open too. */
export const connectionAddress = searchDirectoryConnections.query.omit({ time_zone: true })

const { created_from, created_to } = connectionAddress.shape

const day = (schema: typeof created_from | typeof created_to) => ({
  ...parseAsString,
  parse: (raw: string) => schema.safeParse(raw).data ?? null,
})

export const connectionParsers = {
  offset: countParser(connectionAddress, 'offset'),
  limit: countParser(connectionAddress, 'limit'),
  sources: parseAsNativeArrayOf(parseAsString),
  created_from: day(created_from),
  created_to: day(created_to),
}

export interface ConnectionFilters {
  sources: readonly string[]
  created_from: string | null
  created_to: string | null
}

export function connectionPaging(
  environment: string,
  { sources, created_from: from, created_to: to }: ConnectionFilters,
  time_zone: string,
): Paging<typeof searchDirectoryConnections> {
  return {
    endpoint: searchDirectoryConnections,
    toInput: (offset, limit) => ({
      params: { environment },
      query: { ...datesOf({ from, to }, time_zone), ...(sources.length > 0 && { sources: [...sources] }), offset, limit },
    }),
    count: ({ connections, total }) => ({ rows: connections.length, total }),
  }
}

/** Of the dates alone: a source that is chosen is seen among the others. */
export function countsInput(
  environment: string,
  { created_from: from, created_to: to }: Omit<ConnectionFilters, 'sources'>,
  time_zone: string,
) {
  return { params: { environment }, query: datesOf({ from, to }, time_zone) }
}
export const countsEndpoint = countDirectorySources

function datesOf({ from, to }: { from: string | null; to: string | null }, time_zone: string) {
  return {
    ...(from && { created_from: from }),
    ...(to && { created_to: to }),
    ...((from || to) && { time_zone }),
  }
}
