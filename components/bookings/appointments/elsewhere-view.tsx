import { type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { TimeDialog } from '#components/bookings/outcome/state-dialog.tsx'
import {
  City,
  LabTest,
  MinorPatient,
  Patient,
  TypedMark,
  VisitClash,
  VisitStamp,
} from '#components/bookings/visit-cells.tsx'
import { Method, StatusPill } from '#components/patterns/domain/order-terms.tsx'
import { DataTable } from '#components/patterns/list/data-table.tsx'
import { RowNews, useHeldRows } from '#components/patterns/list/held-rows.tsx'
import { columnsOf } from '#components/patterns/list/list-features.ts'
import { useMay } from '#components/patterns/page/role.tsx'
import { KindChoice, PageHeader } from '#components/patterns/page/section-card.tsx'
import { UnreadableNote } from '#components/patterns/states/card-failure.tsx'
import { EmptyState, NoValue } from '#components/patterns/states/empty-state.tsx'
import { ErrorPanel, StaleBar } from '#components/patterns/states/states.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { CopyableId } from '#components/ui/display/copyable-id.tsx'
import { TimeStamp } from '#components/ui/display/time-stamp.tsx'
import { useAtPresent, useWallClock } from '#components/ui/display/viewer.tsx'
import {
  BOOKING_ORDERS,
  type Booking,
  listVisitTimes,
  typeVisitTime,
  type VisitTime,
} from '#lib/domains/bookings/booking.ts'
import { bookingsQuery, visitTimesQuery } from '#lib/domains/bookings/queries.ts'
import { listOrders, type Order } from '#lib/domains/orders/order.ts'
import { isElsewhere, lowOfVisit, type Visit, visitOf } from '#lib/domains/orders/visit.ts'
import { failureOf } from '#lib/kernel/client/errors.ts'
import { servicePage } from '#lib/kernel/client/queries.ts'
import { unreadableIn } from '#lib/kernel/list/unreadable.ts'
import { countLabel, countOf, formatCount } from '#lib/utils/text/counts.ts'
import { pageTimeOf } from '#lib/utils/time/clock.ts'
import { dayIn } from '#lib/utils/time/day-ranges.ts'
import { addDays, isKnownZone, visitTime } from '#lib/utils/time/visit-times.ts'
import { type AppointmentsPart, MARK } from './appointments-part.tsx'

const ROW =
  "[--row-columns:minmax(0,1fr)_auto] [--row-areas:'state_since''visit_visit''who_city''test_method''order_order'] @min-[560px]/list:[--row-columns:190px_minmax(0,1fr)_minmax(0,1fr)_var(--times,120px)] @min-[560px]/list:[--row-areas:'state_who_test_since''order_city_method_method''visit_visit_visit_visit'] @min-[1000px]/list:[--row-columns:176px_88px_minmax(180px,1.2fr)_minmax(150px,1.6fr)_minmax(80px,1fr)_minmax(80px,1fr)_104px_140px] @min-[1000px]/list:[--row-areas:'state_since_visit_who_test_city_method_order']"

const column = columnsOf<VisitElsewhere>()

function elsewhereColumns(environment: string, onType: ((order: Order) => void) | null) {
  return [
    column('low', 'Order status', '[grid-area:state]', ({ visit }) => (
      <>
        <StatusPill status={lowOfVisit(visit) ?? visit.state} />
        <VisitClash visit={visit} />
      </>
    )),
    column('since', 'Waiting since', '[grid-area:since] @max-[999px]/list:justify-self-end', ({ visit }) => (
      <TimeStamp value={visit.at} />
    )),
    column('visit', 'Visit', '[grid-area:visit]', ({ order, typed }) => (
      <TypedTime typed={typed} onType={onType && (() => onType(order))} />
    )),
    column('patient', 'Patient', '[grid-area:who]', (found) => (
      <>
        <Patient environment={environment} order={found.order} />
        <MinorPatient environment={environment} order={found.order} />
      </>
    )),
    column('method', 'Method', '[grid-area:method] @max-[559px]/list:justify-self-end', ({ order }) => (
      <Method method={order.lab_test.method} />
    )),
    column('lab_test', 'Lab test', '[grid-area:test]', ({ order }) => <LabTest order={order} />),
    column('city', 'City', '[grid-area:city] @max-[559px]/list:justify-self-end', ({ order }) => (
      <City order={order} />
    )),
    column('order', 'Order', '[grid-area:order]', ({ order }) => (
      <CopyableId id={order.id} noun="Order ID" href={`/${environment}/orders/${order.id}`} />
    )),
  ]
}

const KINDS = ['All', 'Scheduled', 'Pending'] as const

/** A pending visit isn’t booked. `isLeast`: not all orders were checked. */
function summaryOf(found: readonly VisitElsewhere[], isLeast: boolean): string {
  const booked = found.filter(({ visit }) => visit.state === 'confirmed').length
  const pending = found.length - booked
  const visits = countOf(booked, 'visit', 'visits', isLeast)
  return `${visits} booked elsewhere${pending > 0 ? `, ${countLabel(pending, isLeast)} more pending` : ''}`
}

/** Sorts visits without a time first, by how long they have waited; then the others by their time. */
function byNeed(a: VisitElsewhere, b: VisitElsewhere): number {
  const [one, other] = [a.typed?.start_at, b.typed?.start_at]
  const gap = Number(!!one) - Number(!!other)
  return gap || Date.parse(one ?? a.visit.at) - Date.parse(other ?? b.visit.at)
}

const getRowId = ({ order }: VisitElsewhere) => order.id

/** Visits that the orders’ events tell of and no booking made here does: when they are, the service doesn’t say. */
export function ElsewhereView({ environment, views }: Pick<AppointmentsPart, 'environment' | 'views'>) {
  const [pages, setPages] = useState(1)
  const { found, isWhole, checked, total, unreadable, failure, isFetching, updatedAt, again } = useElsewhere(
    environment,
    pages,
  )
  const held = useHeldRows({
    ...{ rows: found ?? undefined, getRowId, asked: [environment, pages], isStale: !isWhole },
  })
  const [kind, setKind] = useState<(typeof KINDS)[number]>('All')
  const isOfKind = ({ visit }: VisitElsewhere) => kind === 'All' || (visit.state === 'pending') === (kind === 'Pending')
  const rows = held.rows?.filter(isOfKind)
  const mayType = useMay(typeVisitTime.permission)
  const [typing, setTyping] = useState<Order | null>(null)
  const columns = useMemo(() => elsewhereColumns(environment, mayType ? setTyping : null), [environment, mayType])
  const client = useQueryClient()
  const left = total === null ? 0 : total - checked - unreadable.length
  const ofAll = left > 0 ? `the newest ${formatCount(checked)} of ${formatCount(total ?? 0)}` : formatCount(checked)
  return (
    <>
      <PageHeader
        title="Appointments"
        summary={found && summaryOf(found, left > 0 || failure !== null || unreadable.length > 0)}
      >
        <KindChoice label="Show visits" kinds={KINDS} kind={kind} onChange={setKind} />
        {views}
      </PageHeader>
      {failure && found && <StaleBar updatedAt={pageTimeOf(updatedAt)} onRetry={again} />}
      {failure && !found && (
        <ErrorPanel subject="Visits booked elsewhere" failure={failure} isRetrying={isFetching} onRetry={again} />
      )}
      {!failure && (
        <p className="border-b border-line bg-surface px-4 py-2 text-sm text-ink-2 rail:px-6">
          The service doesn’t say when these visits are. Ask the provider or the patient, then add the time: it’s kept
          in this console only.{' '}
          <b className="font-control">Sorted by longest wait without a time, then by visit time.</b>
        </p>
      )}
      {typing && (
        <TimeDialog
          environment={environment}
          order={typing}
          typed={found?.find(({ order }) => order.id === typing.id)?.typed}
          onSaved={() => void client.invalidateQueries({ queryKey: ['console', listVisitTimes.name] })}
          onClose={() => setTyping(null)}
        />
      )}
      <RowNews noun={['visit', 'visits']} held={held} />
      <div className="relative flex-1 @container/list framed:min-h-0 framed:overflow-y-auto">
        <UnreadableNote noun="Order" unreadable={unreadable} className="px-4 rail:px-6" />
        {found?.length !== 0 && rows?.length === 0 && (
          <p className="px-4 py-6 text-ink-2 rail:px-6">No {kind.toLowerCase()} visits booked elsewhere.</p>
        )}
        {found?.length === 0 && (
          <EmptyState mark={MARK} title="No visits booked elsewhere">
            Orders with an appointment that wasn’t booked in this console appear here.
          </EmptyState>
        )}
        {!failure && rows?.length !== 0 && (
          <DataTable
            label="Visits booked elsewhere"
            columns={columns}
            rows={rows}
            held={held}
            getRowId={getRowId}
            rowLayout={ROW}
            from={1}
            total={rows?.length ?? null}
            isStale={false}
          />
        )}
        {found && (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 text-sm text-ink-3 rail:px-6">
            <span>
              Checked {ofAll} {checked === 1 && left === 0 ? 'order' : 'orders'} with an appointment scheduled or
              pending, or canceled in the last 60 days.
            </span>
            {left > 0 && (
              <Button isPending={isFetching} onPress={() => setPages(pages + 1)}>
                Check {formatCount(Math.min(left, 2 * BOOKING_ORDERS))} more
              </Button>
            )}
          </div>
        )}
      </div>
    </>
  )
}

/** When the visit is, as far as somebody typed it. */
function TypedTime({ typed, onType }: { typed: VisitTime | undefined; onType: (() => void) | null }) {
  const viewer = useWallClock()
  const zone = isKnownZone(typed?.iana_timezone ?? null) ? (typed?.iana_timezone ?? viewer.zone) : viewer.zone
  const time = typed?.start_at ? visitTime(typed.start_at, null, { ...viewer, zone }) : null
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1 whitespace-normal">
      {typed?.start_at && time ? (
        <VisitStamp
          start_at={typed.start_at}
          iana_timezone={typed.iana_timezone}
          words={`${time.day}, ${time.time} ${time.zone}`}
          className="font-heading"
        />
      ) : (
        <NoValue word="time unknown" />
      )}
      {onType && (
        <span className="relative z-1">
          <Button onPress={onType}>{time ? 'Change time' : 'Add time'}</Button>
        </span>
      )}
      {typed && <TypedMark typed={typed} />}
    </span>
  )
}

