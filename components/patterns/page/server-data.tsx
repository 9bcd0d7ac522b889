'use client'
import { type DehydratedState, HydrationBoundary } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useDataTurn } from '#lib/demo/news.ts'
import { machineTimeOf } from '#lib/utils/time/clock.ts'

/** Answers that came with the HTML. The server's clock says when, and queries reckon by this machine's. */
export function ServerData({ state, children }: { state: DehydratedState | null | undefined; children: ReactNode }) {
  const own = useMemo(() => state && { ...state, queries: state.queries.map(onThisMachine) }, [state])
  const turn = useDataTurn()
  return (
    <HydrationBoundary key={turn} state={turn === 0 ? own : null}>
      {children}
    </HydrationBoundary>
  )
}

function onThisMachine<Q extends DehydratedState['queries'][number]>(query: Q): Q {
  return { ...query, state: { ...query.state, dataUpdatedAt: machineTimeOf(query.state.dataUpdatedAt) } }
}
