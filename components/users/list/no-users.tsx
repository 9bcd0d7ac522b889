'use client'
import { Users } from 'lucide-react'
import { EmptyState, PastTheEnd } from '#components/patterns/states/empty-state.tsx'
import { Button } from '#components/ui/button/button.tsx'

interface NoUsersProps {
  /** The address points past the end of a list that does hold users. */
  beyond: boolean
  /** Filters or a text are on. */
  asked: boolean
  /** Why nobody can be found so, in words. */
  impossible: string | null
  onFirst: () => void
  onClear: () => void
}

/** A page without rows, and the way on. */
export function NoUsers({ beyond, asked, impossible, onFirst, onClear }: NoUsersProps) {
  const mark = <Users aria-hidden="true" className="size-5" strokeWidth={1.8} />
  if (beyond) return <PastTheEnd mark={mark} noun="users" onFirst={onFirst} />
  if (asked) {
    return (
      <EmptyState
        mark={mark}
        title={impossible ? 'These filters contradict each other' : 'No users match'}
        action={<Button onPress={onClear}>Clear all</Button>}
      >
        {impossible ?? 'No user has this reference or ID. Type at least three characters of the reference.'}
      </EmptyState>
    )
  }
  return (
    <EmptyState mark={mark} title="No users yet">
      Users appear here when your team creates them through the API.
    </EmptyState>
  )
}
