import { EmptyState, PastTheEnd } from '#components/patterns/states/empty-state.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { Tube } from '#components/ui/display/tube.tsx'

interface NoOrdersProps {
  /** The address points past the end of a list that does hold orders. */
  beyond: boolean
  /** Filters or a text are on. */
  asked: boolean
  /** Why no order can be found so, in words. */
  impossible: string | null
  onFirst: () => void
  onClear: () => void
}

export function NoOrders({ beyond, asked, impossible, onFirst, onClear }: NoOrdersProps) {
  const mark = <Tube level={0} className="h-6" />
  if (impossible || (asked && !beyond)) {
    return (
      <EmptyState
        mark={mark}
        title={impossible ? 'No order can match' : 'No orders match'}
        action={<Button onPress={onClear}>Clear all</Button>}
      >
        {impossible ?? 'Nothing matches the search and all filters.'}
      </EmptyState>
    )
  }
  if (beyond) return <PastTheEnd mark={mark} noun="orders" onFirst={onFirst} />
  return (
    <EmptyState mark={mark} title="No orders yet">
      Orders appear here when your team places them through the API.
    </EmptyState>
  )
}
