'use client'
import { useQuery } from '@tanstack/react-query'
import { searchDirectoryConnections } from '#lib/domains/users/directory-connections.ts'
import type { UserAddress } from '#lib/domains/users/queries.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'

/** Milliseconds between two looks. */
const EVERY = 60_000

/** When each of a user's sources last sent data, by slug: null for never; what isn't known is not in it. */
export function useLastData({ environment, user_id }: UserAddress): ReadonlyMap<string, string | null> {
  const input = { params: { environment }, query: { user_id, limit: 100 } }
  const { data } = useQuery({ ...consoleQuery(searchDirectoryConnections, input, {}), refetchInterval: EVERY })
  return new Map(data?.connections.map(({ source, last_data_at }) => [source.slug, last_data_at]))
}
