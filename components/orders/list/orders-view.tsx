'use client'
import { useQueryClient } from '@tanstack/react-query'
import { PanelRight } from 'lucide-react'
import { lazy, Suspense, useCallback, useMemo } from 'react'
import { useStuckDays } from '#components/orders/detail/use-stuck-days.ts'
import { ExportButton } from '#components/patterns/export/export-button.tsx'
import { ColumnsButton } from '#components/patterns/list/columns/columns-button.tsx'
import { useColumns } from '#components/patterns/list/columns/use-columns.ts'
import { FilterBar } from '#components/patterns/list/filters/filter-bar.tsx'
import { SearchBox } from '#components/patterns/list/filters/search-box.tsx'
import { useHeldRows } from '#components/patterns/list/held-rows.tsx'
import { List } from '#components/patterns/list/list.tsx'
import { shownColumns } from '#components/patterns/list/list-features.ts'
import { SelectionBar } from '#components/patterns/list/selection-bar.tsx'
import { useSelection } from '#components/patterns/list/use-selection.ts'
import { runShortcut } from '#components/patterns/page/shortcuts.tsx'
import { appearanceOf } from '#components/patterns/views/shown-view.ts'
import { useViews } from '#components/patterns/views/use-views.ts'
import { ViewTabs } from '#components/patterns/views/view-tabs.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { useTimeZone, useWallClock } from '#components/ui/display/viewer.tsx'
import type { Order } from '#lib/domains/orders/order.ts'
import type { RequestFailure } from '#lib/kernel/client/failure.ts'
import { usePagedQuery } from '#lib/kernel/list/use-paged-list.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import { useOrdersExport } from './export/use-orders-export.ts'
import { ORDER_OF_ROWS } from './order-labels.ts'
import { ORDER_VIEW_LIST } from './order-views.ts'
import { ORDER_COLUMNS, ORDER_LIST, orderColumns } from './orders-columns.tsx'
import { orderFields } from './orders-fields.ts'
import { countOrders, ordersPage } from './orders-query.ts'
import { NO_FILTERS, type OrderFilters, ordersQuery, sortOf } from './orders-search.ts'
import { useOrdersSearch } from './use-orders-search.ts'
import { usePreview } from './use-preview.ts'
import { useQueueStart } from './use-queue-start.ts'

const loadPeek = () => import('./order-peek.tsx')
const loadExtras = () => import('./order-extras.ts')
const NoOrders = lazy(() => import('./no-orders.tsx').then((part) => ({ default: part.NoOrders })))
const OrderPeek = lazy(() => loadPeek().then((part) => ({ default: part.OrderPeek })))

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
  const client = useQueryClient()
  const pageQuery = useCallback(
    (from: number, limit: number) => ordersPage({ environment }, query ?? NOT_ASKED, from, limit),
    [environment, query],
  )
  const enabled = query !== null
  const list = usePagedQuery({ offset, limit: size, failure, count: countOrders, enabled, pageQuery })
  const asked = [search.filters, page, size]
  const held = useHeldRows({ rows: list.data?.orders, getRowId: ORDER_LIST.getRowId, asked, isStale: list.isStale })
  const { rows } = held
  const window = problem ? null : list.window
  const total = window?.total ?? null
  const readPage = async (from: number) => (await client.fetchQuery(pageQuery(from, size))).orders.map(({ id }) => id)
  const isShown = rows && window && !list.isStale
  useQueueStart(environment, isShown ? { ids: rows.map(({ id }) => id), start: offset, size, total, readPage } : null)

  const preview = usePreview(problem ? NO_ROWS : rows)
  const { order } = preview
  const isPreviewing = order !== null

  const clock = useWallClock()
  const time_zone = useTimeZone()
  const limits = useStuckDays(environment)
  const selection = useSelection(ORDER_LIST.getRowId)
  const { layout, usual } = appearanceOf('orders', search.view)
  const choice = useColumns(layout, ORDER_COLUMNS, initialColumns, usual)
  const shown = useMemo(() => shownColumns(ORDER_COLUMNS, choice.columns, isPreviewing), [choice, isPreviewing])
  const columns = useMemo(() => orderColumns(environment, limits), [environment, limits])
  const fields = useMemo(() => orderFields(clock, user_id !== null), [clock, user_id])
  const given = choice.columns.filter((column) => column.shown).map(({ id }) => id)
  const files = useOrdersExport({ environment, columns: given })

  const empty = (
    <Suspense fallback={null}>
      <NoOrders
        beyond={page > 1}
        asked={search.isFiltered}
        impossible={problem}
        onFirst={() => search.toPage(1)}
        onClear={search.clear}
      />
    </Suspense>
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
              aria-pressed={isPreviewing}
              isDisabled={!(rows?.length && window)}
              className="max-rail:hidden"
              onHoverStart={() => void loadPeek()}
              onPress={() => (isPreviewing ? preview.close() : runShortcut('space'))}
            >
              <PanelRight aria-hidden="true" className="size-4" strokeWidth={1.9} />
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
          </>
        }
        bar={
          <>
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
                found={list.isStale ? undefined : rows?.length}
              />
            </FilterBar>
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
          <Suspense fallback={null}>
            {order && (
              <OrderPeek
                environment={environment}
                order={order}
                place={placeOf((window?.from ?? 1) + preview.index, total)}
                onClose={preview.close}
              />
            )}
          </Suspense>
        }
      />
      {files.csv.question}
    </>
  )
}

function placeOf(row: number, total: number | null) {
  return `row ${formatCount(row)}${total === null ? '' : ` of ${formatCount(total)}`}`
}

function summaryOf(total: number | null, filters: OrderFilters, isFiltered: boolean) {
  const { order_key, order_direction } = sortOf(filters)
  const { label, [order_direction]: direction } = ORDER_OF_ROWS[order_key]
  const found = isFiltered ? `${formatCount(total ?? 0)} found` : countOf(total ?? 0, 'order')
  const words = total === null ? 'Too many orders to count' : found
  return `${words}, ${order_key === 'created_at' ? direction : `by ${label.toLowerCase()}, ${direction}`}`
}
