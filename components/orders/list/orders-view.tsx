'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { PanelRight, Printer } from 'lucide-react'
import { type ComponentProps, lazy, useCallback, useEffect, useMemo, useState } from 'react'
import { CallbackPanel } from '#components/orders/critical/critical-result.tsx'
import { useStuckDays } from '#components/orders/detail/use-order.ts'
import { statusChip } from '#components/orders/list/filters/status-groups.ts'
import {
  ACTIVATIONS,
  NO_FILTERS,
  ORDER_SORT_LABELS,
  ORDER_VIEW_LIST,
  type OrderFilters,
  type OrdersQuery,
  ordersPage,
  ordersQuery,
  sortOf,
} from '#components/orders/search/orders-search.ts'
import { useOrdersSearch, useQueueStart } from '#components/orders/search/use-orders-search.ts'
import { METHODS, RESULTS } from '#components/patterns/domain/order-terms.tsx'
import { ExportButton } from '#components/patterns/export/export-button.tsx'
import { useCsvExport } from '#components/patterns/export/use-csv-export.tsx'
import { ColumnsButton } from '#components/patterns/list/columns/columns-button.tsx'
import { useColumns } from '#components/patterns/list/columns/use-columns.ts'
import { FilterBar } from '#components/patterns/list/filters/filter-bar.tsx'
import { type FilterField, someLabel } from '#components/patterns/list/filters/filter-fields.ts'
import type { FilterIcon } from '#components/patterns/list/filters/filter-icons.ts'
import { LetterNote } from '#components/patterns/list/filters/letter-note.tsx'
import { SearchBox } from '#components/patterns/list/filters/search-box.tsx'
import { useHeldRows } from '#components/patterns/list/held-rows.tsx'
import { List } from '#components/patterns/list/list.tsx'
import { shownColumns } from '#components/patterns/list/list-features.ts'
import { SelectionBar, useSelection } from '#components/patterns/list/selection-bar.tsx'
import { runShortcut, useCurl } from '#components/patterns/page/shortcuts.tsx'
import { PrintPurpose } from '#components/patterns/print/print-sheet.tsx'
import { useOrderPrint } from '#components/patterns/print/use-order-print.ts'
import { appearanceOf } from '#components/patterns/views/shown-view.ts'
import { useViews } from '#components/patterns/views/use-views.ts'
import { ViewTabs } from '#components/patterns/views/view-tabs.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { usePatientData } from '#components/ui/display/mask.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { useTimeZone, useWallClock } from '#components/ui/display/viewer.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import { listOrders, type Order } from '#lib/domains/orders/order.ts'
import { orderQuery } from '#lib/domains/orders/queries.ts'
import { RequestError, type RequestFailure } from '#lib/kernel/client/errors.ts'
import { leave } from '#lib/kernel/client/leave-guard.ts'
import { usePagedQuery } from '#lib/kernel/list/use-paged-list.ts'
import { readPastedIds } from '#lib/utils/ids/ids.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import { type RelativeDays, rangeLabel, relativeLabel } from '#lib/utils/time/day-ranges.ts'
import { formatDay, instantParts, parseInstant, type WallClock } from '#lib/utils/time/instants.ts'
import type { OrderField } from './filters/order-editor.tsx'
import { ORDER_COLUMNS, ORDER_LIST, orderColumns } from './orders-columns.tsx'
import type { PastedIds } from './search-answers.tsx'

const NAME_FILTERS = ['search_input', 'patient_name', 'shipping_recipient_name'] as const
type Words = { operator: string; value: string } | null
type Key = keyof OrderFilters

/** A day as it is; of an instant its day and time for the viewer. */
function whenLabel(value: string | null, clock: WallClock) {
  if (value === null || value.length === 10) return value && formatDay(value, clock)
  const { day, time } = instantParts(parseInstant(value), clock)
  return `${day}, ${time}`
}

