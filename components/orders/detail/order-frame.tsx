'use client'
import { Barcode, Check, ChevronDown, ChevronUp, Hourglass, Link2, Printer, RefreshCw, Zap } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Method, OrderStatus, ResultPill } from '#components/patterns/domain/order-terms.tsx'
import { PatientLine, usePatient } from '#components/patterns/domain/patient.tsx'
import { usePersonTitle } from '#components/patterns/page/person-title.ts'
import { FactList } from '#components/patterns/page/section-card.tsx'
import { useCurl, useShortcuts } from '#components/patterns/page/shortcuts.tsx'
import { TabLinks } from '#components/patterns/page/tab-links.tsx'
import { PrintPurpose } from '#components/patterns/print/print-sheet.tsx'
import { useOrderPrint } from '#components/patterns/print/use-order-print.ts'
import { UnreadableNote } from '#components/patterns/states/card-failure.tsx'
import { ErrorPanel, StaleBar } from '#components/patterns/states/states.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { CopyableId, useCopy } from '#components/ui/display/copyable-id.tsx'
import { Pill, Tag } from '#components/ui/display/pill.tsx'
import { InstantDay } from '#components/ui/display/time-stamp.tsx'
import { usePrinting, useTimeAgo } from '#components/ui/display/viewer.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import { listOrders, type Order } from '#lib/domains/orders/order.ts'
import { neighborOf, type Step, useOrderQueue } from '#lib/domains/orders/order-queue.ts'
import { orderTimeline } from '#lib/domains/orders/status/timeline.ts'
import { RequestError, type RequestFailure } from '#lib/kernel/client/errors.ts'
import { leave } from '#lib/kernel/client/leave-guard.ts'
import type { Unreadable } from '#lib/kernel/list/unreadable.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { formatCount } from '#lib/utils/text/counts.ts'
import { useStuck } from './status-banner.tsx'
import { useLiveOrder, useStuckDays } from './use-order.ts'

/** The button that was pressed on the page before: its place on this one has the focus. */
let pressed: string | null = null

const PREVIOUS = 'previous-order'
const NEXT = 'next-order'

/** To the order before and after, where this one was opened from a list. */
export function QueueSteps({ environment, order_id }: { environment: string; order_id: string }) {
  const queue = useOrderQueue(environment, order_id)
  const isInQueue = queue !== null
  const router = useRouter()
  const isBusy = useRef(false)
  useEffect(() => {
    if (!isInQueue || pressed === null) return
    document.getElementById(pressed)?.focus()
    pressed = null
  }, [isInQueue])

  /** `button`: which one keeps the focus. */
  const go = async (step: Step, button: string | null) => {
    if (isBusy.current) return
    isBusy.current = true
    try {
      const id = await neighborOf(order_id, step)
      if (!id) return
      leave(() => {
        pressed = button
        router.push(`/${environment}/orders/${id}`)
      })
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      const title = step > 0 ? 'The next orders didn’t load.' : 'The previous orders didn’t load.'
      toast({ kind: 'failed', title, text: error.message })
    } finally {
      isBusy.current = false
    }
  }
  // A table on the page keeps these keys for its rows.
  useShortcuts(
    queue
      ? [
          { strokes: ['j'], label: 'Next order', group: 'Console', run: () => void go(1, null) },
          { strokes: ['k'], label: 'Previous order', group: 'Console', run: () => void go(-1, null) },
        ]
      : [],
  )
  if (!queue) return null
  const { place, total, hasPrevious, hasNext } = queue
  return (
    <fieldset className="flex items-center gap-1.5">
      <legend className="sr-only">Orders of the list</legend>
      <span className="text-xs whitespace-nowrap text-ink-3">
        {formatCount(place)}
        {total !== null && ` of ${formatCount(total)}`}
      </span>
      <IconButton
        id={PREVIOUS}
        icon={ChevronUp}
        label="Previous order"
        unavailable={!hasPrevious}
        onPress={() => void go(-1, PREVIOUS)}
      />
      <IconButton
        id={NEXT}
        icon={ChevronDown}
        label="Next order"
        unavailable={!hasNext}
        onPress={() => void go(1, NEXT)}
      />
    </fieldset>
  )
}

interface OrderFrameProps {
  environment: string
  order_id: string
  failure: RequestFailure | null
  /** In place of an order that the service no longer has. */
  gone: ReactNode
  children: ReactNode
}

