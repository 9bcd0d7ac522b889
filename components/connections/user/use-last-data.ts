'use client'
import { useQuery } from '@tanstack/react-query'
import { type DirectoryConnection, searchDirectoryConnections } from '#lib/domains/users/directory-connections.ts'
import type { UserAddress } from '#lib/domains/users/queries.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'

/** Milliseconds between two looks. */
const EVERY = 60_000

/** What the directory knows of each of a user's sources, by slug: when data last came, and in which rhythm. */
export function useKnownConnections({ environment, user_id }: UserAddress): ReadonlyMap<string, DirectoryConnection> {
  const input = { params: { environment }, query: { user_id, limit: 100 } }
  const { data } = useQuery({ ...consoleQuery(searchDirectoryConnections, input, {}), refetchInterval: EVERY })
  return new Map(data?.connections.map((connection) => [connection.source.slug, connection]))
}
