import { createColumnHelper } from '@tanstack/react-table'
import { ChevronsUp, CornerDownRight } from 'lucide-react'
import { Method, PartialResults, ResultPill, StatusPill, statusOf } from '#components/patterns/domain/order-terms.tsx'
import { RowPatient } from '#components/patterns/domain/patient.tsx'
import type { ListRecord } from '#components/patterns/list/list.tsx'
import type { LineColumn, ListFeatures } from '#components/patterns/list/list-features.ts'
import { Nothing } from '#components/patterns/states/empty-state.tsx'
import { CopyableId } from '#components/ui/display/copyable-id.tsx'
import { BirthDate } from '#components/ui/display/redact.tsx'
import { TimeStamp } from '#components/ui/display/time-stamp.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { useAlive, useAtPresent } from '#components/ui/display/viewer.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import type { Order } from '#lib/domains/orders/order.ts'
import { hidesPartialResults } from '#lib/domains/orders/results/results.ts'
import { successorOf } from '#lib/domains/orders/siblings.ts'
import { mayHaveVisit } from '#lib/domains/orders/status/status.ts'
import type { StuckDays } from '#lib/domains/orders/stuck/stuck-days.ts'
import type { VIEW_COLUMNS } from '#lib/domains/views/views.ts'
import { DAY } from '#lib/utils/time/durations.ts'
import { utcInstant } from '#lib/utils/time/instants.ts'
import { ORDER_SIZES } from './orders-search.ts'
import type { StuckMarkProps } from './stuck-mark.tsx'

const ICON = 'size-3.5 shrink-0'

/** Beside the status of a row: what it doesn't say of the results, and whether the order moves on. */
function RowMark(props: StuckMarkProps) {
  return (
    <>
      {hidesPartialResults(props.order) && (
        <span className="ml-1.5 inline-flex min-w-0" title="Partial results">
          <PartialResults />
        </span>
      )}
      <Movement {...props} />
    </>
  )
}

/** The rule comes with the first order of a page that may be stuck, or that a booking here may contradict. */
const StuckMark = lazyPart(() => import('./stuck-mark.tsx'), 'StuckMark')

/** Another order replaced it, or it has had no update for too long. */
function Movement(props: StuckMarkProps) {
  const { order, limits } = props
  const isAlive = useAlive()
  const isIdle = useAtPresent((now) => now - utcInstant(order.updated_at).getTime() > shortest(limits))
  if (successorOf(order)) {
    return (
      <span
        className="ml-1.5 inline-flex items-center gap-1 align-middle text-xs text-ink-3"
        title="Replaced by a newer order"
      >
        <CornerDownRight className={ICON} />
        <span className="@max-[1180px]/list:sr-only">Replaced</span>
      </span>
    )
  }
  // Bookings are read by the page once it is alive, and the first one does without the rule.
  if (!(isIdle || (isAlive && mayHaveVisit(order)))) return null
  return <StuckMark {...props} />
}

/** Milliseconds before any order can be stuck. */
function shortest(limits: StuckDays): number {
  return Math.min(...Object.values(limits)) * DAY
}

/** Beside the status of an order that the service sends as a priority. */
function PriorityMark() {
  return (
    <span
      data-tone="bad"
      className="ml-1.5 inline-flex items-center gap-1 align-middle text-xs text-tone-fg"
      title="Priority order"
    >
      <ChevronsUp className={ICON} />
      <span className="@max-[1180px]/list:sr-only">Priority</span>
    </span>
  )
}

/** Loaded with the first critical order of a page. */
const CriticalRow = lazyPart(() => import('#components/orders/critical/critical-row.tsx'), 'CriticalRow')

export const ORDER_LIST: ListRecord<Order> = {
  title: 'Orders',
  sizes: ORDER_SIZES,
  getRowId: ({ id }) => id,
  // A card on a phone, three lines and then two where there is some room, one line from 1000 px on.
  rowLayout:
    "[--row-columns:minmax(0,1fr)_auto] [--row-areas:'status_updated''who_result''test_method''id_created'] @min-[560px]/list:[--two-lines:104px] @min-[560px]/list:[--row-columns:minmax(0,1.3fr)_minmax(164px,1fr)_var(--times,112px)] @min-[560px]/list:[--row-areas:'id_status_updated''who_result_created''test_method_method'] @min-[820px]/list:[--two-lines:72px] @min-[820px]/list:[--row-columns:188px_minmax(0,1.4fr)_minmax(148px,1fr)_var(--times,112px)] @min-[820px]/list:[--row-areas:'id_status_result_updated''who_test_method_created']",
}

/**
 * The columns people choose from; `area` and `track` are their place in the one-line form, `beside` their track beside a
 * preview, where there is room for what tells rows apart and the preview has the rest.
 */