/** Which order it is and how it stands, above the parts of its page; kept up to date while it is open. */
export function OrderFrame({ environment, order_id, failure: initial, gone, children }: OrderFrameProps) {
  const live = useLiveOrder(environment, order_id, initial)
  const { order, unreadable, failure, isFetching, isOld, updatedAt, reload, refetch } = live
  const base = `/${environment}/orders/${order_id}`
  const isPrinting = usePrinting()
  const paper = useOrderPrint(environment, order ? [order_id] : [])
  const { copy: copyId } = useCopy(order_id, 'Order ID')
  const link = useCopy(() => `${window.location.origin}${base}${window.location.hash}`, 'Link to this order')
  useShortcuts([
    { strokes: ['c'], label: 'Copy order ID', group: 'Console', words: 'uuid', run: () => void copyId() },
    {
      strokes: ['y'],
      label: 'Copy link to order',
      group: 'Console',
      words: 'url',
      run: () => void link.copy(),
    },
  ])
  useCurl(listOrders, { query: { order_ids: [order_id] } })
  usePersonTitle(order_id, usePatient(environment, order).name, `Order ${shortId(order_id)}`, true)
  if (live.isGone) return gone
  return (
    <>
      <PrintPurpose>Order record, for staff who work on this order.</PrintPurpose>
      <div className="border-b border-line bg-surface px-4 pt-4 rail:px-6">
        <div className="flex items-start gap-x-4 gap-y-2 max-rail:flex-wrap">
          <div className="min-w-0 flex-1">
            {isPrinting && order && <PatientLine environment={environment} order={order} className="mb-1 text-lg" />}
            <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <h1 className="min-w-0 text-xl break-words">{order?.lab_test.name ?? `Order ${shortId(order_id)}`}</h1>
              {order && <Marks environment={environment} order={order} />}
            </div>
            <div className="mt-1 flex flex-wrap items-center gap-x-5 gap-y-1 text-ink-2">
              <CopyableId id={order_id} noun="Order ID" full />
              {order && (
                <>
                  <Method method={order.lab_test.method} />
                  <span className="whitespace-nowrap">
                    Placed <InstantDay value={order.created_at} />
                  </span>
                </>
              )}
            </div>
          </div>
          <div className="flex shrink-0 items-center gap-1.5 print:hidden">
            <QueueSteps environment={environment} order_id={order_id} />
            {order && <Freshness order={order} updatedAt={updatedAt} />}
            <IconButton
              icon={RefreshCw}
              label="Reload order"
              onPress={reload}
              plain
              {...(isFetching && { iconClassName: 'motion-safe:animate-spin' })}
            />
            <IconButton
              icon={link.copied ? Check : Link2}
              label="Copy link to order"
              onPress={() => void link.copy()}
            />
            <IconButton icon={Printer} label="Print order" onPress={paper.print} className="max-rail:hidden" />
            {order && <LabelButton environment={environment} order={order} record={paper.record} />}
          </div>
        </div>
        <div className="mt-2.5 print:hidden">
          <TabLinks
            label="Order sections"
            tabs={[
              { href: base, label: 'Order' },
              ...(order?.lab_test.method === 'at_home_phlebotomy' ? [{ href: `${base}/book`, label: 'Booking' }] : []),
              { href: `${base}/history`, label: 'History', permission: 'audit:read' },
            ]}
            onGo={leave}
          />
        </div>
      </div>
      {order && isOld && <StaleBar updatedAt={updatedAt} onRetry={reload} />}
      {unreadable.length > 0 && <UnreadParts order={order} unreadable={unreadable} />}
      {failure && !order && (
        <ErrorPanel subject="The order" failure={failure} isRetrying={isFetching} onRetry={refetch} />
      )}
      {children}
    </>
  )
}

const SampleLabel = lazyPart(() => import('./sample-label.tsx'), 'SampleLabel')

type LabelButtonProps = { environment: string; order: Order; record: () => Promise<boolean> }

/** Prints a label for the sample, where the order names one. */
function LabelButton({ environment, order, record }: LabelButtonProps) {
  const [isPrinting, setPrinting] = useState(false)
  const { sample_id } = order
  if (!sample_id) return null
  return (
    <>
      <IconButton
        icon={Barcode}
        label="Print unofficial sample label"
        onPress={async () => setPrinting(await record())}
        className="max-rail:hidden"
      />
      {isPrinting && <SampleLabel {...{ environment, order, sample_id }} onPrinted={() => setPrinting(false)} />}
    </>
  )
}

/** Facts that don't say who the patient is, in an order that can't be shown as one. */
const FACTS = [
  ['lab_test.name', 'Lab test'],
  ['status', 'Status'],
  ['interpretation', 'Result'],
  ['created_at', 'Created'],
  ['updated_at', 'Updated'],
  ['user_id', 'User ID'],
] as const

/** Says what of the order can't be read, and shows the rest where it is too little for the page. */
function UnreadParts({ order, unreadable }: { order: Order | undefined; unreadable: readonly Unreadable[] }) {
  const texts: Readonly<Record<string, string>> = order ? {} : (unreadable[0]?.texts ?? {})
  const facts = FACTS.flatMap(([path, label]) => {
    const value = texts[path]
    return value ? [{ label, value }] : []
  })
  return (
    <section
      aria-label="What can’t be read"
      data-tone="warn"
      className="border-b border-tone-line bg-tone-soft px-4 py-2 rail:px-6"
    >
      <UnreadableNote noun={order ? 'A part of order' : 'Order'} unreadable={unreadable} />
      <p className="pb-1 text-sm text-ink-2">
        {order ? 'What is below is incomplete.' : 'Below is what can be read.'} Ask your administrator whether the
        service has changed.
      </p>
      {facts.length > 0 && <FactList facts={facts} />}
    </section>
  )
}

/** How it stands: the newest status, that it is stuck, that it is urgent, and its result. */
function Marks({ environment, order }: { environment: string; order: Order }) {
  const isStuck = useStuck(environment, order, useStuckDays(environment))
  return (
    <>
      <OrderStatus order={order} />
      {isStuck && <Pill tone="warn" icon={Hourglass} label="Stuck" />}
      {order.interpretation && <ResultPill order={order} />}
      {order.priority && (
        <Tag>
          <Zap className="size-3 stroke-2" />
          Priority
        </Tag>
      )}
    </>
  )
}

/** How old what is shown is, and whether it changes by itself. */
function Freshness({ order, updatedAt }: { order: Order; updatedAt: number }) {
  const age = useTimeAgo(updatedAt)
  const isLive = !orderTimeline(order).is_final
  return (
    <span className="text-xs text-ink-3 max-rail:sr-only">
      {isLive ? 'Live · updated ' : 'Updated '}
      {age}
    </span>
  )
}
