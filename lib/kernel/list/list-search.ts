/** A list's state in the address: read by the endpoint's own query schema, on the server and in the browser alike. */
import type { z } from 'zod'
import { PAGE_PARAMS } from '#lib/kernel/client/page-param.ts'
import { decodeQuery, encodeQuery, type QueryValues } from '#lib/kernel/wire.ts'

export interface ListSearch<S extends z.ZodObject> {
  query: z.output<S>
  /** Keys whose value the schema refuses; their defaults stand in `query`. */
  ignored: string[]
}

/** Never throws: a value that cannot be used is left out and named. */
export function readListSearch<S extends z.ZodObject>(schema: S, search: URLSearchParams): ListSearch<S> {
  const values = decodeQuery(schema, search)
  const first = schema.safeParse(values)
  if (first.success) return { query: first.data, ignored: [] }
  const ignored = [...new Set(first.error.issues.map(({ path }) => String(path[0])))]
  const kept = Object.fromEntries(Object.entries(values).filter(([key]) => !ignored.includes(key)))
  return { query: schema.parse(kept), ignored }
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
  const usual: Readonly<Record<string, unknown>> = schema.parse({})
  const unusual = Object.entries(values).filter(([key, value]) => value !== usual[key])
  return new URLSearchParams(encodeQuery(Object.fromEntries(unusual)))
}
