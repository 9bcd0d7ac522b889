'use client'
import { FlaskConicalOff } from 'lucide-react'
import { EmptyState } from '#components/patterns/states/empty-state.tsx'
import { ErrorPanel } from '#components/patterns/states/states.tsx'
import { Button } from '#components/ui/button/button.tsx'
import type { RequestFailure } from '#lib/kernel/client/failure.ts'
import type { Reading } from './use-markers.ts'

export interface AccountChoice {
  /** The account that is asked for, by its name, or its id where it has none here; null for any. */
  account: string | null
  onAnyAccount: () => void
}

const MARK = <FlaskConicalOff aria-hidden="true" className="size-5" />

/** A test that is there and measures nothing, as far as the account goes. */
export function NoMarkers({ account, onAnyAccount }: AccountChoice) {
  if (account === null) {
    return (
      <EmptyState mark={MARK} title="This lab test has no markers">
        The service lists none for it. If that is wrong, ask whoever set the test up.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      mark={MARK}
      title="Nothing of this lab test is available to the account"
      action={<Button onPress={onAnyAccount}>Show it for any account</Button>}
    >
      For {account} the service lists none of its markers. Another account may have them.
    </EmptyState>
  )
}

interface NotReadProps extends AccountChoice {
  reading: Reading
  failure: RequestFailure
}

/** Of an id that nobody has one can only choose another. */
export function NotRead({ reading, failure, account, onAnyAccount }: NotReadProps) {
  if (failure.status !== 404) {
    return <ErrorPanel subject="Markers" failure={failure} isRetrying={reading.isFetching} onRetry={reading.resume} />
  }
  return (
    <EmptyState
      mark={MARK}
      title={account === null ? 'There is no such lab test' : 'There is no such lab test or lab account'}
      {...(account !== null && { action: <Button onPress={onAnyAccount}>Ask without the account</Button> })}
    >
      The service does not know the id. Choose another above, and check whether this is the right environment.
    </EmptyState>
  )
}
