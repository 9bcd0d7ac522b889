'use client'
import { useQuery } from '@tanstack/react-query'
import { countDirectorySources } from '#lib/domains/users/directory-connections.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { SilentSources } from './silent-sources.tsx'

/** Milliseconds between two looks. */
const EVERY = 60_000

/** Incidents of sources, for the overview; nothing where there is none. */
export function SilenceCard({ environment }: { environment: string }) {
  const input = { params: { environment }, query: {} }
  const { data } = useQuery({ ...consoleQuery(countDirectorySources, input, {}), refetchInterval: EVERY })
  return data ? <SilentSources environment={environment} counts={data.source_counts} incidentsOnly /> : null
}
