import { ChevronsUp, CornerDownRight } from 'lucide-react'
import { ORDER_SIZES } from '#components/orders/search/orders-search.ts'
import { Method, PartialResults, ResultPill, StatusPill, statusOf } from '#components/patterns/domain/order-terms.tsx'
import { RowPatient } from '#components/patterns/domain/patient.tsx'
import type { ListRecord } from '#components/patterns/list/list.tsx'
import { columnsOf, type LineColumn } from '#components/patterns/list/list-features.ts'
import { NoValue } from '#components/patterns/states/empty-state.tsx'
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
import type { VIEW_COLUMNS } from '#lib/domains/views/built-in.ts'
import { DAY } from '#lib/utils/time/durations.ts'
import { utcInstant } from '#lib/utils/time/instants.ts'
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
        <span className="@max-[1180px]/list:sr-only print:not-sr-only">Replaced</span>
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

function PriorityMark() {
  return (
    <span
      data-tone="bad"
      className="ml-1.5 inline-flex items-center gap-1 align-middle text-xs text-tone-fg"
      title="Priority order"
    >
      <ChevronsUp className={ICON} />
      <span className="@max-[1180px]/list:sr-only print:not-sr-only">Priority</span>
    </span>
  )
}

const CriticalRow = lazyPart(() => import('#components/orders/critical/critical-row.tsx'), 'CriticalRow')

export const ORDER_LIST: ListRecord<Order> = {
  title: 'Orders',
  sizes: ORDER_SIZES,
  getRowId: ({ id }) => id,
  // A card on a phone, three lines and then two where there is some room, one line from 1000 px on.
  rowLayout:
    "[--row-columns:minmax(0,1fr)_auto] [--row-areas:'status_updated''who_result''test_method''id_created'] @min-[560px]/list:[--two-lines:104px] @min-[560px]/list:[--row-columns:minmax(0,1.3fr)_minmax(164px,1fr)_var(--times,112px)] @min-[560px]/list:[--row-areas:'id_status_updated''who_result_created''test_method_method'] @min-[820px]/list:[--two-lines:72px] @min-[820px]/list:[--row-columns:188px_minmax(0,1.4fr)_minmax(148px,1fr)_var(--times,112px)] @min-[820px]/list:[--row-areas:'id_status_result_updated''who_test_method_created'] print:[--row-columns:minmax(0,1.5fr)_minmax(0,1.3fr)_minmax(0,0.9fr)_var(--times)_176px] print:[--row-areas:'who_status_result_updated_id''test_method_result_created_id']",
}

/** `area` and `track` are the place in the one-line form, `beside` the track beside a preview. */
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

const column = columnsOf<Order, (typeof VIEW_COLUMNS)['orders'][number]>()
const ON_THE_RIGHT = 'justify-self-end @min-[1000px]/list:justify-self-start print:justify-self-start'

/** `limits`: after how many days an order is stuck. */
export function orderColumns(environment: string, limits: StuckDays) {
  return [
    column('id', 'Order', '[grid-area:id]', (order) => (
      <CopyableId id={order.id} noun="Order ID" href={`/${environment}/orders/${order.id}`} />
    )),
    column('recipient', 'Patient', '[grid-area:who]', (order) => (
      <RowPatient environment={environment} order={order} />
    )),
    column('status', 'Status', { place: '[grid-area:status]', sort: 'last_status' }, (order, page) => (
      <span className="flex min-w-0 items-center print:flex-wrap">
        <StatusPill status={statusOf(order)} />
        {order.priority && <PriorityMark />}
        <RowMark environment={environment} order={order} limits={limits} page={page()} />
      </span>
    )),
    column(
      'interpretation',
      'Result',
      `[grid-area:result] ${ON_THE_RIGHT} @min-[560px]/list:justify-self-start`,
      (order, page) => (
        <span className="flex items-center gap-0.5 print:flex-col print:items-start">
          <ResultPill order={order} />
          {order.interpretation === 'critical' && <CriticalRow environment={environment} order={order} page={page()} />}
        </span>
      ),
    ),
    column('method', 'Method', `[grid-area:method] ${ON_THE_RIGHT} @min-[560px]/list:justify-self-start`, (order) => (
      <Method method={order.lab_test.method} />
    )),
    column('lab_test', 'Lab test', '[grid-area:test]', (order) => (
      <span className="block truncate" title={order.lab_test.name}>
        {order.lab_test.name}
      </span>
    )),
    column('birth', 'Birth date', `[grid-area:birth] ${ON_ONE_LINE}`, (order) => {
      const value = order.patient_details?.dob
      return value ? <BirthDate value={value} /> : <NoValue word="not provided" />
    }),
    column('sample', 'Sample ID', `[grid-area:sample] ${ON_ONE_LINE}`, (order) => (
      <Verbatim className="block truncate font-mono text-xs">{order.sample_id ?? <NoValue word="none yet" />}</Verbatim>
    )),
    column('priority', 'Priority', `[grid-area:priority] ${ON_ONE_LINE}`, (order) =>
      order.priority ? 'Priority' : <NoValue word="no priority" />,
    ),
    column('user', 'User', `[grid-area:user] ${ON_ONE_LINE}`, (order) => (
      <CopyableId id={order.user_id} noun="User ID" />
    )),
    column(
      'created_at',
      'Created',
      { place: `[grid-area:created] ${ON_THE_RIGHT}`, caption: 'Created', sort: 'created_at' },
      (order) => <TimeStamp value={order.created_at} />,
    ),
    column('updated_at', 'Updated', { place: `[grid-area:updated] ${ON_THE_RIGHT}`, caption: 'Updated' }, (order) => (
      <TimeStamp value={order.updated_at} />
    )),
  ]
}
