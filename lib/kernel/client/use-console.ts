/** One read of the console's own interface in the browser, with what the server met when it made the HTML. */
import { useQuery } from '@tanstack/react-query'
import type { Endpoint, EndpointInput } from '#lib/kernel/endpoint.ts'
import { pageTimeOf } from '#lib/utils/time/clock.ts'
import { failureOf, type RequestFailure } from './errors.ts'
import { consoleQuery } from './queries.ts'

/** Shows the server-side prefetch's failure until data arrives; doesn't retry after a 403. */
export function useConsole<E extends Endpoint>(endpoint: E, input: EndpointInput<E>, initial: RequestFailure | null) {
  // Asking again does not change a role, and each refusal is an entry in the audit log.
  const query = useQuery({ ...consoleQuery(endpoint, input, {}), enabled: initial?.status !== 403 })
  const unanswered = query.data === undefined ? initial : null
  return {
    data: query.data,
    failure: query.error ? failureOf(query.error) : unanswered,
    isFetching: query.isFetching,
    updatedAt: pageTimeOf(query.dataUpdatedAt),
    refetch: () => void query.refetch(),
  }
}
