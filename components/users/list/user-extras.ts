import type { FilterCount } from '#components/patterns/list/filters/filter-counts.ts'
import { choiceId, type FilterExtras } from '#components/patterns/list/filters/filter-fields.ts'
import { searchDirectory } from '#lib/domains/users/directory.ts'
import { consoleRead } from '#lib/kernel/client/queries.ts'
import { CONNECTION_CHOICES, type UserFilters, usersBody } from './users-search.ts'

interface Asker {
  environment: string
  /** Text searched together with the filters. */
  text: string
  timeZone: string
  today: string
}

/** Returns the values of the filters, and how they are counted: one search of the directory each, without rows. */
export function userExtras({ environment, text, timeZone, today }: Asker): FilterExtras<UserFilters> {
  const readOf = (filters: UserFilters) => {
    const unsorted = { ...filters, order_key: null, order_direction: null }
    const body = { ...usersBody(unsorted, text, timeZone, today), limit: 0 }
    return consoleRead(searchDirectory, { params: { environment }, body }, {})
  }
  return {
    // Sources say their connections themselves.
    choicesOf: (field) =>
      field === 'connections'
        ? CONNECTION_CHOICES.map(({ value, text: label }) => ({
            id: choiceId(value),
            label,
            choose: (filters) => ({ ...filters, has_connections: value }),
          }))
        : [],
    counts: (choices) => {
      const reads = choices.map(readOf)
      return {
        queryKey: reads.flatMap(({ queryKey }) => queryKey),
        queryFn: (call): Promise<FilterCount[]> =>
          Promise.all(reads.map(async ({ queryFn }) => (await queryFn(call)).total ?? 'more')),
      }
    },
  }
}
