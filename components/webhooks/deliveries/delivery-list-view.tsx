'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import Link from 'next/link'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { CountChips } from '#components/patterns/list/count-chips.tsx'
import { FilterBar } from '#components/patterns/list/filter-bar.tsx'
import { List } from '#components/patterns/list/list.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { useAtPresent } from '#components/ui/display/viewer.tsx'
import { STATE_LOOKS } from '#components/webhooks/labels.ts'
import { countWebhookDeliveries } from '#lib/domains/webhooks/deliveries.ts'
import type { Delivery } from '#lib/domains/webhooks/delivery.ts'
import { listWebhookEndpoints } from '#lib/domains/webhooks/endpoints.ts'
import { DELIVERY_STATES } from '#lib/domains/webhooks/rules.ts'
import { navigate, useAddressSearch } from '#lib/kernel/client/address.ts'
import type { RequestFailure } from '#lib/kernel/client/failure.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { usePagedQuery } from '#lib/kernel/list/use-paged-list.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import { MINUTE, SECOND } from '#lib/utils/time/durations.ts'
import { DELIVERY_LIST, deliveryColumns } from './delivery-columns.tsx'
import { deliveryFields } from './delivery-fields.tsx'
import { countPage, deliveryPage } from './delivery-query.ts'
import {
  type DeliveryListFilters,
  type DeliveryPlace,
  isFiltered,
  NO_FILTERS,
  PERIODS,
  readDeliverySearch,
  rowsQuery,
  writeDeliverySearch,
} from './delivery-search.ts'
import { NoDeliveries } from './no-deliveries.tsx'

const DeliveryPanel = lazy(() => import('./delivery-panel.tsx').then((part) => ({ default: part.DeliveryPanel })))
const ReplayDialog = lazy(() => import('./replay-dialog.tsx').then((part) => ({ default: part.ReplayDialog })))

interface DeliveryListViewProps {
  environment: string
  failure: RequestFailure | null
}

const NO_ROWS: readonly Delivery[] = []
/** Milliseconds between two counts; rows are read again when they are asked for, because each reading is on record. */
const REFRESH_MS = 10 * SECOND

/** Events that were sent, with their outcomes; another environment needs another view (`key`). */
export function DeliveryListView({ environment, failure }: DeliveryListViewProps) {
  const search = useAddressSearch()
  const { ignored, ...place } = useMemo(() => readDeliverySearch(search), [search])
  const { filters, offset, limit, delivery: open } = place
  const [isReplaying, setReplaying] = useState(false)
  const present = useAtPresent(useCallback((now: number) => Math.floor(now / MINUTE) * MINUTE, []))
  const query = useMemo(() => rowsQuery(filters, present), [filters, present])
  const list = usePagedQuery({
    offset,
    limit,
    failure,
    count: countPage,
    pageQuery: useCallback(
      (from: number, size: number) => deliveryPage({ environment }, query, from, size),
      [environment, query],
    ),
  })
  const params = { environment }
  const counts = useQuery({
    ...consoleQuery(countWebhookDeliveries, { params, query }, {}),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })
  const endpoints = useQuery(consoleQuery(listWebhookEndpoints, { params }, {})).data?.endpoints ?? undefined

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
  const types = counts.data?.event_types
  const fields = useMemo(() => {
    const choices = endpoints?.map(({ id, name }) => ({ value: id, text: name })) ?? []
    return deliveryFields(choices, types?.map(({ event_type }) => event_type) ?? [])
  }, [endpoints, types])
  const rows = list.data?.deliveries
  const at = (rows ?? NO_ROWS).findIndex(({ id }) => id === open)
  const from = list.window?.from ?? 1
  const total = list.window?.total ?? null
  const known = new Map(counts.data?.states.map(({ state, count }) => [state, count]))
  return (
    <>
      <List
        record={DELIVERY_LIST}
        page={list}
        rows={rows}
        columns={columns}
        problem={null}
        summary={list.isStale ? 'Loading' : summaryOf(total, PERIODS[filters.within].text)}
        actions={
          <>
            <Link
              href={`/${environment}/settings/webhooks`}
              prefetch={false}
              className="font-control text-accent-ink underline underline-offset-3"
            >
              Endpoints
            </Link>
            <Button isDisabled={!rows?.length} onPress={() => setReplaying(true)}>
              <RotateCw aria-hidden="true" className="size-4" strokeWidth={1.9} />
              Replay
            </Button>
          </>
        }
        bar={
          <FilterBar noun="deliveries" filters={filters} fields={fields} problem={() => null} onApply={apply}>
            {counts.data && (
              <CountChips
                legend="Outcome"
                chips={DELIVERY_STATES.map((state) => ({
                  id: state,
                  ...STATE_LOOKS[state],
                  count: known.get(state) ?? 0,
                }))}
                chosen={filters.states}
                onChoose={(states) => apply({ ...filters, states })}
              />
            )}
          </FilterBar>
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
          <Suspense fallback={null}>
            {open !== null && (
              <DeliveryPanel
                environment={environment}
                id={open}
                place={at < 0 ? '' : `${formatCount(from + at)} of ${total === null ? 'many' : formatCount(total)}`}
                onClose={() => openDelivery(null)}
              />
            )}
          </Suspense>
        }
      />
      <Suspense fallback={null}>
        {isReplaying && (
          <ReplayDialog environment={environment} query={query} total={total} onClose={() => setReplaying(false)} />
        )}
      </Suspense>
    </>
  )
}

function summaryOf(total: number | null, period: string) {
  const deliveries = total === null ? 'More than 10,000' : countOf(total, 'delivery', 'deliveries')
  return `${deliveries} in the ${period.toLowerCase()}, newest events first`
}