function range(from: string | null, to: string | null, clock: WallClock): Words {
  const [begin, end] = [whenLabel(from, clock), whenLabel(to, clock)]
  return rangeLabel(begin, end, clock)
}

const within = (days: RelativeDays | null): Words => days && relativeLabel(days)

const is = (value: string | null): Words => (value ? { operator: 'is', value } : null)
const holds = (value: string): Words => (value ? { operator: 'contains', value } : null)
const idsChip = (ids: readonly string[]): Words =>
  ids.length > 1 ? { operator: 'is one of', value: `${ids.length} IDs` } : is(ids.join(''))

const OrderEditor = lazy(() => import('./filters/order-editor.tsx').then((part) => ({ default: part.OrderEditor })))

function field(
  [group, id, label, icon]: [group: string, id: OrderField, label: string, icon: FilterIcon],
  keys: readonly Key[],
  chip: (filters: OrderFilters) => Words,
): FilterField<OrderFilters> {
  const empty = Object.fromEntries(keys.map((key) => [key, NO_FILTERS[key]]))
  const clear = (filters: OrderFilters) => ({ ...filters, ...empty })
  return { group, id, label, icon, chip, clear, Editor: OrderEditor }
}

/** `clock` is the viewer's; on a user's own page the user is no filter. */
export function orderFields(clock: WallClock, ofUser: boolean): readonly FilterField<OrderFilters>[] {
  return [
    field(['State', 'status', 'Status', 'status'], ['status'], ({ status }) => statusChip(status)),
    field(['State', 'result', 'Result', 'result'], ['interpretation'], ({ interpretation }) =>
      is(interpretation && (RESULTS.get(interpretation)?.label ?? interpretation)),
    ),
    field(['State', 'critical', 'Critical', 'critical'], ['is_critical'], ({ is_critical }) =>
      is_critical === null ? null : is(is_critical ? 'yes' : 'no'),
    ),
    field(['State', 'stuck', 'Stuck', 'stuck'], ['stuck'], ({ stuck }) => is(stuck ? 'yes' : null)),
    field(['Kind', 'method', 'Method', 'method'], ['order_type'], ({ order_type }) =>
      someLabel(
        order_type.map((one) => METHODS.get(one)?.label ?? one),
        'methods',
      ),
    ),
    field(
      ['Kind', 'activation', 'Activation', 'activation'],
      ['order_activation_types'],
      ({ order_activation_types: types }) =>
        someLabel(
          types.map((one) => ACTIVATIONS[one]),
          'kinds',
        ),
    ),
    field(['Person', 'patient', 'Patient name', 'patient'], ['patient_name'], ({ patient_name }) =>
      holds(patient_name),
    ),
    field(
      ['Person', 'recipient', 'Recipient', 'recipient'],
      ['shipping_recipient_name'],
      ({ shipping_recipient_name: name }) => holds(name),
    ),
    ...(ofUser ? [] : [field(['Person', 'user', 'User ID', 'user'], ['user_id'], ({ user_id }) => is(user_id))]),
    field(['IDs', 'orders', 'Order ID', 'order'], ['order_ids'], ({ order_ids }) => idsChip(order_ids)),
    field(
      ['IDs', 'transaction', 'Transaction ID', 'transaction'],
      ['order_transaction_id'],
      ({ order_transaction_id: id }) => is(id),
    ),
    field(
      ['Time', 'created', 'Created', 'created'],
      ['start_date', 'end_date', 'created_within'],
      ({ start_date, end_date, created_within }) => within(created_within) ?? range(start_date, end_date, clock),
    ),
    field(
      ['Time', 'updated', 'Updated', 'updated'],
      ['updated_start_date', 'updated_end_date', 'updated_within'],
      ({ updated_start_date: from, updated_end_date: to, updated_within }) =>
        within(updated_within) ?? range(from, to, clock),
    ),
    field(['Rows', 'sort', 'Sort by', 'sort'], ['order_key', 'order_direction'], sortLabel),
  ]
}

