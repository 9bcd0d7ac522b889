/** One record per list gives its address schema, the empty filters, both ways of the address, and its pages. Pure. */
import type { z } from 'zod'
import { consolePage } from '#lib/kernel/client/queries.ts'
import type { RequestContext } from '#lib/kernel/client/request.ts'
import type { Endpoint, EndpointInput } from '#lib/kernel/endpoint.ts'
import { chosenOf, type ParsedFilters, parseFilters, writeListSearch } from '#lib/kernel/list/list-search.ts'

interface ListAddress<S extends z.ZodObject, P extends keyof ParsedFilters<S>> {
  address: S
  /** Keys of the address that are no filters: which page, which row is open. */
  place: readonly P[]
  /** Filters that always stand, so that they alone leave no list filtered. */
  always?: readonly Exclude<keyof ParsedFilters<S>, P>[]
}

/** The place in a list: its filters, and what else the address says. */
export type ListPlace<F, P> = P & { filters: F }

export interface DefinedList<F, P> {
  read: (search: URLSearchParams) => { place: ListPlace<F, P>; ignored: string[] }
  /** The address of a place, without what is usual. */
  write: (place: ListPlace<F, P>) => URLSearchParams
  none: F
  isFiltered: (filters: F) => boolean
  /** The filters without a choice, those that always stand as they are. */
  cleared: (filters: F) => F
}

export function defineList<S extends z.ZodObject, P extends keyof ParsedFilters<S>>({
  address,
  place,
  always = [],
}: ListAddress<S, P>) {
  type Filters = Omit<ParsedFilters<S>, P>
  const read = (search: URLSearchParams) => {
    const { wanted, ignored } = parseFilters(address, search)
    const rest = only(wanted, (key) => place.some((one) => one === key))
    // biome-ignore lint/nursery/noUnsafeTypeAssertion: these are the keys that the type names
    const filters = only(wanted, (key) => !Object.hasOwn(rest, key)) as Filters
    // biome-ignore lint/nursery/noUnsafeTypeAssertion: these are the keys that the type names
    return { place: { ...rest, filters } as ListPlace<Filters, Pick<ParsedFilters<S>, P>>, ignored }
  }
  const none = read(new URLSearchParams()).place.filters
  const stands = (key: string) => always.some((one) => one === key)
  const list: DefinedList<Filters, Pick<ParsedFilters<S>, P>> = {
    read,
    write: ({ filters, ...rest }) => writeListSearch(address, { ...filters, ...rest }),
    none,
    isFiltered: (filters) => Object.keys(chosenOf(only(filters, (key) => !stands(key)))).length > 0,
    cleared: (filters) => ({ ...none, ...only(filters, stands) }),
  }
  return list
}

function only<T extends object>(values: T, isWanted: (key: string) => boolean): Partial<T> {
  // biome-ignore lint/nursery/noUnsafeTypeAssertion: entries of `values` and no others
  return Object.fromEntries(Object.entries(values).filter(([key]) => isWanted(key))) as Partial<T>
}

/** Returns one page of a list of the console, the same on the server and in the browser. */
export function pagesOf<E extends Endpoint>(endpoint: E) {
  type Query = Omit<z.input<E['query']>, 'offset' | 'limit'>
  return ({ environment, ...context }: RequestContext, query: Query, offset: number, limit: number) => {
    const input = { params: { environment }, query: { ...query, ...(offset > 0 && { offset }), limit } }
    // biome-ignore lint/nursery/noUnsafeTypeAssertion: an endpoint in an environment, whose query has a page
    return consolePage(endpoint, input as EndpointInput<E>, context)
  }
}

/** The values with one more, or without it where it was among them. */
export function toggled<T>(values: readonly T[], value: T): T[] {
  return values.includes(value) ? values.filter((one) => one !== value) : [...values, value]
}
