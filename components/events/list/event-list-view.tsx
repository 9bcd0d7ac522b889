'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { ArrowUp, Radio } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react'
import { FilterBar } from '#components/patterns/list/filter-bar.tsx'
import { List } from '#components/patterns/list/list.tsx'
import { useShortcuts } from '#components/patterns/page/shortcuts.tsx'
import { useAtPresent } from '#components/ui/display/viewer.tsx'
import { Switch } from '#components/ui/field/switch.tsx'
import { countEvents, type ReceivedEvent } from '#lib/domains/events/received.ts'
import { navigate, useAddressSearch } from '#lib/kernel/client/address.ts'
import type { RequestFailure } from '#lib/kernel/client/failure.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { usePagedQuery } from '#lib/kernel/list/use-paged-list.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import { EVENT_LIST, eventColumns } from './event-columns.tsx'
import { eventFields } from './event-fields.tsx'
import { countPage, eventPage } from './event-query.ts'
import {
  countsQuery,
  type EventListFilters,
  type EventPlace,
  isFiltered,
  NO_FILTERS,
  PERIODS,
  type Period,
  readEventSearch,
  rowsQuery,
  writeEventSearch,
} from './event-search.ts'
import { NoEvents } from './no-events.tsx'
import { OutcomeChips } from './outcome-chips.tsx'
import { useNewEvents } from './use-new-events.ts'

const VolumeChart = lazy(() => import('./volume-chart.tsx').then((part) => ({ default: part.VolumeChart })))
const EventFacets = lazy(() => import('./event-facets.tsx').then((part) => ({ default: part.EventFacets })))
const EventPanel = lazy(() =>
  import('#components/events/detail/event-panel.tsx').then((part) => ({ default: part.EventPanel })),
)

interface EventListViewProps {
  environment: string
  failure: RequestFailure | null
  /** Of one user alone, on their page. */
  user_id?: string
}

const NO_ROWS: readonly ReceivedEvent[] = []

