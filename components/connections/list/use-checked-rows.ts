'use client'
/** Keeps the rows true while connections are checked in the background. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type SourceCount, type StateCoverage, searchDirectoryConnections } from '#lib/domains/users/directory.ts'

/** Milliseconds between two counts: short until every user was checked once. */
const WHILE_CHECKING = 5_000
const OTHERWISE = 60_000

export function pauseBetweenCounts(coverage: StateCoverage | undefined): number {
  return coverage && coverage.retry_at === null && coverage.checked < coverage.users ? WHILE_CHECKING : OTHERWISE
}

/** Reads the rows again when as many connections are in each state as before no longer holds. */
export function useCheckedRows(counts: readonly SourceCount[] | undefined): void {
  const client = useQueryClient()
  const states = counts && JSON.stringify(counts.map((count) => [count.source.slug, count.states]))
  const known = useRef(states)
  useEffect(() => {
    const before = known.current
    known.current = states
    if (before === undefined || states === undefined || before === states) return
    void client.invalidateQueries({ queryKey: ['console', searchDirectoryConnections.name] })
  }, [states, client])
}
