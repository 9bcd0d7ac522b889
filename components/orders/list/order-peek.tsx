'use client'
/** More of one row beside the list, without leaving it. Loaded with the first preview. */
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import Link from 'next/link'
import { useEffect, useRef } from 'react'
import { CriticalPeek } from '#components/orders/critical/critical-peek.tsx'
import { Method, OrderStatus, ResultPill, StatusPill } from '#components/patterns/domain/order-terms.tsx'
import type { Fact } from '#components/patterns/page/fact-list.tsx'
import { runShortcut } from '#components/patterns/page/shortcuts.tsx'
import { Nothing } from '#components/patterns/states/nothing.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { linkButton } from '#components/ui/button/link-button.ts'
import { CopyableId } from '#components/ui/display/copyable-id.tsx'
import { BirthDate, PatientName, Redact } from '#components/ui/display/redact.tsx'
import { Tag } from '#components/ui/display/tag.tsx'
import { TimeStamp } from '#components/ui/display/time-stamp.tsx'
import { Tube } from '#components/ui/display/tube.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import type { Order } from '#lib/domains/orders/order.ts'
import { STAGES } from '#lib/domains/orders/status-record.ts'
import { readEvents, type TimelineEvent } from '#lib/domains/orders/timeline.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { formatInstant } from '#lib/utils/time/instants.ts'

interface OrderPeekProps {
  environment: string
  order: Order
  /** Where it stands on the page: "2 of 50". */
  place: string
  onClose: () => void
}

const SHOWN_EVENTS = 5
const QUIET = 'border-transparent! bg-transparent! shadow-none! hover:bg-hover!'

export function OrderPeek({ environment, order, place, onClose }: OrderPeekProps) {
  const panel = useRef<HTMLElement>(null)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    // Where it covers the page, the page's own parts cannot be reached.
    const covers = panel.current?.clientWidth === window.innerWidth
    if (covers) panel.current?.querySelector<HTMLElement>('[data-close]')?.focus()
    const press = (event: KeyboardEvent) => {
      const isOurs = event.key === 'Escape' && !event.defaultPrevented && event.target instanceof Element
      if (!isOurs || event.target.closest('input, textarea, select, [role="dialog"]')) return
      close.current()
      document.querySelector<HTMLElement>('tr[data-current]')?.focus()
    }
    // Before a tooltip takes the key to itself.
    document.addEventListener('keydown', press, { capture: true })
    return () => document.removeEventListener('keydown', press, { capture: true })
  }, [])
  // The row takes the focus as it becomes the current one; who pressed a button of the panel stays there.
  const step = (key: 'j' | 'k') => {
    const held = document.activeElement
    runShortcut(key)
    if (held instanceof HTMLElement && panel.current?.contains(held)) held.focus()
  }
  const { lab_test, sample_id, priority, interpretation, events } = order
  const newest = readEvents(events).toReversed()
  const href = `/${environment}/orders/${order.id}`
  return (
    <aside
      ref={panel}
      aria-label="Preview"
      className="z-20 flex w-[340px] shrink-0 flex-col border-l border-line bg-surface min-[1280px]:w-[392px] max-[1179px]:absolute max-[1179px]:inset-y-0 max-[1179px]:right-0 max-[1179px]:shadow-3 max-rail:fixed! max-rail:inset-0 max-rail:z-50 max-rail:w-full max-rail:border-l-0 print:hidden"
    >
      <div className="flex items-center gap-1 border-b border-line py-1.5 pr-3 pl-4">
        <h2 className="text-sm">Preview</h2>
        <span className="mr-auto ml-1 text-xs text-ink-3">{place}</span>
        <IconButton icon={ChevronUp} label="Previous row" onPress={() => step('k')} className={QUIET} />
        <IconButton icon={ChevronDown} label="Next row" onPress={() => step('j')} className={QUIET} />
        <IconButton icon={X} label="Close preview" data-close="" onPress={onClose} className={QUIET} />
      </div>
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-4">
        <div className="flex flex-col items-start gap-1.5">
          <div className="flex w-full items-center justify-between">
            <CopyableId id={order.id} noun="Order ID" />
            {priority && <Tag>Priority</Tag>}
          </div>
          <h3 className="text-lg">{lab_test.name}</h3>
          <p className="flex flex-wrap items-center gap-x-3 text-ink-2">
            <Method method={lab_test.method} />
            {sample_id && (
              <span>
                sample <span className="font-mono text-xs">{sample_id}</span>
              </span>
            )}
          </p>
          <p className="mt-1 flex flex-wrap items-center gap-2">
            <Tube level={levelOf(newest)} className="h-[18px] text-accent" />
            <OrderStatus order={order} />
            {interpretation && <ResultPill order={order} />}
          </p>
        </div>
        {interpretation === 'critical' && <CriticalPeek key={order.id} environment={environment} order={order} />}
        <Facts environment={environment} order={order} />
        <Events events={newest} href={href} />
      </div>
      <div className="border-t border-line p-4">
        <Link
          href={href}
          className={`${linkButton} w-full border-accent! bg-accent! text-on-accent! hover:bg-accent-hover!`}
        >
          Open order
        </Link>
      </div>
    </aside>
  )
}