/** Events as they arrived; another environment, or another user, needs another view (`key`). */
export function EventListView({ environment, failure, user_id }: EventListViewProps) {
  const search = useAddressSearch()
  const { place, ignored } = useMemo(() => {
    const { ignored: unread, filters: asked, ...rest } = readEventSearch(search)
    return { place: { ...rest, filters: user_id ? { ...asked, user_id } : asked }, ignored: unread }
  }, [search, user_id])
  const { filters, offset, limit, up_to, event: open } = place
  const { bar } = PERIODS[filters.within]
  const present = useAtPresent(useCallback((now: number) => Math.floor(now / bar) * bar, [bar]))
  const query = useMemo(
    () => ({ ...rowsQuery(filters, present), ...(up_to !== null && { up_to }) }),
    [filters, present, up_to],
  )
  const list = usePagedQuery({
    offset,
    limit,
    failure,
    count: countPage,
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

  const go = useCallback(
    (next: Partial<EventPlace>, way?: 'push' | 'replace') => {
      const whole = { ...place, ...next }
      // The page of a user says whose events they are.
      const own = user_id ? { ...whole.filters, user_id: null } : whole.filters
      navigate(writeEventSearch({ ...whole, filters: own }), {}, way)
    },
    [place, user_id],
  )
  const apply = (next: EventListFilters) => go({ filters: next, offset: 0, up_to: null })
  const toPage = (to: number) => go({ offset: to, up_to: to === 0 ? null : (list.data?.up_to ?? null) })
  const hrefOf = useCallback(
    (id: number) => `/${environment}/events?${writeEventSearch({ ...place, event: id })}`,
    [environment, place],
  )
  const openEvent = useCallback(
    (id: number | null) => go({ event: id }, open === null ? 'push' : 'replace'),
    [go, open],
  )
  const columns = useMemo(() => eventColumns({ hrefOf, onOpen: openEvent }), [hrefOf, openEvent])
  const fields = useMemo(() => eventFields(user_id !== undefined), [user_id])
  const rows = list.data?.events
  const at = (rows ?? NO_ROWS).findIndex(({ id }) => id === open)
  const from = list.window?.from ?? 1
  const total = list.window?.total ?? null
  const showNew = () => {
    if (offset > 0 || up_to !== null) go({ offset: 0, up_to: null })
    void fresh.show()
  }
  useShortcuts([
    { strokes: ['n'], label: 'Show new events', group: 'List', run: () => fresh.count > 0 && showNew() },
    {
      strokes: ['p'],
      label: isLive ? 'Pause live events' : 'Resume live events',
      group: 'List',
      run: () => setLive(!isLive),
    },
  ])
  const beside = (children: ReactNode) => (
    <div
      className={clsx(
        'grid min-h-full grid-cols-[minmax(0,1fr)] content-start',
        open === null && '@min-[1080px]/list:grid-cols-[minmax(0,1fr)_296px] @min-[1080px]/list:content-stretch',
      )}
    >
      <div className="@container/list min-w-0">{children}</div>
      {counts.data && open === null && (
        <div className="min-w-0 border-t border-line p-4 @min-[1080px]/list:border-t-0 @min-[1080px]/list:border-l">
          <Suspense fallback={null}>
            <EventFacets counts={counts.data} filters={filters} onApply={apply} />
          </Suspense>
        </div>
      )}
    </div>
  )
  return (
    <List
      record={EVENT_LIST}
      page={list}
      rows={rows}
      columns={columns}
      problem={null}
      level={user_id ? 2 : 1}
      summary={list.isStale ? 'Loading' : summaryOf(total, filters.within)}
      actions={
        <span className="flex items-center gap-3">
          {isLive && (
            <span role="status" className="inline-flex items-center gap-1.5 text-xs text-ink-3">
              <Radio aria-hidden="true" className="size-3.5" strokeWidth={1.9} />
              {fresh.isHeard ? 'As events arrive' : 'Every 5 seconds'}
            </span>
          )}
          <Switch label="Live" checked={isLive} onChange={setLive} />
        </span>
      }
      bar={
        <>
          <FilterBar noun="events" filters={filters} fields={fields} problem={() => null} onApply={apply}>
            {counts.data && (
              <OutcomeChips
                counts={counts.data.outcomes}
                chosen={filters.outcomes}
                onChoose={(outcomes) => apply({ ...filters, outcomes: [...outcomes] })}
              />
            )}
          </FilterBar>
          <Suspense fallback={<div className="h-[124px] border-b border-line bg-surface" />}>
            {counts.data && (
              <VolumeChart
                bars={counts.data.bars}
                isCut={counts.data.is_cut}
                within={filters.within}
                onPeriod={(within) => apply({ ...filters, within, from: null, to: null })}
                from={filters.from}
                to={filters.to}
                onRange={(range) => go({ filters: { ...filters, ...range }, offset: 0, up_to: null }, 'replace')}
              />
            )}
          </Suspense>
          <NewEvents count={fresh.count} onShow={showNew} />
        </>
      }
      onPage={toPage}
      onSize={(size) => go({ offset: Math.floor(offset / size) * size, limit: size })}
      ignored={ignored}
      onClearIgnored={() => go({}, 'replace')}
      empty={
        <NoEvents
          isFiltered={isFiltered(user_id ? { ...filters, user_id: null } : filters)}
          beyond={(list.window?.previous ?? null) !== null}
          period={PERIODS[filters.within].text}
          onClear={() => apply({ ...NO_FILTERS, within: filters.within, ...(user_id && { user_id }) })}
          onFirst={() => toPage(0)}
        />
      }
      around={beside}
      preview={{
        isOpen: open !== null,
        onOpen: ({ id }) => openEvent(id === open ? null : id),
        onMove: ({ id }) => open !== null && openEvent(id),
      }}
      aside={
        <Suspense fallback={null}>
          {open !== null && (
            <EventPanel
              environment={environment}
              id={open}
              place={at < 0 ? '' : `${formatCount(from + at)} of ${total === null ? 'many' : formatCount(total)}`}
              hrefOf={hrefOf}
              onClose={() => openEvent(null)}
            />
          )}
        </Suspense>
      }
    />
  )
}

function summaryOf(total: number | null, within: Period) {
  const events = total === null ? 'More than 10,000' : countOf(total, 'event')
  return `${events} in the ${PERIODS[within].text.toLowerCase()}, newest first`
}

/** Rows never move by themselves: what arrived waits here until it is asked for. */
function NewEvents({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div role="status" className="print:hidden">
      {count > 0 && (
        <button
          type="button"
          onClick={onShow}
          className="flex min-h-8 w-full items-center gap-2 border-b border-accent-line bg-accent-soft px-4 text-left text-sm font-control text-accent-ink hover:underline max-rail:min-h-11 rail:px-6"
        >
          <ArrowUp aria-hidden="true" className="size-4" strokeWidth={2} />
          Show {countOf(count, 'new event')}
        </button>
      )}
    </div>
  )
}
