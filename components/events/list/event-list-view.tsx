'use client'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { Radio } from 'lucide-react'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { FilterBar } from '#components/patterns/list/filters/filter-bar.tsx'
import { RowNews, useHeldRows } from '#components/patterns/list/held-rows.tsx'
import { List } from '#components/patterns/list/list.tsx'
import { useListAddress } from '#components/patterns/list/use-list-address.ts'
import { useShortcuts } from '#components/patterns/page/shortcuts.tsx'
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
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { Switch } from '#components/ui/field/switch.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import type { Outcome } from '#lib/domains/events/outcomes.ts'
import { countEvents, countNewEvents, listEvents, type ReceivedEvent } from '#lib/domains/events/received.ts'
import { useLiveEvents } from '#lib/domains/events/shared-watch.ts'
import type { RequestFailure } from '#lib/kernel/client/errors.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { usePagedQuery } from '#lib/kernel/list/use-paged-list.ts'
import { SECOND } from '#lib/utils/time/durations.ts'
import { EVENT_LIST, eventColumns, eventFields, OutcomeChips } from './event-columns.tsx'
import { countsQuery, EVENTS, eventPage, type RowsQuery, rowsQuery } from './event-search.ts'

/** How many events arrived since the list was made: they are counted, and the rows stay where they are. */
interface NewEvents {
  environment: string
  query: RowsQuery
  after: number | undefined
  isLive: boolean
}

const EVERY = 5 * SECOND

/** Returns their number, how to show them, and whether they are heard of as they arrive. */
function useNewEvents({ environment, query, after, isLive }: NewEvents) {
  const client = useQueryClient()
  const { to: _, ...open } = query
  const input = { params: { environment }, query: { ...open, after: after ?? 0 } }
  const counting = consoleQuery(countNewEvents, input, {})
  const isOn = isLive && after !== undefined && query.to === undefined
  const isHeard = useLiveEvents({
    environment,
    after: after ?? null,
    isOn,
    onNews: () => void client.invalidateQueries({ queryKey: counting.queryKey }),
  })
  const { data } = useQuery({
    ...counting,
    enabled: isOn,
    refetchInterval: isHeard ? false : EVERY,
    staleTime: 0,
  })
  const show = () =>
    Promise.all([listEvents, countEvents].map(({ name }) => client.invalidateQueries({ queryKey: ['console', name] })))
  return { count: isLive ? (data?.count ?? 0) : 0, show, isHeard }
}

const NOUNS = ['event', 'events'] as const
const PARTS: readonly (VolumePart & { keys: readonly Outcome[] })[] = [
  { label: 'Current or kept as sent', keys: ['applied', 'stored'], fill: 'fill-accent' },
  { label: 'Replaced or older', keys: ['superseded', 'older'], fill: 'fill-control' },
  { label: 'Duplicate', keys: ['duplicate'], fill: 'fill-transparent stroke-control' },
]

const VolumeChart = lazyPart(
  () => import('#components/patterns/volume/volume-chart.tsx'),
  'VolumeChart',
  <div className="h-[124px] border-b border-line bg-surface" />,
)
const EventFacets = lazyPart(() => import('./event-facets.tsx'), 'EventFacets')
const EventPanel = lazyPart(() => import('#components/events/detail/event-panel.tsx'), 'EventPanel')

interface EventListViewProps {
  environment: string
  failure: RequestFailure | null
  /** User whose events are shown, on their own page. */
  user_id?: string
}

const NO_ROWS: readonly ReceivedEvent[] = []
const FIRST = { offset: 0, up_to: null }
/** An event stays received: those that new ones push off the page are no news. */
const NONE_LEFT = { gone: new Set<string>(), isReordered: false }

