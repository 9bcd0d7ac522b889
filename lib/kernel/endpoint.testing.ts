/** Calls of endpoints in tests: their addresses come from the records that servers and clients are derived from. */
import type { EndpointRecord } from './endpoint.ts'
import { buildPath, CONSOLE_PREFIX, encodeQuery, PROXY_PREFIX, placeholders, type QueryValues } from './wire.ts'

type Addressed = Pick<EndpointRecord, 'path' | 'params' | 'query'>
type Names<S extends Addressed['query']> = keyof S['shape'] & string

/** Path parameters of an endpoint; values may be invalid, as tests send wrong ones too. */
export interface AddressValues<E extends Addressed> {
  params?: Partial<Record<Names<E['params']>, unknown>> | undefined
  query?: Partial<Record<Names<E['query']>, QueryValues[string]>> | undefined
}

/**
 * Returns path and query as a service has them.
 * @throws Error when a placeholder of the path has no value
 */
export function pathOf<E extends Addressed>(endpoint: E, { params = {}, query = {} }: AddressValues<E> = {}): string {
  const missing = placeholders(endpoint.path).find((name) => !Object.hasOwn(params, name))
  if (missing !== undefined) throw new Error(`${endpoint.path} needs ${missing}.`)
  const search = encodeQuery(query)
  return `${buildPath(endpoint.path, params)}${search && `?${search}`}`
}

export const JSON_TYPE = { 'content-type': 'application/json' }

/** Request of a test; `json` becomes the body, with its content type. */
export interface CallValues<E extends Addressed> extends AddressValues<E>, Omit<RequestInit, 'headers'> {
  headers?: Readonly<Record<string, string>>
  json?: unknown
}

/** Returns path, query and request of a call, for a test that speaks to a server itself. */
export function callOf<E extends Addressed & Pick<EndpointRecord, 'method'>>(
  endpoint: E,
  { params, query, json, headers, ...init }: CallValues<E> = {},
): [path: string, init: RequestInit] {
  const contentType = json === undefined ? {} : JSON_TYPE
  const body = json === undefined ? {} : { body: JSON.stringify(json) }
  return [
    pathOf(endpoint, { params, query }),
    { method: endpoint.method, headers: { ...contentType, ...headers }, ...body, ...init },
  ]
}

/** Returns where the console offers an endpoint of its own. */
export function consoleAddress<E extends Addressed>(endpoint: E, values?: AddressValues<E>): string {
  return `${CONSOLE_PREFIX}${pathOf(endpoint, values)}`
}

/** Returns where the console offers an endpoint of the service behind an environment. */
export function proxyAddress<E extends Addressed>(environment: string, endpoint: E, values?: AddressValues<E>): string {
  return `${PROXY_PREFIX}/${environment}${pathOf(endpoint, values)}`
}

/** Returns method and path, as errors and logs name a call. */
export function callName({ method, path }: Pick<EndpointRecord, 'method' | 'path'>): string {
  return `${method} ${path}`
}
