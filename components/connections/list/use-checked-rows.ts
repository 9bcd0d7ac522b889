import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import {
  type SourceCount,
  type StateCoverage,
  searchDirectoryConnections,
} from '#lib/domains/users/directory-connections.ts'

/** Milliseconds between two counts. */
const WHILE_CHECKING = 5_000
const OTHERWISE = 60_000

/** Whether users wait to be checked, for the first time or again because somebody asked. */
export function isChecking({ users, checked, asked_at, rechecked }: StateCoverage): boolean {
  return checked < users || (asked_at !== null && rechecked < users)
}

export function pauseBetweenCounts(coverage: StateCoverage | undefined): number {
  return coverage && coverage.retry_at === null && isChecking(coverage) ? WHILE_CHECKING : OTHERWISE
}

/** Reads the rows again when the number of connections in a state has changed, or data arrived. */
export function useCheckedRows(counts: readonly SourceCount[] | undefined, coverage: StateCoverage | undefined): void {
  const client = useQueryClient()
  const states =
    counts && JSON.stringify([coverage?.last_data_at, ...counts.map((count) => [count.source.slug, count.states])])
  const known = useRef(states)
  useEffect(() => {
    const before = known.current
    known.current = states
    if (before === undefined || states === undefined || before === states) return
    void client.invalidateQueries({ queryKey: ['console', searchDirectoryConnections.name] })
  }, [states, client])
}
