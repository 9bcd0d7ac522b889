'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { RotateCw, Send } from 'lucide-react'
import Link from 'next/link'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { CountChips } from '#components/patterns/list/filters/count-chips.tsx'
import { FilterBar } from '#components/patterns/list/filters/filter-bar.tsx'
import { useHeldRows } from '#components/patterns/list/held-rows.tsx'
import { List } from '#components/patterns/list/list.tsx'
import { EmptyState, PastTheEnd } from '#components/patterns/states/empty-state.tsx'
import { timeProblem } from '#components/patterns/volume/time-field.tsx'
import { PERIODS } from '#components/patterns/volume/volume.ts'
import { Button } from '#components/ui/button/button.tsx'
import { useAtPresent, useWallClock } from '#components/ui/display/viewer.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import { STATE_LOOKS } from '#components/webhooks/labels.ts'
import { countWebhookDeliveries, getWebhookDelivery } from '#lib/domains/webhooks/deliveries.ts'
import type { Delivery } from '#lib/domains/webhooks/delivery.ts'
import { listWebhookEndpoints } from '#lib/domains/webhooks/endpoints.ts'
import { DELIVERY_STATES } from '#lib/domains/webhooks/rules.ts'
import { navigate, useAddressSearch } from '#lib/kernel/client/address.ts'
import type { RequestFailure } from '#lib/kernel/client/errors.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { usePagedQuery } from '#lib/kernel/list/use-paged-list.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import { MINUTE, SECOND } from '#lib/utils/time/durations.ts'
import { DELIVERY_LIST, DeliveryChoicesProvider, deliveryColumns, deliveryFields } from './delivery-columns.tsx'
import {
  countPage,
  countsQuery,
  type DeliveryListFilters,
  type DeliveryPlace,
  deliveryChoices,
  deliveryPage,
  isFiltered,
  NO_FILTERS,
  readDeliverySearch,
  rowsQuery,
  writeDeliverySearch,
} from './delivery-search.ts'

interface NoDeliveriesProps {
  isFiltered: boolean
  /** The address points past the end of a list that does hold deliveries. */
  beyond: boolean
  /** "Last 24 hours" */
  period: string
  onClear: () => void
  onFirst: () => void
}

const mark = <Send className="size-5" />

/** Why there is no row, and the way on. */
function NoDeliveries({ isFiltered, beyond, period, onClear, onFirst }: NoDeliveriesProps) {
  if (beyond) return <PastTheEnd mark={mark} noun="deliveries" onFirst={onFirst} />
  if (isFiltered) {
    return (
      <EmptyState mark={mark} title="No matching deliveries" action={<Button onPress={onClear}>Clear filters</Button>}>
        No delivery matches all of these filters. Choose a longer period, or clear the filters.
      </EmptyState>
    )
  }
  return (
    <EmptyState mark={mark} title="No deliveries">
      Nothing was sent in the period “{period.toLowerCase()}”. Deliveries appear here when an order, an appointment or a
      connection changes, or when you send a test event.
    </EmptyState>
  )
}

const DeliveryVolume = lazy(() => import('./delivery-volume.tsx').then((part) => ({ default: part.DeliveryVolume })))
const DeliveryFacets = lazy(() => import('./delivery-facets.tsx').then((part) => ({ default: part.DeliveryFacets })))
const DeliveryPanel = lazyPart(() => import('./delivery-panel.tsx'), 'DeliveryPanel')
const ReplayDialog = lazyPart(() => import('./replay-dialog.tsx'), 'ReplayDialog')

const NO_ROWS: readonly Delivery[] = []
/** Milliseconds between two counts; rows are read again less often, because each reading is on record. */
const REFRESH_MS = 10 * SECOND

