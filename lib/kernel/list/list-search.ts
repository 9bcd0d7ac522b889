/** A list's state in the address: read by the endpoint's own query schema, on the server and in the browser alike. */
import type { z } from 'zod'
import { decodeQuery, encodeQuery, isList, type QueryValues } from '#lib/kernel/wire.ts'

/** Parameters of an address that belong to the whole page and to no list: the scenario of a demo, and its guided tour. */
export const PAGE_PARAMS = ['scenario', 'tour', 'step'] as const
export type PageParam = (typeof PAGE_PARAMS)[number]

export interface ListSearch<S extends z.ZodObject> {
  query: z.output<S>
  /** Keys whose value the schema refuses; their defaults stand in `query`. */
  ignored: string[]
}

/** Never throws: a value that cannot be used is left out and named. */
export function readListSearch<S extends z.ZodObject>(schema: S, search: URLSearchParams): ListSearch<S> {
  const values = decodeQuery(schema, search)
  // No schema refuses a NUL in a text, and every interface does.
  const unusable = Object.keys(values).filter((key) => search.getAll(key).some((text) => text.includes('\0')))
  const first = schema.safeParse(without(values, unusable))
  if (first.success) return { query: first.data, ignored: unusable }
  const ignored = [...new Set([...unusable, ...first.error.issues.map(({ path }) => String(path[0]))])]
  return { query: schema.parse(without(values, ignored)), ignored }
}

function without(values: Readonly<Record<string, unknown>>, keys: readonly string[]) {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !keys.includes(key)))
}

/** Values by query key: null or an empty list when unset. */
export type ParsedFilters<S extends z.ZodObject> = {
  [K in keyof z.output<S>]-?: undefined extends z.output<S>[K] ? WantedValue<z.output<S>[K]> : z.output<S>[K]
}
type WantedValue<V> = NonNullable<V> extends readonly (infer One)[] ? readonly One[] : NonNullable<V> | null

/** Guarantee of the type: each key of the schema is there, with what the schema returned or nothing of its kind. */
export function parseFilters<S extends z.ZodObject>(
  schema: S,
  search: URLSearchParams,
): { wanted: ParsedFilters<S>; ignored: string[] } {
  const { query, ignored } = readListSearch(schema, search)
  const values: Readonly<Record<string, unknown>> = query
  const nothing = (key: string) => (isList(schema.shape[key]) ? [] : null)
  const wanted = Object.fromEntries(Object.keys(schema.shape).map((key) => [key, values[key] ?? nothing(key)]))
  // biome-ignore lint/nursery/noUnsafeTypeAssertion: the guarantee above
  return { wanted: wanted as ParsedFilters<S>, ignored }
}

type Writable<V> = V extends readonly (infer One)[] ? One[] : V
export type Chosen<W> = { [K in keyof W]?: Writable<NonNullable<W[K]>> }

/** Returns the values that are set, as an endpoint takes them. Guarantee of the type: null and empty lists are left out. */
export function chosenOf<W extends object>(wanted: W): Chosen<W> {
  const isSet = (value: unknown) => value !== null && !(Array.isArray(value) && value.length === 0)
  // biome-ignore lint/nursery/noUnsafeTypeAssertion: the guarantee above
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => isSet(value))) as Chosen<W>
}

/** The list's part of the query string, from the form in which Next hands it to a page. */
export function searchOf(params: Readonly<Record<string, string | string[] | undefined>>): URLSearchParams {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(params)) {
    if (PAGE_PARAMS.some((name) => name === key)) continue
    for (const item of Array.isArray(value) ? value : [value]) if (item !== undefined) search.append(key, item)
  }
  return search
}

/** The query string of a list's state, without what is usual. */
export function writeListSearch<S extends z.ZodObject>(schema: S, values: QueryValues): URLSearchParams {
  const defaults: Readonly<Record<string, unknown>> = schema.parse({})
  const unusual = Object.entries(values).filter(([key, value]) => value !== defaults[key])
  return new URLSearchParams(encodeQuery(Object.fromEntries(unusual)))
}