/** More than all bookings of a page of orders. */
const THEIR_BOOKINGS = 500

/** An order whose newest evidence says that a visit is booked or pending, and no booking made here is about it. */
interface VisitElsewhere {
  order: Order
  visit: Visit
  typed: VisitTime | undefined
}

/** Days in which the visit of a canceled order may still lie ahead. */
const CANCELED_DAYS = 60

/** Orders that tell of an appointment, and those that were canceled lately and may have told of one: the newest first. */
function appointedQueries(environment: string, page: number, day: string) {
  const shared = { order_key: 'created_at', order_direction: 'desc', size: BOOKING_ORDERS, page } as const
  const asked = [
    { status: ['appointment_scheduled', 'appointment_pending'] },
    {
      status: ['cancelled', 'do_not_process'],
      order_type: ['at_home_phlebotomy', 'walk_in_test'],
      updated_start_date: addDays(day, -CANCELED_DAYS),
    },
  ]
  return asked.map((query) => servicePage(listOrders, { query: { ...query, ...shared } }, { environment }))
}

const combine = <T,>(results: UseQueryResult<T>[]) => ({
  pages: results.map(({ data }) => data),
  error: results.find(({ error }) => error)?.error ?? null,
  isFetching: results.some(({ isFetching }) => isFetching),
  updatedAt: Math.min(...results.map(({ dataUpdatedAt }) => dataUpdatedAt)),
  refetch: () => Promise.all(results.map(({ refetch }) => refetch())),
})

