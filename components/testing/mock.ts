/** Answers of one endpoint in component tests: method and address come from its record. */
import { type HttpHandler, type HttpResponseResolver, http, type RequestHandlerOptions } from 'msw'
import { AUTH_PREFIX } from '#lib/domains/staff/sign-in.ts'
import type { EndpointRecord } from '#lib/kernel/endpoint.ts'
import { CONSOLE_PREFIX, PROXY_PREFIX } from '#lib/kernel/wire.ts'

type Mocked = Pick<EndpointRecord, 'section' | 'method' | 'path' | 'personal'>

const METHODS = { GET: http.get, POST: http.post, PATCH: http.patch, DELETE: http.delete } as const

/**
 * Returns a handler for `server.use`; the resolver gets what MSW's own get. A read whose query may name a person is
 * answered however it is sent: with the query in the address or in a body.
 */
export function mock(
  endpoint: Mocked,
  resolver: HttpResponseResolver<Record<string, string>>,
  options: RequestHandlerOptions = {},
): HttpHandler {
  const path = endpoint.path.replace(/\{(\w+)\}/g, ':$1')
  const on = endpoint.personal ? http.all : METHODS[endpoint.method]
  return on(`*${prefixOf(endpoint)}${path}`, resolver, options)
}

/** Returns the record of one endpoint with values in its path: a call with any others isn't answered. */
export function at(endpoint: Mocked, params: Readonly<Record<string, string>>): Mocked {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (placeholder, name: string) => params[name] ?? placeholder)
  return { ...endpoint, path }
}

function prefixOf({ section }: Mocked): string {
  if (section === 'console') return CONSOLE_PREFIX
  return section === 'sign-in' ? AUTH_PREFIX : `${PROXY_PREFIX}/:environment`
}
