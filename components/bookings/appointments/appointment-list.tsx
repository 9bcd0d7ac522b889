'use client'
import { useCallback, useMemo } from 'react'
import { useBookingNews } from '#components/bookings/book/use-booking.ts'
import { OrdersMissing } from '#components/bookings/visit-cells.tsx'
import { useVisited } from '#components/bookings/visit-orders.ts'
import { DataTable } from '#components/patterns/list/data-table.tsx'
import { FilterBar } from '#components/patterns/list/filters/filter-bar.tsx'
import { RowNews, useHeldRows } from '#components/patterns/list/held-rows.tsx'
import { ListPage } from '#components/patterns/list/list-page.tsx'
import { EmptyState } from '#components/patterns/states/empty-state.tsx'
import { PastTheEnd } from '#components/patterns/states/past-the-end.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { useTimeZone } from '#components/ui/display/viewer.tsx'
import { usePagedQuery } from '#lib/kernel/list/use-paged-list.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import { APPOINTMENT_ROW, appointmentColumns } from './appointments-columns.tsx'
import { DAYS_FIELD, STATE_FIELD } from './appointments-fields.tsx'
import { type AppointmentsPart, MARK } from './appointments-part.tsx'
import { bookingsPage, countBookings } from './appointments-query.ts'
import {
  APPOINTMENT_SIZES,
  type AppointmentFilters,
  filterProblem,
  isFiltered,
  NO_FILTERS,
  rowsQuery,
} from './appointments-search.ts'
import { CalendarFile } from './calendar-file.tsx'

const getRowId = ({ id }: { id: string }) => id
const FIELDS = [STATE_FIELD, DAYS_FIELD]

/** Sorts bookings that need action first, then the next visit, then the newest booking. */
export function AppointmentList({ environment, asked, go, views, ignored, failure }: AppointmentsPart) {
  const timeZone = useTimeZone()
  const { filters, offset, limit } = asked
  const problem = filterProblem(filters)
  const query = useMemo(() => rowsQuery(filters, timeZone), [filters, timeZone])
  const list = usePagedQuery({
    offset,
    limit,
    failure,
    count: countBookings,
    enabled: problem === null && failure?.status !== 403,
    pageQuery: useCallback(
      (from: number, size: number) => bookingsPage({ environment }, query, from, size),
      [environment, query],
    ),
  })
  useBookingNews()
  const columns = useMemo(() => appointmentColumns(environment), [environment])
  const { visited, hasFailed } = useVisited(environment, list.data?.bookings)
  const held = useHeldRows({ rows: visited, getRowId, asked: [filters, offset, limit], isStale: list.isStale })
  const total = list.window?.total ?? null
  const isAsked = isFiltered(filters)
  const apply = (next: AppointmentFilters) => go({ filters: next, offset: 0 })
  const clear = () => apply(NO_FILTERS)
  const window = problem === null ? list.window : null
  const empty = (
    <NoAppointments
      problem={problem}
      isAsked={isAsked}
      isBeyond={window !== null && window.previous !== null}
      onClear={clear}
      onFirst={() => go({ offset: 0 })}
      onElsewhere={() => go({ view: 'elsewhere', offset: 0 })}
    />
  )
  return (
    <ListPage
      title="Appointments"
      summary={list.data ? summaryOf(list.data, isAsked) : null}
      actions={
        <>
          {views}
          <CalendarFile environment={environment} query={problem === null && total !== 0 ? query : null} />
        </>
      }
      bar={
        <>
          <FilterBar noun="appointments" filters={filters} fields={FIELDS} problem={filterProblem} onApply={apply} />
          <RowNews noun={['booking', 'bookings']} held={held} />
        </>
      }
      window={window}
      sizes={APPOINTMENT_SIZES}
      onPage={(to) => go({ offset: to })}
      // The first row on screen stays on screen.
      onSize={(size) => go({ limit: size, offset: Math.floor(offset / size) * size })}
      onAim={list.fetchAhead}
      ignored={ignored}
      onClearIgnored={() => go({}, 'replace')}
      failure={problem === null ? list.failure : null}
      isFetching={list.isFetching}
      isStale={list.isStale}
      updatedAt={list.updatedAt}
      onRetry={() => void list.refetch().then(held.apply)}
      empty={empty}
    >
      {hasFailed && <OrdersMissing />}
      {problem === null ? (
        <DataTable
          label="Appointments"
          columns={columns}
          rows={held.rows}
          held={held}
          getRowId={getRowId}
          rowLayout={APPOINTMENT_ROW}
          from={list.isStale ? 0 : (list.window?.from ?? 1)}
          total={total}
          isStale={list.isStale}
        />
      ) : (
        empty
      )}
    </ListPage>
  )
}

/** Canceled ones are told apart, and not counted. */
function summaryOf({ total, cancelled }: { total: number; cancelled: number }, isAsked: boolean): string {
  const on = total - cancelled
  const counted = isAsked ? `${formatCount(on)} found` : countOf(on, 'booking')
  const off = cancelled > 0 ? [`${formatCount(cancelled)} canceled`] : []
  return [counted, ...off, 'pending and next visits first'].join(', ')
}

interface NoAppointmentsProps {
  problem: string | null
  isAsked: boolean
  isBeyond: boolean
  onClear: () => void
  onFirst: () => void
  onElsewhere: () => void
}

function NoAppointments({ problem, isAsked, isBeyond, onClear, onFirst, onElsewhere }: NoAppointmentsProps) {
  if (isBeyond) return <PastTheEnd mark={MARK} noun="appointments" onFirst={onFirst} />
  if (isAsked) {
    return (
      <EmptyState
        mark={MARK}
        title={problem ? 'These filters contradict each other' : 'No appointments match'}
        action={<Button onPress={onClear}>Clear all</Button>}
      >
        {problem ??
          'No booking made here matches all filters. Bookings without a visit time don’t match any date range.'}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      mark={MARK}
      title="No appointments yet"
      action={<Button onPress={onElsewhere}>View visits booked elsewhere</Button>}
    >
      Bookings made in this console appear here. To book, open an order with an at-home draw. To find attempts that made
      no appointment, filter by state.
    </EmptyState>
  )
}