/** Returns the visits that orders tell of and no booking made here does, among the newest `pages` pages of orders. */
function useElsewhere(environment: string, pages: number) {
  const today = useAtPresent((now) => dayIn('UTC', now))
  const orders = useQueries({
    queries: Array.from({ length: pages }, (_, at) => appointedQueries(environment, at + 1, today)).flat(),
    combine,
  })
  const read = orders.pages.filter((page) => page !== undefined)
  const filled = read.filter((page) => page.orders.length > 0)
  const bookings = useQueries({
    queries: filled.map((page) => {
      const order_ids = page.orders.map(({ id }) => id)
      return bookingsQuery(environment, { order_ids, limit: THEIR_BOOKINGS })
    }),
    combine,
  })
  const times = useQueries({
    queries: filled.map((page) => visitTimesQuery(environment, { order_ids: page.orders.map(({ id }) => id) })),
    combine,
  })
  const known = filled.flatMap((page, at) => {
    const [here, typed] = [bookings.pages[at]?.bookings, times.pages[at]?.times]
    return here && typed ? [{ orders: page.orders, here, typed }] : []
  })
  const error = orders.error ?? bookings.error ?? times.error
  const isWhole = read.length === orders.pages.length && known.length === filled.length
  const answers = [...orders.pages, ...bookings.pages, ...times.pages]
  const now = { environment, answers, known }
  // Another set of orders asks for other bookings: until those are here, the rows stay as they were.
  const [last, setLast] = useState<typeof now | null>(null)
  const kept = last?.environment === environment ? last : null
  const isNew =
    isWhole && (kept?.answers.length !== answers.length || kept.answers.some((it, at) => it !== answers[at]))
  if (isNew) setLast(now)
  const { known: shown } = isWhole ? now : (kept ?? now)
  return {
    found: isWhole || kept || (error && known.length > 0) ? shown.flatMap(elsewhere).sort(byNeed) : null,
    /** False while a part of what was asked for isn't there. */
    isWhole,
    checked: shown.reduce((sum, page) => sum + page.orders.length, 0),
    total: sumOf(orders.pages.slice(0, 2).map((page) => page?.total ?? null)),
    unreadable: orders.pages.flatMap((page) => unreadableIn(page)),
    failure: error ? failureOf(error) : null,
    isFetching: orders.isFetching || bookings.isFetching || times.isFetching,
    updatedAt: orders.updatedAt,
    again: () => void Promise.all([orders.refetch(), bookings.refetch(), times.refetch()]),
  }
}

/** Null where one of them isn't known. */
const sumOf = (totals: readonly (number | null)[]) =>
  totals.reduce((sum, total) => (sum === null || total === null ? null : sum + total), 0)

interface Known {
  orders: readonly Order[]
  here: readonly Booking[]
  typed: readonly VisitTime[]
}

function elsewhere({ orders, here, typed }: Known): VisitElsewhere[] {
  const ofOrder = Map.groupBy(here, ({ order_id }) => order_id)
  return orders.flatMap((order) => {
    const visit = visitOf(order, ofOrder.get(order.id) ?? [])
    return visit && isElsewhere(visit)
      ? [{ order, visit, typed: typed.find(({ order_id }) => order_id === order.id) }]
      : []
  })
}
