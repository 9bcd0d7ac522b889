/** The first page of a list, fetched while its HTML is made, in a form that travels to the browser. */
import { type DehydratedState, dehydrate, type QueryClient } from '@tanstack/react-query'
import type { Endpoint, EndpointInput } from '#lib/kernel/endpoint.ts'
import { failureOf, RequestError, type RequestFailure } from './errors.ts'
import { consoleQuery, createQueryClient, serviceQuery } from './queries.ts'
import type { RequestContext } from './request.ts'

/** Milliseconds. Past these a person should see the frame of the page; the browser then asks again by itself. */
const TIMEOUT_MS = 2_500

export interface Prefetched {
  state: DehydratedState
  /** Set when the service answered with an error: a failed query is not dehydrated, and an Error loses its words. */
  failure: RequestFailure | null
}

/** One read of the service. */
export function prefetch<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  context: RequestContext,
): Promise<Prefetched> {
  return prefetchWith((client) => client.fetchQuery({ ...serviceQuery(endpoint, input, context), retry: false }))
}

/** One read of the console's own interface. */
export function prefetchConsole<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  context: Omit<RequestContext, 'environment'>,
): Promise<Prefetched> {
  return prefetchWith((client) => client.fetchQuery({ ...consoleQuery(endpoint, input, context), retry: false }))
}

/** Never throws for what the service did: an error is for the page to show. `patience` in milliseconds. */
export async function prefetchWith(
  fill: (client: QueryClient) => Promise<unknown>,
  patience = TIMEOUT_MS,
): Promise<Prefetched> {
  const client = createQueryClient()
  const timer = setTimeout(() => void client.cancelQueries(), patience)
  const failure = await fill(client)
    .then(() => null)
    .catch((error: unknown) => (error instanceof RequestError ? failureOf(error) : null))
  clearTimeout(timer)
  return { state: dehydrate(client), failure }
}
