import { FlaskConicalOff } from 'lucide-react'
import { EmptyState } from '#components/patterns/states/empty-state.tsx'
import { ErrorPanel } from '#components/patterns/states/states.tsx'
import { Button } from '#components/ui/button/button.tsx'
import type { RequestFailure } from '#lib/kernel/client/errors.ts'
import type { Reading } from './use-markers.ts'

export interface AccountChoice {
  /** The account that is asked for, by its name, or its id where it has none here; null for any. */
  account: string | null
  onAnyAccount: () => void
}

const MARK = <FlaskConicalOff className="size-5" />

/** A test that is there and measures nothing, as far as the account goes. */
export function NoMarkers({ account, onAnyAccount }: AccountChoice) {
  if (account === null) {
    return (
      <EmptyState mark={MARK} title="This lab test has no markers">
        The service lists none. If that’s wrong, ask whoever set up the test.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      mark={MARK}
      title="Not available to this lab account"
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

/** Asks for another lab test when the ID is unknown. */
export function NotRead({ reading, failure, account, onAnyAccount }: NotReadProps) {
  if (failure.status !== 404) {
    return <ErrorPanel subject="Markers" failure={failure} isRetrying={reading.isFetching} onRetry={reading.resume} />
  }
  return (
    <EmptyState
      mark={MARK}
      title={account === null ? 'Lab test not found' : 'Lab test or lab account not found'}
      {...(account !== null && { action: <Button onPress={onAnyAccount}>Search without the account</Button> })}
    >
      The service doesn’t know this ID. Check that you’re in the right environment, or choose another test above.
    </EmptyState>
  )
}