function sortLabel(filters: OrderFilters): Words {
  const { order_key, order_direction } = sortOf(filters)
  if (order_key === 'created_at' && order_direction === 'desc') return null
  const { label, [order_direction]: direction } = ORDER_SORT_LABELS[order_key]
  return { operator: label.toLowerCase(), value: direction }
}

const loadPeek = () => import('./order-peek.tsx')
const loadExtras = () => import('./order-extras.ts')
const loadAnswers = () => import('./search-answers.tsx')
const NoOrders = lazyPart(loadAnswers, 'NoOrders')
const PeopleFound = lazyPart(loadAnswers, 'PeopleFound')
const PastedNote = lazyPart(loadAnswers, 'PastedNote')
const OrderPeek = lazyPart(loadPeek, 'OrderPeek')

interface OrdersViewProps {
  environment: string
  /** User whose orders are listed; null for everyone's. On a user's page the list is one part. */
  user_id: string | null
  /** The choice of columns that this browser remembers. */
  columns: string | null
  failure: RequestFailure | null
}

const NO_ROWS: readonly Order[] = []
const NOT_ASKED = ordersQuery(NO_FILTERS, { zone: 'UTC', now: 0 })

export function OrdersView({ environment, user_id, columns: initialColumns, failure }: OrdersViewProps) {
  const views = useViews(environment, ORDER_VIEW_LIST, user_id === null)
  const search = useOrdersSearch(user_id, views.known)
  const { page, size, query, problem } = search
  const offset = (page - 1) * size
  useCurl(listOrders, { query: { ...(query ?? NOT_ASKED), page, size } })
  const client = useQueryClient()
  const pageQuery = useCallback(
    (from: number, limit: number) => ordersPage({ environment }, query ?? NOT_ASKED, from, limit),
    [environment, query],
  )
  const enabled = query !== null
  const list = usePagedQuery({ offset, limit: size, failure, rows: 'orders', enabled, pageQuery })
  const asked = [search.filters, page, size]
  const held = useHeldRows({ rows: list.data?.orders, getRowId: ORDER_LIST.getRowId, asked, isStale: list.isStale })
  const { rows } = held
  const onlySpelling = list.data?.only_spelling
  const window = problem ? null : list.window
  const total = window?.total ?? null
  const readPage = async (from: number) => (await client.fetchQuery(pageQuery(from, size))).orders.map(({ id }) => id)
  const isShown = rows && window && !list.isStale
  useQueueStart(environment, isShown ? { ids: rows.map(({ id }) => id), start: offset, size, total, readPage } : null)

  const seen = problem ? NO_ROWS : rows
  const preview = usePreview(environment, seen, held.gone)
  const { order } = preview
  const found = list.isStale ? undefined : rows
  const pasted = usePasted(search, found, total)
  const isPreviewing = order !== null

  const clock = useWallClock()
  const time_zone = useTimeZone()
  const limits = useStuckDays(environment)
  const selection = useSelection(ORDER_LIST.getRowId)
  const { layout, defaults } = appearanceOf('orders', search.view)
  const choice = useColumns(layout, ORDER_COLUMNS, initialColumns, defaults)
  const shown = useMemo(() => shownColumns(ORDER_COLUMNS, choice.columns, isPreviewing), [choice, isPreviewing])
  const columns = useMemo(() => orderColumns(environment, limits), [environment, limits])
  const fields = useMemo(() => orderFields(clock, user_id !== null), [clock, user_id])
  const given = choice.columns.filter((column) => column.shown).map(({ id }) => id)
  const paper = useOrderPrint(
    environment,
    idsOf(seen),
    seen?.map(({ user_id: of }) => of),
  )
  const files = useOrdersExport({ environment, columns: given })

  const empty = (
    <NoOrders
      beyond={page > 1}
      isFiltered={search.isFiltered}
      problem={problem}
      onFirst={() => search.toPage(1)}
      onClear={search.clear}
    />
  )
  return (
    <>
      <List
        record={ORDER_LIST}
        page={list}
        rows={rows}
        held={{ ...held, noun: ['order', 'orders'] }}
        columns={columns}
        problem={problem}
        level={user_id === null ? 1 : 2}
        summary={summaryOf(total, search.filters, search.isFiltered)}
        actions={
          <>
            <Button
              icon={PanelRight}
              aria-pressed={isPreviewing}
              isDisabled={!(rows?.length && window)}
              className="max-rail:hidden"
              onHoverStart={() => void loadPeek()}
              onPress={() => (isPreviewing ? preview.close() : runShortcut('space'))}
            >
              Preview
            </Button>
            <ColumnsButton {...choice} />
            <ExportButton
              csv={files.csv}
              isDisabled={query === null || total === 0}
              job={() => files.found(query ?? NOT_ASKED, total)}
            >
              Export CSV
            </ExportButton>
            <IconButton
              icon={Printer}
              label="Print orders"
              unavailable={!isShown}
              onPress={paper.print}
              className="max-rail:hidden"
            />
          </>
        }
        bar={
          <>
            <PrintPurpose>List of orders, for staff who work on them.</PrintPurpose>
            {views.known && <ViewTabs environment={environment} views={views} {...search} look={choice} />}
            <FilterBar
              noun="orders"
              filters={search.filters}
              fields={fields}
              problem={search.problemOf}
              onApply={search.apply}
              loadExtras={() => loadExtras().then((part) => part.orderExtras({ environment, user_id, time_zone }))}
            >
              <SearchBox
                label="ID, patient, recipient"
                value={search.filters.search_input}
                onSearch={search.search}
                isBusy={search.filters.search_input !== '' && list.isFetching}
                found={found?.length}
                onPasted={pasted.take}
              />
            </FilterBar>
            {user_id === null && search.filters.search_input.trim() !== '' && (
              <PeopleFound
                environment={environment}
                text={search.filters.search_input.trim()}
                onShow={(id) => search.apply({ ...search.filters, search_input: '', user_id: id })}
              />
            )}
            {pasted.note}
            <LetterNote texts={NAME_FILTERS.map((key) => search.filters[key])} />
            {typeof onlySpelling === 'string' && (
              <Notice kind="info">
                <span>
                  Other spellings also match, but there are too many orders to show together. Only{' '}
                  <q translate="no">{onlySpelling}</q> is shown. Add another name, a date or an ID.
                </span>
              </Notice>
            )}
            <SelectionBar selection={selection} page={rows ?? NO_ROWS} getRowId={ORDER_LIST.getRowId}>
              <ExportButton csv={files.csv} job={() => files.chosen([...selection.rows.values()])}>
                Export selected
              </ExportButton>
            </SelectionBar>
          </>
        }
        onPage={(to) => search.toPage(Math.floor(to / size) + 1)}
        onSize={search.toSize}
        ignored={search.ignored}
        onClearIgnored={search.clearIgnored}
        empty={empty}
        shown={shown}
        choice={choice}
        sort={search.sort}
        selection={selection}
        preview={{ isOpen: isPreviewing, ...preview.keys }}
        aside={
          <Beside
            environment={environment}
            order={order}
            place={preview.hasLeft ? LEFT : placeOf((window?.from ?? 1) + preview.index, total)}
            onClose={preview.close}
          />
        }
      />
      {files.csv.question}
    </>
  )
}

