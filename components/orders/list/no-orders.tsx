import { NoRows, type NoRowsProps } from '#components/patterns/states/empty-state.tsx'
import { Tube } from '#components/ui/display/tube.tsx'

type NoOrdersProps = Pick<NoRowsProps, 'beyond' | 'isFiltered' | 'problem' | 'onFirst' | 'onClear'>

const UNMATCHED = {
  title: 'No orders match',
  text: 'Nothing matches the search and all filters.',
  problem: 'No order can match',
}

export function NoOrders(props: NoOrdersProps) {
  const mark = <Tube level={0} className="h-6" />
  return (
    <NoRows mark={mark} noun="orders" unmatched={UNMATCHED} title="No orders yet" {...props}>
      Orders appear here when your team places them through the API.
    </NoRows>
  )
}