const LEVELS = [0, 1, 2, 3, 4] as const

/** How far the sample has come. */
function levelOf([last]: readonly TimelineEvent[]) {
  return LEVELS[last ? STAGES.indexOf(last.stage) + 1 : 0] ?? 0
}

function Facts({ environment, order }: Pick<OrderPeekProps, 'environment' | 'order'>) {
  const clock = useWallClock()
  const { patient_address: address, patient_details: details, order_transaction } = order
  const town = [address?.city, [address?.state, address?.zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  const facts: Fact[] = [
    {
      label: 'Recipient',
      value: address?.receiver_name ? <PatientName name={address.receiver_name} /> : <Nothing word="not provided" />,
    },
    { label: 'Born', value: details?.dob ? <BirthDate value={details.dob} /> : <Nothing word="not provided" /> },
    { label: 'Ships to', value: town ? <Redact noun="Town">{town}</Redact> : <Nothing word="not provided" /> },
    {
      label: 'User',
      value: <CopyableId id={order.user_id} noun="User ID" href={`/${environment}/users/${order.user_id}`} />,
    },
    ...(order_transaction
      ? [{ label: 'Transaction', value: <CopyableId id={order_transaction.id} noun="Transaction ID" /> }]
      : []),
    { label: 'Created', value: formatInstant(order.created_at, clock) },
    { label: 'Updated', value: formatInstant(order.updated_at, clock) },
  ]
  return (
    <dl className="grid grid-cols-[92px_minmax(0,1fr)] items-baseline gap-x-4 gap-y-2 border-t border-line pt-4">
      {facts.map(({ label, value }) => (
        <div key={label} className="col-span-2 grid grid-cols-subgrid items-baseline">
          <dt className="text-ink-3">{label}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Events({ events, href }: { events: readonly TimelineEvent[]; href: string }) {
  return (
    <section aria-label="Latest events" className="border-t border-line pt-3">
      <div className="flex items-center justify-between">
        <h4 className="text-xs text-ink-3">Latest events</h4>
        <Link
          href={href}
          prefetch={false}
          className="inline-flex min-h-6 items-center text-xs font-control text-accent-ink underline underline-offset-3"
        >
          All {countOf(events.length, 'event')}
        </Link>
      </div>
      <ol className="mt-1 flex flex-col">
        {events.slice(0, SHOWN_EVENTS).map(({ event, low }) => (
          <li key={event.id} className="flex items-center justify-between gap-3 py-1">
            <StatusPill status={low} bare />
            <TimeStamp value={event.created_at} className="shrink-0 text-xs text-ink-2" />
          </li>
        ))}
      </ol>
      {events.length === 0 && <p className="text-ink-3">The service sent no events for this order.</p>}
    </section>
  )
}