type BesideProps = Omit<ComponentProps<typeof OrderPeek>, 'order' | 'onCall'> & { order: Order | null }

/** The preview, or in its place the panel that records a call, until another row is looked at. */
function Beside({ order, ...props }: BesideProps) {
  const [called, setCalled] = useState<Order | null>(null)
  const isOther = called !== null && called.id !== order?.id
  useEffect(() => {
    if (!isOther) return
    let hasLeft = false
    leave(() => {
      hasLeft = true
      setCalled(null)
    })
    // A call that is half written is asked about, and its own row stays the one that is marked.
    if (!hasLeft) focusRowOf(called.id)
  }, [isOther, called])
  if (called) {
    const now = isOther || !order ? called : order
    return <CallbackPanel environment={props.environment} order={now} onClose={() => setCalled(null)} />
  }
  return order && <OrderPeek {...props} order={order} onCall={() => setCalled(order)} />
}

function focusRowOf(id: string) {
  document.querySelector<HTMLElement>(`tr[data-index]:has(a[href$="/orders/${id}"])`)?.focus()
}

function placeOf(row: number, total: number | null) {
  return `row ${formatCount(row)}${total === null ? '' : ` of ${formatCount(total)}`}`
}

function summaryOf(total: number | null, filters: OrderFilters, isFiltered: boolean) {
  const { order_key, order_direction } = sortOf(filters)
  const { label, [order_direction]: direction } = ORDER_SORT_LABELS[order_key]
  const found = isFiltered ? `${formatCount(total ?? 0)} found` : countOf(total ?? 0, 'order')
  const words = total === null ? 'Too many orders to count' : found
  return `${words}, ${order_key === 'created_at' ? direction : `by ${label.toLowerCase()}, ${direction}`}`
}