/** Events that were sent, with their outcomes; another environment needs another view (`key`). */
export function DeliveryListView({ environment, failure }: { environment: string; failure: RequestFailure | null }) {
  const search = useAddressSearch()
  const { ignored, ...place } = useMemo(() => readDeliverySearch(search), [search])
  const { filters, offset, limit, delivery: open } = place
  const [isReplaying, setReplaying] = useState(false)
  const { bar } = PERIODS[filters.within]
  const present = useAtPresent(useCallback((now: number) => Math.floor(now / bar) * bar, [bar]))
  const clock = useWallClock()
  const query = useMemo(() => rowsQuery(filters, present), [filters, present])
  const list = usePagedQuery({
    offset,
    limit,
    failure,
    count: countPage,
    refreshEvery: MINUTE,
    pageQuery: useCallback(
      (from: number, size: number) => deliveryPage({ environment }, query, from, size),
      [environment, query],
    ),
  })
  const params = { environment }
  const counts = useQuery({
    ...consoleQuery(countWebhookDeliveries, { params, query: countsQuery(filters, present) }, {}),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })
  const endpoints = useQuery(consoleQuery(listWebhookEndpoints, { params }, {})).data?.endpoints

  const go = useCallback(
    (next: Partial<DeliveryPlace>, way?: 'push' | 'replace') => {
      navigate(writeDeliverySearch({ ...readDeliverySearch(search), ...next }), {}, way)
    },
    [search],
  )
  const apply = (next: DeliveryListFilters) => go({ filters: next, offset: 0 })
  const hrefOf = useCallback(
    (id: number) =>
      `/${environment}/events/deliveries?${writeDeliverySearch({ ...readDeliverySearch(search), delivery: id })}`,
    [environment, search],
  )
  const openDelivery = useCallback(
    (id: number | null) => go({ delivery: id }, open === null ? 'push' : 'replace'),
    [go, open],
  )
  const columns = useMemo(() => deliveryColumns({ hrefOf, onOpen: openDelivery }), [hrefOf, openDelivery])
  const choices = useMemo(() => deliveryChoices(counts.data, endpoints ?? []), [counts.data, endpoints])
  const fields = useMemo(() => deliveryFields(choices, clock), [choices, clock])
  const held = useHeldRows({
    rows: list.data?.deliveries,
    getRowId: DELIVERY_LIST.getRowId,
    asked: [filters, offset, limit],
    isStale: list.isStale,
  })
  const rows = useShownRows(environment, held.rows, open)
  const at = (rows ?? NO_ROWS).findIndex(({ id }) => id === open)
  const from = list.window?.from ?? 1
  const total = list.window?.total ?? null
  return (
    <>
      <List
        record={DELIVERY_LIST}
        page={list}
        rows={rows}
        held={{ ...held, noun: ['delivery', 'deliveries'] }}
        columns={columns}
        problem={null}
        summary={list.isStale ? 'Loading' : summaryOf(total, filters)}
        actions={
          <ListActions environment={environment} isDisabled={!rows?.length} onReplay={() => setReplaying(true)} />
        }
        bar={
          <DeliveryChoicesProvider value={choices}>
            <FilterBar noun="deliveries" filters={filters} fields={fields} problem={timeProblem} onApply={apply}>
              {counts.data && (
                <CountChips
                  legend="Outcome"
                  chips={DELIVERY_STATES.map((state) => ({
                    id: state,
                    ...STATE_LOOKS[state],
                    count: choices.states.find(({ value }) => value === state)?.count ?? 0,
                  }))}
                  chosen={filters.states}
                  onChoose={(states) => apply({ ...filters, states })}
                />
              )}
            </FilterBar>
            <Suspense fallback={<div className="h-[185px] border-b border-line bg-surface max-rail:h-[140px]" />}>
              {counts.data && (
                <>
                  <DeliveryFacets choices={choices} filters={filters} onApply={apply} />
                  <DeliveryVolume
                    counts={counts.data}
                    filters={filters}
                    onApply={apply}
                    onRange={(range) => go({ filters: { ...filters, ...range }, offset: 0 }, 'replace')}
                  />
                </>
              )}
            </Suspense>
          </DeliveryChoicesProvider>
        }
        onPage={(to) => go({ offset: to })}
        onSize={(size) => go({ offset: Math.floor(offset / size) * size, limit: size })}
        ignored={ignored}
        onClearIgnored={() => go({}, 'replace')}
        empty={
          <NoDeliveries
            isFiltered={isFiltered(filters)}
            beyond={(list.window?.previous ?? null) !== null}
            period={PERIODS[filters.within].text}
            onClear={() => apply({ ...NO_FILTERS, within: filters.within })}
            onFirst={() => go({ offset: 0 })}
          />
        }
        around={(children) => <div className="@container/list min-w-0">{children}</div>}
        preview={{
          isOpen: open !== null,
          onOpen: ({ id }) => openDelivery(id === open ? null : id),
          onMove: ({ id }) => open !== null && openDelivery(id),
        }}
        aside={
          open !== null && (
            <DeliveryPanel
              environment={environment}
              id={open}
              place={at < 0 ? '' : `${formatCount(from + at)} of ${total === null ? 'many' : formatCount(total)}`}
              onClose={() => openDelivery(null)}
            />
          )
        }
      />
      {isReplaying && (
        <ReplayDialog
          environment={environment}
          query={query}
          filters={filters}
          choices={choices}
          total={total}
          onClose={() => setReplaying(false)}
        />
      )}
    </>
  )
}

/** The rows, the open one as its panel has it: that is newer. */
function useShownRows(environment: string, rows: readonly Delivery[] | undefined, open: number | null) {
  const params = { environment, delivery_id: open ?? 0 }
  const { data } = useQuery({ ...consoleQuery(getWebhookDelivery, { params }, {}), enabled: false })
  return useMemo(() => {
    const fresh = data?.delivery
    return fresh ? rows?.map((row) => (row.id === fresh.id ? fresh : row)) : rows
  }, [rows, data])
}

function summaryOf(total: number | null, { within, from, to }: DeliveryListFilters) {
  const deliveries = total === null ? 'More than 10,000' : countOf(total, 'delivery', 'deliveries')
  const time = from || to ? 'in the chosen time' : `in the ${PERIODS[within].text.toLowerCase()}`
  return `${deliveries} ${time}, newest events first`
}

interface ListActionsProps {
  environment: string
  /** There is nothing to replay. */
  isDisabled: boolean
  onReplay: () => void
}

function ListActions({ environment, isDisabled, onReplay }: ListActionsProps) {
  return (
    <>
      <Link
        href={`/${environment}/settings/webhooks`}
        prefetch={false}
        className="font-control text-accent-ink underline underline-offset-3"
      >
        Endpoints
      </Link>
      <Button icon={RotateCw} isDisabled={isDisabled} onPress={onReplay}>
        Replay
      </Button>
    </>
  )
}
