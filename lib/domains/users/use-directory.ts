/** How fresh the user directory is, kept true while a page of it is open, and the way to have it read again. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from 'next/navigation'
import { useEffect } from 'react'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { useConsole } from '#lib/kernel/client/use-console.ts'
import { clockShift } from '#lib/utils/time/clock.ts'
import { type DirectoryState, getDirectoryState, refreshDirectory } from './directory.ts'
import { countDirectorySources } from './directory-connections.ts'

/** Milliseconds between polls of the directory. */
const WHILE_READING = 2_000
const WHILE_BROKEN = 15_000
const OTHERWISE = 60_000

/** `known` came with a page at `knownAt`. What is read anew has the answers of the endpoints named asked for again. */
export function useDirectoryState(
  environment: string,
  known: DirectoryState | null,
  knownAt: number,
  endpoints: readonly string[],
): DirectoryState | null {
  const client = useQueryClient()
  // By this machine's clock, as queries tell how old their data is.
  const knownHere = knownAt - clockShift()
  const query = useQuery({
    ...consoleQuery(getDirectoryState, { params: { environment } }, {}),
    enabled: known !== null,
    refetchInterval: ({ state }) => pauseAfter(state.data),
    ...(known && { initialData: known, initialDataUpdatedAt: knownHere }),
  })
  const state = known && query.dataUpdatedAt > knownHere ? (query.data ?? known) : known
  const isOlder = known !== null && state !== null && state.complete_at !== known.complete_at
  useEffect(() => {
    if (!isOlder) return
    for (const name of endpoints) void client.invalidateQueries({ queryKey: ['console', name] })
  }, [isOlder, client, endpoints])
  return state
}

function pauseAfter(state: DirectoryState | undefined) {
  if (!state?.crawl) return OTHERWISE
  return state.retry_at === null ? WHILE_READING : WHILE_BROKEN
}

/** Has the whole list read again. Returns why that could not be asked, in words; null when it is under way. */
export function useRefreshDirectory(environment: string) {
  const client = useQueryClient()
  return async (): Promise<string | null> => {
    try {
      const state = await consoleRequest(refreshDirectory, { params: { environment } }, {})
      client.setQueryData(consoleQuery(getDirectoryState, { params: { environment } }, {}).queryKey, state)
      return null
    } catch (error) {
      if (error instanceof RequestError) return error.message
      throw error
    }
  }
}

/** The sources that anybody has connected, for a choice among them; null until they are there. */
export function useSourceOptions() {
  const { environment } = useParams<{ environment: string }>()
  const { data, failure } = useConsole(countDirectorySources, { params: { environment } }, null)
  const options = data?.source_counts.map(({ source: { slug, name }, connections }) => ({ slug, name, connections }))
  return { options: options ?? null, problem: failure?.detail ?? null }
}
