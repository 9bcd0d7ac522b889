/** The server's clock in a page, for what runs out by it; asked for once. */
import { useQuery } from '@tanstack/react-query'
import { serverClockOffset } from './server-clock.ts'

/** Milliseconds to add to this machine's clock to have the server's; 0 until it is known. */
export function useClockOffset(): number {
  const options = { queryKey: ['server-clock'], staleTime: Number.POSITIVE_INFINITY }
  return useQuery({ ...options, queryFn: ({ signal }) => serverClockOffset(signal) }).data ?? 0
}
