'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { RotateCw, Send } from 'lucide-react'
import Link from 'next/link'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { CountChips } from '#components/patterns/list/filters/count-chips.tsx'
import { FilterBar } from '#components/patterns/list/filters/filter-bar.tsx'
import { useHeldRows } from '#components/patterns/list/held-rows.tsx'
import { List } from '#components/patterns/list/list.tsx'
import { useListAddress } from '#components/patterns/list/use-list-address.ts'
import { NoRows } from '#components/patterns/states/empty-state.tsx'
import {
  placeOf,
  summaryOf,
  timeProblem,
  unmatchedIn,
  useOpenRow,
  usePresent,
} from '#components/patterns/volume/timed-list.tsx'
import { PERIODS, type VolumePart } from '#components/patterns/volume/volume.ts'
import { Button } from '#components/ui/button/button.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import { STATE_LOOKS } from '#components/webhooks/labels.ts'
import { countWebhookDeliveries, getWebhookDelivery } from '#lib/domains/webhooks/deliveries.ts'
import type { Delivery } from '#lib/domains/webhooks/delivery.ts'
import { listWebhookEndpoints } from '#lib/domains/webhooks/endpoints.ts'
import { DELIVERY_STATES, type DeliveryState } from '#lib/domains/webhooks/rules.ts'
import type { RequestFailure } from '#lib/kernel/client/errors.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { usePagedQuery } from '#lib/kernel/list/use-paged-list.ts'
import { MINUTE, SECOND } from '#lib/utils/time/durations.ts'
import { DELIVERY_LIST, DeliveryChoicesProvider, deliveryColumns, deliveryFields } from './delivery-columns.tsx'
import { countsQuery, DELIVERIES, deliveryChoices, deliveryPage, rowsQuery } from './delivery-search.ts'

const NOUNS = ['delivery', 'deliveries'] as const
const PARTS: readonly (VolumePart & { keys: readonly DeliveryState[] })[] = [
  { label: 'Delivered', keys: ['delivered'], fill: 'fill-control' },
  { label: 'Queued or retrying', keys: ['waiting', 'retrying'], fill: 'fill-tone-dot', tone: 'move' },
  { label: 'Failed or stopped', keys: ['gave_up', 'stopped'], fill: 'fill-tone-dot', tone: 'bad' },
]

const VolumeChart = lazy(() =>
  import('#components/patterns/volume/volume-chart.tsx').then((part) => ({ default: part.VolumeChart })),
)
const DeliveryFacets = lazy(() => import('./delivery-facets.tsx').then((part) => ({ default: part.DeliveryFacets })))
const DeliveryPanel = lazyPart(() => import('./delivery-panel.tsx'), 'DeliveryPanel')
const ReplayDialog = lazyPart(() => import('./replay-dialog.tsx'), 'ReplayDialog')

const NO_ROWS: readonly Delivery[] = []
const FIRST = { offset: 0 }
/** Milliseconds between two counts; rows are read again less often, because each reading is on record. */
const REFRESH_MS = 10 * SECOND

/** Events that were sent, with their outcomes; another environment needs another view (`key`). */
export function DeliveryListView({ environment, failure }: { environment: string; failure: RequestFailure | null }) {
  const { place, go, apply, searchOf, toList, toEmpty } = useListAddress(DELIVERIES, { first: FIRST })
  const { filters, offset, limit, delivery: open } = place
  const [isReplaying, setReplaying] = useState(false)
  const present = usePresent(filters)
  const clock = useWallClock()
  const query = useMemo(() => rowsQuery(filters, present), [filters, present])
  const list = usePagedQuery({
    offset,
    limit,
    failure,
    rows: 'deliveries',
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

  const hrefOf = useCallback(
    (id: number) => `/${environment}/events/deliveries?${searchOf({ delivery: id })}`,
    [environment, searchOf],
  )
  const { onOpen: openDelivery, preview } = useOpenRow(
    open,
    useCallback((delivery, way) => go({ delivery }, way), [go]),
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
        summary={list.isStale ? 'Loading' : `${summaryOf(total, NOUNS, filters)}, newest events first`}
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
                  <VolumeChart
                    label="Deliveries over time"
                    nouns={NOUNS}
                    when="Event time"
                    bars={counts.data.bars.map((each) => ({ from: each.from, counts: each.states }))}
                    parts={PARTS}
                    isCut={counts.data.is_cut}
                    time={filters}
                    onTime={(time, mode) => go({ ...FIRST, filters: { ...filters, ...time } }, mode)}
                  />
                </>
              )}
            </Suspense>
          </DeliveryChoicesProvider>
        }
        {...toList}
        empty={
          <NoRows
            mark={<Send className="size-5" />}
            noun="deliveries"
            {...toEmpty}
            beyond={(list.window?.previous ?? null) !== null}
            unmatched={unmatchedIn(NOUNS)}
            title="No deliveries"
          >
            No deliveries in the {PERIODS[filters.within].text.toLowerCase()}. Deliveries appear here when an order, an
            appointment or a connection changes, or when you send a test event.
          </NoRows>
        }
        around={(children) => <div className="@container/list min-w-0">{children}</div>}
        preview={preview}
        aside={
          open !== null && (
            <DeliveryPanel
              environment={environment}
              id={open}
              place={placeOf(at, list.window?.from ?? 1, total)}
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

interface ListActionsProps {
  environment: string
  isDisabled: boolean
  onReplay: () => void
}

function ListActions({ environment, isDisabled, onReplay }: ListActionsProps) {
  return (
    <>
      <Link href={`/${environment}/settings/webhooks`} prefetch={false} className="font-control text-link">
        Endpoints
      </Link>
      <Button icon={RotateCw} isDisabled={isDisabled} onPress={onReplay}>
        Replay
      </Button>
    </>
  )
}