export const ORDER_COLUMNS: readonly (LineColumn & { id: (typeof VIEW_COLUMNS)['orders'][number] })[] = [
  { id: 'id', label: 'Order', fixed: true, area: 'id', track: '172px', beside: '148px' },
  { id: 'recipient', label: 'Patient', area: 'who', track: 'minmax(100px,1.3fr)', beside: 'minmax(80px,1fr)' },
  { id: 'status', label: 'Status', area: 'status', track: 'minmax(166px,1.1fr)', beside: 'minmax(150px,1.4fr)' },
  { id: 'interpretation', label: 'Result', area: 'result', track: 'minmax(148px,0.8fr)', beside: '148px' },
  { id: 'method', label: 'Method', area: 'method', track: '104px' },
  { id: 'lab_test', label: 'Lab test', area: 'test', track: 'minmax(72px,1.1fr)' },
  { id: 'birth', label: 'Birth date', extra: true, area: 'birth', track: '84px' },
  { id: 'sample', label: 'Sample ID', extra: true, area: 'sample', track: '104px' },
  { id: 'priority', label: 'Priority', extra: true, area: 'priority', track: '72px' },
  { id: 'user', label: 'User', extra: true, area: 'user', track: '172px' },
  { id: 'created_at', label: 'Created', area: 'created', track: '58px' },
  { id: 'updated_at', label: 'Updated', area: 'updated', track: '58px', beside: '56px' },
]

/** Shown in the one-line form only: a card has no room for it. */
const ON_ONE_LINE = '@max-[999px]/list:hidden'

const helper = createColumnHelper<ListFeatures, Order>()
const ON_THE_RIGHT = 'justify-self-end @min-[1000px]/list:justify-self-start'

/** `limits`: after how many days an order is stuck. */
export function orderColumns(environment: string, limits: StuckDays) {
  return helper.columns([
    helper.accessor('id', {
      id: 'id',
      header: 'Order',
      cell: ({ getValue }) => (
        <CopyableId id={getValue()} noun="Order ID" href={`/${environment}/orders/${getValue()}`} />
      ),
      meta: { place: '[grid-area:id]' },
    }),
    helper.display({
      id: 'recipient',
      header: 'Patient',
      cell: ({ row }) => <RowPatient environment={environment} order={row.original} />,
      meta: { place: '[grid-area:who]' },
    }),
    helper.accessor(statusOf, {
      id: 'status',
      header: 'Status',
      cell: ({ getValue, row, table }) => (
        <span className="flex min-w-0 items-center">
          <StatusPill status={getValue()} />
          {row.original.priority && <PriorityMark />}
          <RowMark
            environment={environment}
            order={row.original}
            limits={limits}
            page={table.getRowModel().rows.map(({ original }) => original)}
          />
        </span>
      ),
      meta: { place: '[grid-area:status]', sort: 'last_status' },
    }),
    helper.accessor('interpretation', {
      id: 'interpretation',
      header: 'Result',
      cell: ({ getValue, row, table }) => (
        <span className="flex items-center gap-0.5">
          <ResultPill order={row.original} />
          {getValue() === 'critical' && (
            <CriticalRow environment={environment} order={row.original} page={table.getRowModel().rows} />
          )}
        </span>
      ),
      meta: { place: `[grid-area:result] ${ON_THE_RIGHT} @min-[560px]/list:justify-self-start` },
    }),
    helper.accessor('lab_test.method', {
      id: 'method',
      header: 'Method',
      cell: ({ getValue }) => <Method method={getValue()} />,
      meta: { place: `[grid-area:method] ${ON_THE_RIGHT} @min-[560px]/list:justify-self-start` },
    }),
    helper.accessor('lab_test.name', {
      id: 'lab_test',
      header: 'Lab test',
      cell: ({ getValue }) => (
        <span className="block truncate" title={getValue()}>
          {getValue()}
        </span>
      ),
      meta: { place: '[grid-area:test]' },
    }),
    helper.accessor((order) => order.patient_details?.dob, {
      id: 'birth',
      header: 'Birth date',
      cell: ({ getValue }) => {
        const value = getValue()
        return value ? <BirthDate value={value} /> : <Nothing word="not provided" />
      },
      meta: { place: `[grid-area:birth] ${ON_ONE_LINE}` },
    }),
    helper.accessor('sample_id', {
      id: 'sample',
      header: 'Sample ID',
      cell: ({ getValue }) => (
        <Verbatim className="block truncate font-mono text-xs">{getValue() ?? <Nothing word="none yet" />}</Verbatim>
      ),
      meta: { place: `[grid-area:sample] ${ON_ONE_LINE}` },
    }),
    helper.accessor('priority', {
      id: 'priority',
      header: 'Priority',
      cell: ({ getValue }) => (getValue() ? 'Priority' : <Nothing word="no priority" />),
      meta: { place: `[grid-area:priority] ${ON_ONE_LINE}` },
    }),
    helper.accessor('user_id', {
      id: 'user',
      header: 'User',
      cell: ({ getValue }) => <CopyableId id={getValue()} noun="User ID" />,
      meta: { place: `[grid-area:user] ${ON_ONE_LINE}` },
    }),
    helper.accessor('created_at', {
      id: 'created_at',
      header: 'Created',
      cell: ({ getValue }) => <TimeStamp value={getValue()} />,
      meta: { place: `[grid-area:created] ${ON_THE_RIGHT}`, caption: 'Created', sort: 'created_at' },
    }),
    helper.accessor('updated_at', {
      id: 'updated_at',
      header: 'Updated',
      cell: ({ getValue }) => <TimeStamp value={getValue()} />,
      meta: { place: `[grid-area:updated] ${ON_THE_RIGHT}`, caption: 'Updated' },
    }),
  ])
}
