/** How many events arrived since the list was made: they are counted, and the rows stay where they are. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { countEvents, countNewEvents, listEvents } from '#lib/domains/events/received.ts'
import { useLiveEvents } from '#lib/domains/events/use-live-events.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { SECOND } from '#lib/utils/time/durations.ts'
import type { RowsQuery } from './event-query.ts'

interface NewEvents {
  environment: string
  query: RowsQuery
  /** The newest event of the list; undefined while there is none. */
  after: number | undefined
  isLive: boolean
}

const EVERY = 5 * SECOND

/** Returns their number, how to show them, and whether they are heard of as they arrive. */
export function useNewEvents({ environment, query, after, isLive }: NewEvents) {
  const client = useQueryClient()
  const { to: _, ...open } = query
  const input = { params: { environment }, query: { ...open, after: after ?? 0 } }
  const counting = consoleQuery(countNewEvents, input, {})
  const isOn = isLive && after !== undefined && query.to === undefined
  const isHeard = useLiveEvents({
    environment,
    after: after ?? null,
    isOn,
    onNews: () => void client.invalidateQueries({ queryKey: counting.queryKey }),
  })
  const { data } = useQuery({
    ...counting,
    enabled: isOn,
    refetchInterval: isHeard ? false : EVERY,
    staleTime: 0,
  })
  const show = () =>
    Promise.all([listEvents, countEvents].map(({ name }) => client.invalidateQueries({ queryKey: ['console', name] })))
  return { count: isLive ? (data?.count ?? 0) : 0, show, isHeard }
}