/** Events as they arrived; another environment, or another user, needs another view (`key`). */
export function EventListView({ environment, failure, user_id }: EventListViewProps) {
  const own = useMemo(() => (user_id ? { user_id } : {}), [user_id])
  const { place, go, apply, searchOf, toList, toEmpty } = useListAddress(EVENTS, { first: FIRST, own })
  const { filters, offset, limit, up_to, event: open } = place
  const present = usePresent(filters)
  const query = useMemo(
    () => ({ ...rowsQuery(filters, present), ...(up_to !== null && { up_to }) }),
    [filters, present, up_to],
  )
  const list = usePagedQuery({
    offset,
    limit,
    failure,
    rows: 'events',
    pageQuery: useCallback(
      (from: number, size: number) => eventPage({ environment }, query, from, size),
      [environment, query],
    ),
  })
  const counts = useQuery({
    ...consoleQuery(countEvents, { params: { environment }, query: countsQuery(filters, present) }, {}),
    placeholderData: keepPreviousData,
  })
  const [isLive, setLive] = useState(true)
  const fresh = useNewEvents({ environment, query, after: list.data?.up_to, isLive: isLive && !list.isStale })

  const toPage = (to: number) => go({ offset: to, up_to: to === 0 ? null : (list.data?.up_to ?? null) })
  const hrefOf = useCallback(
    (id: number) => `/${environment}/events?${searchOf({ event: id })}`,
    [environment, searchOf],
  )
  const { onOpen: openEvent, preview } = useOpenRow(
    open,
    useCallback((event, way) => go({ event }, way), [go]),
  )
  const columns = useMemo(() => eventColumns({ hrefOf, onOpen: openEvent }), [hrefOf, openEvent])
  const clock = useWallClock()
  const fields = useMemo(() => eventFields(user_id !== undefined, clock), [user_id, clock])
  const held = useHeldRows({
    rows: list.data?.events,
    getRowId: EVENT_LIST.getRowId,
    asked: [filters, offset, limit, up_to],
    isStale: list.isStale,
  })
  const { rows } = held
  const at = (rows ?? NO_ROWS).findIndex(({ id }) => id === open)
  const total = list.window?.total ?? null
  const showNew = () => {
    if (offset > 0 || up_to !== null) go(FIRST)
    held.applyNext()
    void fresh.show()
  }
  useShortcuts([
    {
      strokes: ['p'],
      label: isLive ? 'Pause live events' : 'Resume live events',
      group: 'List',
      run: () => setLive(!isLive),
    },
  ])
  const beside = (children: ReactNode) => (
    <BesideRows
      facets={
        counts.data && open === null ? <EventFacets counts={counts.data} filters={filters} onApply={apply} /> : null
      }
    >
      {children}
    </BesideRows>
  )
  return (
    <List
      record={EVENT_LIST}
      page={list}
      rows={rows}
      columns={columns}
      problem={null}
      level={user_id ? 2 : 1}
      summary={list.isStale ? 'Loading' : `${summaryOf(total, NOUNS, filters)}, newest first`}
      actions={<LiveSwitch isLive={isLive} isHeard={fresh.isHeard} onChange={setLive} />}
      bar={
        <>
          <FilterBar noun="events" filters={filters} fields={fields} problem={timeProblem} onApply={apply}>
            {counts.data && (
              <OutcomeChips
                counts={counts.data.outcomes}
                chosen={filters.outcomes}
                onChoose={(outcomes) => apply({ ...filters, outcomes: [...outcomes] })}
              />
            )}
          </FilterBar>
          {counts.data && (
            <VolumeChart
              label="Events over time"
              nouns={NOUNS}
              when="Received"
              bars={counts.data.bars.map((each) => ({ from: each.from, counts: each.outcomes }))}
              parts={PARTS}
              isCut={counts.data.is_cut}
              time={filters}
              onTime={(time, mode) => go({ ...FIRST, filters: { ...filters, ...time } }, mode)}
            />
          )}
          <RowNews noun={NOUNS} held={{ ...NONE_LEFT, fresh: Math.max(fresh.count, held.fresh), apply: showNew }} />
        </>
      }
      {...toList}
      onPage={toPage}
      empty={
        <NoRows
          mark={<Radio className="size-5" />}
          noun="events"
          {...toEmpty}
          beyond={(list.window?.previous ?? null) !== null}
          unmatched={unmatchedIn(NOUNS)}
          title="No events received"
        >
          No events in the {PERIODS[filters.within].text.toLowerCase()}. Events appear here as the service sends them to
          this console’s webhook address. Find that address in Settings, Environments.
        </NoRows>
      }
      around={beside}
      preview={preview}
      aside={
        open !== null && (
          <EventPanel
            environment={environment}
            id={open}
            place={placeOf(at, list.window?.from ?? 1, total)}
            hrefOf={hrefOf}
            onClose={() => openEvent(null)}
          />
        )
      }
    />
  )
}

interface LiveSwitchProps {
  isLive: boolean
  /** Events are heard of as they arrive; else they are counted now and then. */
  isHeard: boolean
  onChange: (isLive: boolean) => void
}

function LiveSwitch({ isLive, isHeard, onChange }: LiveSwitchProps) {
  return (
    <span className="flex items-center gap-3">
      {isLive && (
        <span role="status" className="inline-flex items-center gap-1.5 text-xs text-ink-3">
          <Radio className="size-3.5" />
          {isHeard ? 'As events arrive' : 'Every 5 seconds'}
        </span>
      )}
      <Switch label="Live" checked={isLive} onChange={onChange} />
    </span>
  )
}

interface BesideRowsProps {
  /** Null where there is nothing to choose, or no room for it. */
  facets: ReactNode
  children: ReactNode
}

/** Facets beside the rows where both have room, else below them. */
function BesideRows({ facets, children }: BesideRowsProps) {
  return (
    <div
      className={clsx(
        'grid min-h-full grid-cols-[minmax(0,1fr)] content-start',
        facets && '@min-[1080px]/list:grid-cols-[minmax(0,1fr)_296px] @min-[1080px]/list:content-stretch',
      )}
    >
      <div className="@container/list min-w-0">{children}</div>
      {facets && (
        <div className="min-w-0 border-t border-line p-4 print:hidden @min-[1080px]/list:border-t-0 @min-[1080px]/list:border-l">
          {facets}
        </div>
      )}
    </div>
  )
}