type Search = ReturnType<typeof useOrdersSearch>

/** A pasted list of IDs becomes their filter; which have no order is known where all that is found is on the page. */
function usePasted(
  { filters, apply }: Pick<Search, 'filters' | 'apply'>,
  rows: readonly Order[] | undefined,
  total: number | null,
) {
  const [last, setLast] = useState<PastedIds | null>(null)
  const isAsked = last?.ids.join() === filters.order_ids.join() && filters.search_input === ''
  const take = (text: string) => {
    const { ids, malformed } = readPastedIds(text)
    if (ids.length < 2 && !(ids.length + malformed.length > 1 && /\n/.test(text.trim()))) return false
    setLast({ ids, malformed })
    apply({ ...filters, search_input: '', order_ids: ids })
    return true
  }
  const all = rows?.length === total ? rows : null
  const missing = (all && last?.ids.filter((id) => !all.some((row) => row.id === id))) ?? null
  return { take, note: isAsked && last && <PastedNote {...last} missing={missing} /> }
}

const idsOf = (rows: readonly Order[] | undefined) => (rows ?? NO_ROWS).map(({ id }) => id)

const LEFT = 'no longer in this list'

/** A preview ends with the page of its row; one whose row left says how the order is now. */
function usePreview(environment: string, rows: readonly Order[] | undefined, gone: ReadonlySet<string>) {
  const [id, setId] = useState<string | null>(null)
  const index = id === null ? -1 : (rows?.findIndex((row) => row.id === id) ?? -1)
  const row = rows?.[index] ?? null
  const hasLeft = row !== null && gone.has(row.id)
  const { data } = useQuery({ ...orderQuery(environment, row?.id ?? ''), enabled: hasLeft })
  const order = (hasLeft && data?.orders.find((now) => now.id === row.id)) || row
  return {
    order,
    hasLeft,
    /** Its place on the page, from 0. */
    index,
    close: () => setId(null),
    /** For the table: Space opens it and closes it again, and it follows the current row. */
    keys: {
      onOpen: (row: Order) => setId(row.id === order?.id ? null : row.id),
      onMove: (row: Order) => order && setId(row.id),
    },
  }
}

const NOUN = ['order', 'orders'] as const
const why = (error: unknown) => (error instanceof RequestError ? error.message : null)

/** `columns` are those chosen. */
function useOrdersExport({ environment, columns }: { environment: string; columns: readonly string[] }) {
  const { masked } = usePatientData()
  const load = async () => (await import('./export/export-jobs.ts')).exportJobs({ environment, columns, masked })
  return {
    csv: useCsvExport({ noun: NOUN, why }),
    found: async (query: OrdersQuery, rows: number | null) => (await load()).found(query, rows),
    chosen: async (orders: readonly Order[]) => (await load()).chosen(orders),
  }
}
