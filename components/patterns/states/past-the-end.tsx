import type { ReactNode } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { EmptyState } from './empty-state.tsx'

interface PastTheEndProps {
  mark: ReactNode
  /** "users" */
  noun: string
  onFirst: () => void
}

/** The address points past the end of a list that does hold rows. */
export function PastTheEnd({ mark, noun, onFirst }: PastTheEndProps) {
  return (
    <EmptyState
      mark={mark}
      title={`No ${noun} on this page`}
      action={<Button onPress={onFirst}>Go to first page</Button>}
    >
      This page no longer exists.
    </EmptyState>
  )
}
