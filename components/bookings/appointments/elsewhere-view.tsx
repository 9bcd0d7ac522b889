'use client'
import { createColumnHelper } from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import { City, LabTest, MinorPatient, Patient, VisitClash } from '#components/bookings/visit-cells.tsx'
import { StatusPill } from '#components/patterns/domain/order-terms.tsx'
import { DataTable } from '#components/patterns/list/data-table.tsx'
import { RowNews, useHeldRows } from '#components/patterns/list/held-rows.tsx'
import type { ListFeatures } from '#components/patterns/list/list-features.ts'
import { PageHeader } from '#components/patterns/page/page-header.tsx'
import { UnreadableNote } from '#components/patterns/states/card-failure.tsx'
import { EmptyState } from '#components/patterns/states/empty-state.tsx'
import { ErrorPanel, StaleBar } from '#components/patterns/states/states.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { CopyableId } from '#components/ui/display/copyable-id.tsx'
import { TimeStamp } from '#components/ui/display/time-stamp.tsx'
import { BOOKING_ORDERS } from '#lib/domains/bookings/booking.ts'
import { lowOfVisit } from '#lib/domains/orders/visit.ts'
import { countLabel, countOf, formatCount } from '#lib/utils/text/counts.ts'
import { pageTimeOf } from '#lib/utils/time/clock.ts'
import { type AppointmentsPart, MARK } from './appointments-part.tsx'
import { useElsewhere, type VisitElsewhere } from './use-elsewhere.ts'

const ROW =
  "[--row-columns:minmax(0,1fr)_auto] [--row-areas:'state_since''who_city''test_test''order_order'] @min-[560px]/list:[--row-columns:190px_minmax(0,1fr)_minmax(0,1fr)_120px] @min-[560px]/list:[--row-areas:'state_who_test_since''order_city_city_city'] @min-[1000px]/list:[--row-columns:190px_120px_minmax(96px,1fr)_minmax(96px,1.2fr)_minmax(96px,1fr)_164px] @min-[1000px]/list:[--row-areas:'state_since_who_test_city_order']"

const helper = createColumnHelper<ListFeatures, VisitElsewhere>()

function elsewhereColumns(environment: string) {
  return helper.columns([
    helper.accessor(({ visit }) => lowOfVisit(visit) ?? visit.state, {
      id: 'low',
      header: 'Order status',
      cell: ({ getValue, row: { original } }) => (
        <>
          <StatusPill status={getValue()} />
          <VisitClash visit={original.visit} />
        </>
      ),
      meta: { place: '[grid-area:state]' },
    }),
    helper.accessor(({ visit }) => visit.at, {
      id: 'since',
      header: 'Since',
      cell: ({ getValue }) => <TimeStamp value={getValue()} />,
      meta: { place: '[grid-area:since] @max-[999px]/list:justify-self-end' },
    }),
    helper.display({
      id: 'patient',
      header: 'Patient',
      cell: ({ row: { original } }) => (
        <>
          <Patient environment={environment} order={original.order} />
          <MinorPatient environment={environment} order={original.order} />
        </>
      ),
      meta: { place: '[grid-area:who]' },
    }),
    helper.accessor(({ order }) => order.lab_test.name, {
      id: 'lab_test',
      header: 'Lab test',
      cell: ({ row: { original } }) => <LabTest order={original.order} />,
      meta: { place: '[grid-area:test]' },
    }),
    helper.accessor(({ order }) => order.patient_address?.city, {
      id: 'city',
      header: 'City',
      cell: ({ row: { original } }) => <City order={original.order} />,
      meta: { place: '[grid-area:city] @max-[559px]/list:justify-self-end' },
    }),
    helper.accessor(({ order }) => order.id, {
      id: 'order',
      header: 'Order',
      cell: ({ getValue }) => (
        <CopyableId id={getValue()} noun="Order ID" href={`/${environment}/orders/${getValue()}`} />
      ),
      meta: { place: '[grid-area:order]' },
    }),
  ])
}

/** A pending visit isn’t booked. `isLeast`: not all orders were checked. */
function summaryOf(found: readonly VisitElsewhere[], isLeast: boolean): string {
  const booked = found.filter(({ visit }) => visit.state === 'confirmed').length
  const pending = found.length - booked
  const visits = countOf(booked, 'visit', 'visits', isLeast)
  return `${visits} booked elsewhere${pending > 0 ? `, ${countLabel(pending, isLeast)} pending` : ''}`
}

const getRowId = ({ order }: VisitElsewhere) => order.id

/** Visits that the orders’ events tell of and no booking made here does: when they are, the service doesn’t say. */
export function ElsewhereView({ environment, views }: Pick<AppointmentsPart, 'environment' | 'views'>) {
  const [pages, setPages] = useState(1)
  const { found, read, checked, total, unreadable, failure, isFetching, updatedAt, again } = useElsewhere(
    environment,
    pages,
  )
  const held = useHeldRows({ rows: found ?? undefined, getRowId, asked: read })
  const columns = useMemo(() => elsewhereColumns(environment), [environment])
  const left = total === null ? 0 : total - checked - unreadable.length
  const ofAll = left > 0 ? `the newest ${formatCount(checked)} of ${formatCount(total ?? 0)}` : formatCount(checked)
  return (
    <>
      <PageHeader
        title="Appointments"
        summary={found && summaryOf(found, left > 0 || failure !== null || unreadable.length > 0)}
      >
        {views}
      </PageHeader>
      {failure && found && <StaleBar updatedAt={pageTimeOf(updatedAt)} onRetry={again} />}
      {failure && !found && (
        <ErrorPanel subject="Visits booked elsewhere" failure={failure} isRetrying={isFetching} onRetry={again} />
      )}
      {!failure && (
        <p className="border-b border-line bg-surface px-4 py-2 text-sm text-ink-2 rail:px-6">
          These orders say that a visit is booked or pending, but it wasn’t booked in this console. Ask the provider
          when it is.
        </p>
      )}
      <RowNews noun={['visit', 'visits']} held={held} />
      <div className="relative flex-1 @container/list framed:min-h-0 framed:overflow-y-auto">
        <UnreadableNote noun="Order" unreadable={unreadable} className="px-4 rail:px-6" />
        {found?.length === 0 && (
          <EmptyState mark={MARK} title="No visits booked elsewhere">
            Orders with an appointment that wasn’t booked in this console appear here.
          </EmptyState>
        )}
        {!failure && found?.length !== 0 && (
          <DataTable
            label="Visits booked elsewhere"
            columns={columns}
            rows={held.rows}
            held={held}
            getRowId={getRowId}
            rowLayout={ROW}
            from={1}
            total={found?.length ?? null}
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
