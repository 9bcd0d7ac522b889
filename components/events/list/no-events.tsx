import { Radio } from 'lucide-react'
import { EmptyState } from '#components/patterns/states/empty-state.tsx'
import { PastTheEnd } from '#components/patterns/states/past-the-end.tsx'
import { Button } from '#components/ui/button/button.tsx'

interface NoEventsProps {
  isFiltered: boolean
  /** The address points past the end of a list that does hold events. */
  beyond: boolean
  /** "Last 7 days" */
  period: string
  onClear: () => void
  onFirst: () => void
}

const mark = <Radio aria-hidden="true" className="size-5" strokeWidth={1.8} />

/** Why there is no row, and the way on. */
export function NoEvents({ isFiltered, beyond, period, onClear, onFirst }: NoEventsProps) {
  if (beyond) return <PastTheEnd mark={mark} noun="events" onFirst={onFirst} />
  if (isFiltered) {
    return (
      <EmptyState mark={mark} title="No matching events" action={<Button onPress={onClear}>Clear filters</Button>}>
        No event matches all of these filters. Choose a longer period, or clear the filters.
      </EmptyState>
    )
  }
  return (
    <EmptyState mark={mark} title="No events received">
      Nothing arrived in the period “{period.toLowerCase()}”. Events appear here as the service sends them to this
      console’s webhook address. Find that address in Settings, Environments.
    </EmptyState>
  )
}
