import { Send } from 'lucide-react'
import { EmptyState } from '#components/patterns/states/empty-state.tsx'
import { PastTheEnd } from '#components/patterns/states/past-the-end.tsx'
import { Button } from '#components/ui/button/button.tsx'

interface NoDeliveriesProps {
  isFiltered: boolean
  /** The address points past the end of a list that does hold deliveries. */
  beyond: boolean
  /** "Last 24 hours" */
  period: string
  onClear: () => void
  onFirst: () => void
}

const mark = <Send aria-hidden="true" className="size-5" strokeWidth={1.8} />

/** Why there is no row, and the way on. */
export function NoDeliveries({ isFiltered, beyond, period, onClear, onFirst }: NoDeliveriesProps) {
  if (beyond) return <PastTheEnd mark={mark} noun="deliveries" onFirst={onFirst} />
  if (isFiltered) {
    return (
      <EmptyState mark={mark} title="No matching deliveries" action={<Button onPress={onClear}>Clear filters</Button>}>
        No delivery matches all of these filters. Choose a longer period, or clear the filters.
      </EmptyState>
    )
  }
  return (
    <EmptyState mark={mark} title="No deliveries">
      Nothing was sent in the period “{period.toLowerCase()}”. Deliveries appear here when an order, an appointment or a
      connection changes, or when you send a test event.
    </EmptyState>
  )
}
