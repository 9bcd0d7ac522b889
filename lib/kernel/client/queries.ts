/** Query options derived from the contract: the key is the environment, the endpoint's name and its input. */
import { QueryClient, queryOptions } from '@tanstack/react-query'
import type { Endpoint, EndpointInput } from '#lib/kernel/endpoint.ts'
import { RequestError } from './errors.ts'
import { consoleRequest, type RequestContext, request } from './request.ts'

interface Signalled {
  signal: AbortSignal
}

/** One page of a list of the service: an item that can’t be read hides no other; see `unreadableIn`. */
export function servicePage<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  context: RequestContext,
  options: { isChecked?: boolean } = {},
) {
  return {
    // Readers of the whole list must not share this entry.
    queryKey: ['service', context.environment, endpoint.name, input, 'each'],
    queryFn: ({ signal }: Signalled) => request(endpoint, input, context, { signal, skipUnreadable: true, ...options }),
  }
}

/** One read of the console's own interface. */
export function consoleRead<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  context: Omit<RequestContext, 'environment'>,
) {
  return {
    queryKey: ['console', endpoint.name, input],
    queryFn: ({ signal }: Signalled) => consoleRequest(endpoint, input, context, { signal }),
  }
}

/** One page of a list of the console's own interface, as `servicePage` reads one. */
export function consolePage<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  context: Omit<RequestContext, 'environment'>,
) {
  return {
    queryKey: ['console', endpoint.name, input, 'each'],
    queryFn: ({ signal }: Signalled) => consoleRequest(endpoint, input, context, { signal, skipUnreadable: true }),
  }
}

/** Options for one read of the service, the same on the server (prefetch) and in the browser. */
export function serviceQuery<E extends Endpoint>(endpoint: E, input: EndpointInput<E>, context: RequestContext) {
  return queryOptions({
    queryKey: ['service', context.environment, endpoint.name, input],
    queryFn: ({ signal }: Signalled) => request(endpoint, input, context, { signal }),
  })
}

export function consoleQuery<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  context: Omit<RequestContext, 'environment'>,
) {
  return queryOptions(consoleRead(endpoint, input, context))
}

const MAX_TRIES = 2

/** The proxy has retried the upstream already: only a lost connection to the console itself is tried again. */
function shouldRetry(failures: number, error: Error) {
  return failures < MAX_TRIES && error instanceof RequestError && error.kind === 'network'
}

/** Browsers keep data five minutes; a timer on the server would hold the data of every page drawn. */
export function createQueryClient() {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: shouldRetry, refetchOnWindowFocus: true },
      mutations: { retry: false },
    },
  })
}

/** Drops answers on their way, which were asked for before, and resolves when all that is shown is read again. */
export async function readAllAgain(client: QueryClient): Promise<void> {
  await client.cancelQueries({ type: 'active' })
  await client.invalidateQueries()
}
