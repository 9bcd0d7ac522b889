import { Cable } from 'lucide-react'
import { EmptyState, PastTheEnd } from '#components/patterns/states/empty-state.tsx'
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
        title={problem ? 'Nothing was asked for' : 'No connection matches these filters'}
        action={<Button onPress={onClear}>Clear filters</Button>}
      >
        {problem ?? 'No source of this kind was connected in this time, as far as the directory knows.'}
      </EmptyState>
    )
  }
  if (state && state.complete_at === null) {
    return (
      <EmptyState mark={mark} title="The list of users is being read">
        Connections appear here as the directory reads the users of this environment for the first time.
      </EmptyState>
    )
  }
  return (
    <EmptyState mark={mark} title="Nobody has connected a source yet">
      A connection appears here once a user links a source, or after an import, when the directory is next read.
    </EmptyState>
  )
}
