import { Cable } from 'lucide-react'
import { EmptyState } from '#components/patterns/states/empty-state.tsx'
import { PastTheEnd } from '#components/patterns/states/past-the-end.tsx'
import { Button } from '#components/ui/button/button.tsx'
import type { DirectoryState } from '#lib/domains/users/directory.ts'

interface NoConnectionsProps {
  /** Null until the directory has answered. */
  state: DirectoryState | null
  /** Why the filters cannot be asked. */
  problem: string | null
  isFiltered: boolean
  /** The address points past the end of a list that does hold connections. */
  beyond: boolean
  onClear: () => void
  onFirst: () => void
}

const mark = <Cable aria-hidden="true" className="size-5" strokeWidth={1.8} />

/** Why there is no row, and the way on. */
export function NoConnections({ state, problem, isFiltered, beyond, onClear, onFirst }: NoConnectionsProps) {
  if (beyond) return <PastTheEnd mark={mark} noun="connections" onFirst={onFirst} />
  if (isFiltered) {
    return (
      <EmptyState
        mark={mark}
        title={problem ? 'These filters contradict each other' : 'No matching connections'}
        action={<Button onPress={onClear}>Clear filters</Button>}
      >
        {problem ?? 'No connection matches all of these filters, as far as the directory knows.'}
      </EmptyState>
    )
  }
  if (state && state.complete_at === null) {
    return (
      <EmptyState mark={mark} title="Loading the user directory">
        Connections appear here while the directory loads this environment’s users for the first time.
      </EmptyState>
    )
  }
  return (
    <EmptyState mark={mark} title="No connections yet">
      A connection appears here after a user links a source or after an import, once the directory refreshes.
    </EmptyState>
  )
}
