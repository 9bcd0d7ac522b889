import clsx from 'clsx'
import { Ban, CircleCheck, CircleDot, CircleQuestionMark, CornerDownRight, Waypoints } from 'lucide-react'
import type { ComponentProps } from 'react'
import { PartialResults, ResultPill, StatusPill } from '#components/patterns/domain/order-terms.tsx'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { UnreadableNote } from '#components/patterns/states/card-failure.tsx'
import { CopyableId } from '#components/ui/display/copyable-id.tsx'
import { Pill } from '#components/ui/display/pill.tsx'
import { Elapsed, InstantDay, TimeStamp } from '#components/ui/display/time-stamp.tsx'
import type { Order } from '#lib/domains/orders/order.ts'
import { hidesPartialResults } from '#lib/domains/orders/results/results.ts'
import { type Sibling, siblingsOf } from '#lib/domains/orders/siblings.ts'
import { parseInstant } from '#lib/utils/time/instants.ts'
import { useTransactionOrders } from './use-order.ts'

const ORIGINS: ReadonlyMap<string, string> = new Map([
  ['initial', 'Initial'],
  ['redraw', 'Redraw'],
  ['recreation', 'Replacement'],
])

interface TransactionCardProps {
  environment: string
  order: Order
  transaction: NonNullable<Order['order_transaction']>
}

/** All orders that serve one purpose, the first one first, with their state. */
export function TransactionCard({ environment, order, transaction }: TransactionCardProps) {
  const siblings = siblingsOf(order)
  const { orders, unreadable, failure } = useTransactionOrders(environment, siblings.length > 1 ? transaction.id : null)
  return (
    <SectionCard
      id="transaction"
      title="Transaction"
      summary={
        <span className="flex flex-wrap items-center justify-between gap-x-3">
          <CopyableId id={transaction.id} noun="Transaction ID" />
          <TransactionStatus status={transaction.status} />
        </span>
      }
    >
      <ol className="-m-4 divide-y divide-line">
        {siblings.map((sibling) => (
          <SiblingLine
            key={sibling.id}
            sibling={sibling}
            full={orders.find(({ id }) => id === sibling.id)}
            href={sibling.id === order.id ? null : `/${environment}/orders/${sibling.id}`}
          />
        ))}
      </ol>
      {siblings.length === 0 && <p className="text-ink-3">The service lists no orders in it.</p>}
      <UnreadableNote noun="Order" unreadable={unreadable} className="mt-5" />
      {failure && (
        <p role="status" className="mt-7 text-xs text-ink-3">
          Results of the other orders didn’t load. {failure.detail}
        </p>
      )}
    </SectionCard>
  )
}

const STATUSES: ReadonlyMap<string, Pick<ComponentProps<typeof Pill>, 'tone' | 'icon' | 'label'>> = new Map([
  ['active', { tone: 'ok', icon: Waypoints, label: 'Active' }],
  ['completed', { tone: 'ok', icon: CircleCheck, label: 'Completed' }],
  ['cancelled', { tone: 'closed', icon: Ban, label: 'Canceled' }],
])

function TransactionStatus({ status }: { status: string }) {
  return <Pill {...(STATUSES.get(status) ?? { tone: 'place', icon: CircleQuestionMark, label: status })} bare />
}

interface SiblingLineProps {
  sibling: Sibling
  /** The whole order, once it has loaded. */
  full: Order | undefined
  /** Null: it is the order one looks at. */
  href: string | null
}

function SiblingLine({ sibling, full, href }: SiblingLineProps) {
  const { id, origin, created_at, updated_at, low_level_status, low_level_status_created_at: since } = sibling
  const Icon = origin === 'initial' ? CircleDot : CornerDownRight
  const changed = parseInstant(updated_at) !== parseInstant(since ?? updated_at)
  return (
    <li
      aria-current={href === null ? 'true' : undefined}
      className={clsx('px-4 py-2.5', href === null && 'bg-accent-soft print:bg-transparent')}
    >
      <div className="flex items-center gap-2">
        <Icon className="shrink-0 text-ink-3" />
        <span className="font-heading">{ORIGINS.get(origin) ?? origin}</span>
        {href === null && <span className="text-xs font-control text-accent-ink">This order</span>}
        <InstantDay value={created_at} className="ml-auto text-xs text-ink-2" />
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 pl-6">
        <StatusPill status={low_level_status} bare />
        {since && (
          <span className="text-xs text-ink-2">
            <span className="print:hidden">for</span>
            <span className="hidden print:inline">since</span> <Elapsed value={since} />
          </span>
        )}
        {full && hidesPartialResults(full) && <PartialResults />}
        {full?.interpretation && <ResultPill order={full} />}
        <span className="ml-auto">
          <CopyableId id={id} noun="Order ID" {...(href && { href })} />
        </span>
      </div>
      {changed && (
        <p className="mt-0.5 pl-6 text-xs text-ink-3">
          Last updated <TimeStamp value={updated_at} />
        </p>
      )}
    </li>
  )
}
