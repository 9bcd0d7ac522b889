import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import Link from 'next/link'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { useQueueStart } from '#components/orders/search/use-orders-search.ts'
import { NotifyButton } from '#components/patterns/domain/my-work.tsx'
import { DataTable } from '#components/patterns/list/data-table.tsx'
import { isChangedHere, useHeldRows } from '#components/patterns/list/held-rows.tsx'
import { useSelection } from '#components/patterns/list/selection-bar.tsx'
import { useMay } from '#components/patterns/page/role.tsx'
import { useShortcuts } from '#components/patterns/page/shortcuts.tsx'
import { CardFailure } from '#components/patterns/states/card-failure.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { useTimeZone } from '#components/ui/display/viewer.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import { bookPhlebotomyAppointment } from '#lib/domains/bookings/appointment.ts'
import { EXCEPTION_STATUSES } from '#lib/domains/orders/status/status.ts'
import { ordersPath } from '#lib/domains/orders/worklist/overview-groups.ts'
import {
  kindOfStatus,
  markWorklistOrder,
  type OutcomeReason,
  type Worklist,
  type WorklistFilter,
  type WorklistItem,
  type WorklistSort,
} from '#lib/domains/orders/worklist/worklist.ts'
import { navigate, useAddressSearch } from '#lib/kernel/client/address.ts'
import type { QueryValues } from '#lib/kernel/wire.ts'
import { countLabel, countOf, formatCount } from '#lib/utils/text/counts.ts'
import { assignment, finishing, REOPENING, unsnoozing, useMark } from './use-mark.ts'
import { BatchBar, filterLabel, getRowId, Keys, SortChoice, WorklistFilters } from './worklist-bars.tsx'
import { WORKLIST_ROW, worklistColumns } from './worklist-columns.tsx'
import {
  FILTER_KEY,
  readFilter,
  readMoreIds,
  WORKLIST_POLL_MS,
  WORKLIST_ROWS,
  type WorklistAsked,
  worklistOrderQuery,
  worklistQuery,
} from './worklist-query.ts'

const SnoozeDialog = lazyPart(() => import('./snooze-dialog.tsx'), 'SnoozeDialog')

interface WorklistCardProps {
  environment: string
  viewer_id: string
  /** Space opens it and closes it again, and it follows the current row. */
  preview: { isOpen: boolean; onOpen: (item: WorklistItem) => void; onMove: (item: WorklistItem) => void }
}

const OLDEST_FIRST = { order_key: 'created_at', order_direction: 'asc' } as const

/** Orders that need action, the oldest problem first: worked through from the top, by keys alone. */
export function WorklistCard({ environment, viewer_id, preview }: WorklistCardProps) {
  const heading = useId()
  const card = useRef<HTMLElement>(null)
  const chosen = readFilter(useAddressSearch().get(FILTER_KEY))
  const [isWhole, setWhole] = useState(false)
  const [check, setCheck] = useState<'first' | 'all'>('first')
  const [asked, setAsked] = useState<readonly WorklistItem[]>([])
  const [sort, setSort] = useState<WorklistSort>('oldest')
  const zone = useTimeZone()
  const selection = useSelection(getRowId)
  const mayTriage = useMay(markWorklistOrder.permission)
  const mayBook = useMay(bookPhlebotomyAppointment.permission)
  const client = useQueryClient()
  const marking = useMark(environment)
  const { mark } = marking
  const { query, filter } = useWorklist(environment, { filter: chosen, isWhole, check, sort, zone })
  const { data: worklist, isPlaceholderData: isStale, error } = query
  const held = useHeldRows({
    rows: worklist?.items,
    getRowId,
    asked: [filter, isWhole, check, sort],
    isStale,
    untilNext: true,
    isOwn: (id) => isChangedHere(client, id),
  })
  const items = held.rows
  const count = worklist?.counts[filter] ?? 0
  const isLeast = isPartial(worklist)
  const total = isLeast ? null : count
  const found = searchOf(filter)
  const ids = items?.map(getRowId) ?? []
  const readPage = (offset: number) => readMoreIds(environment, { filter, check, sort, zone }, offset)
  useQueueStart(environment, isStale ? null : { ids, start: 0, size: WORKLIST_ROWS, total, readPage })

  const act = useMemo(() => {
    const onAssign = (item: WorklistItem) => mark([item], assignment(item, viewer_id))
    const onSnooze = (item: WorklistItem) => (item.mark.snooze ? mark([item], unsnoozing(item)) : setAsked([item]))
    const onFinish = (item: WorklistItem, reason: OutcomeReason) => mark([item], finishing(reason))
    const onReopen = (item: WorklistItem) => mark([item], REOPENING)
    return { onAssign, onSnooze, onFinish, onReopen }
  }, [mark, viewer_id])
  const columns = useMemo(
    () => worklistColumns({ environment, viewer_id, mayBook, ...act, onAssign: mayTriage ? act.onAssign : null }),
    [environment, viewer_id, mayBook, mayTriage, act],
  )
  const onCurrent = (run: (item: WorklistItem) => void) => () => {
    // Nothing happens to a row that has come into the place of the one that was current.
    if (card.current?.querySelector('[data-lost]')) return
    const row = card.current?.querySelector('tr[data-current]')
    const item = items?.[Number(row?.getAttribute('data-index') ?? 0)]
    if (item && !held.gone.has(item.order_id)) run(item)
  }
  useShortcuts(
    mayTriage
      ? [
          { strokes: ['a'], label: 'Assign to me, or give back', group: 'List', run: onCurrent(act.onAssign) },
          { strokes: ['s'], label: 'Snooze', words: 'later postpone', group: 'List', run: onCurrent(act.onSnooze) },
        ]
      : [],
  )
  const toFilter = (next: WorklistFilter) => {
    setWhole(false)
    navigate(new URLSearchParams({ [FILTER_KEY]: next }), {}, 'replace')
  }

  return (
    <section
      ref={card}
      aria-labelledby={heading}
      className="@container/list overflow-clip rounded-card border border-line bg-surface shadow-1 print:break-inside-auto"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-3">
        <div>
          <h2 id={heading} className="text-base">
            Needs action
          </h2>
          <p className="text-ink-3">Orders that were replaced or whose transaction is settled don’t count.</p>
        </div>
        <SortChoice sort={sort} onSort={setSort} />
        <Keys mayTriage={mayTriage} />
      </div>
      <WorklistFilters
        filter={filter}
        counts={worklist?.counts}
        isLeast={isLeast}
        hasFailed={error !== null}
        onFilter={toFilter}
      />
      <Missing worklist={worklist} />
      <BatchBar
        {...{ environment, viewer_id, selection, mark }}
        items={items}
        onSnooze={() => setAsked([...selection.rows.values()])}
      />
      {error && <CardFailure subject="Orders that need action" error={error} onRetry={() => void query.refetch()} />}
      {items?.length === 0 && <NothingToDo filter={filter} isLeast={isLeast || error !== null} />}
      {!(error && !items) && items?.length !== 0 && (
        <DataTable
          label="Orders that need action"
          columns={columns}
          rows={items}
          getRowId={getRowId}
          rowLayout={WORKLIST_ROW}
          from={1}
          total={total}
          isStale={isStale}
          held={held}
          goneWords={(item) => <Finished environment={environment} item={item} />}
          peek={preview}
          selection={mayTriage ? selection : undefined}
        />
      )}
      {worklist && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 text-sm text-ink-3">
          {items && items.length < count && (
            <>
              <span>
                Showing {formatCount(items.length)} of {countLabel(count, isLeast)}
              </span>
              {items.length <= WORKLIST_ROWS && (
                <Button onPress={() => setWhole(true)}>Show all {countLabel(count, isLeast)}</Button>
              )}
            </>
          )}
          {found && (
            <Link href={ordersPath(environment, found)} prefetch={false} className="text-link">
              Open in Orders
            </Link>
          )}
          {worklist.unchecked > 0 && check === 'first' && (
            <Button isPending={isStale} onPress={() => setCheck('all')}>
              Check all
            </Button>
          )}
          <NotifyButton />
          {worklist.replaced > 0 && <span>{countOf(worklist.replaced, 'replaced order')} hidden</span>}
        </div>
      )}
      {asked.length > 0 && (
        <SnoozeDialog
          environment={environment}
          items={asked}
          marking={marking}
          onClose={() => {
            setAsked([])
            selection.clear()
          }}
        />
      )}
    </section>
  )
}

/** Settles the usual filter once: an order that somebody takes on must not swap the list that they work through. */
function useWorklist(environment: string, asked: WorklistAsked) {
  const client = useQueryClient()
  const [usual, setUsual] = useState<WorklistFilter | null>(null)
  const filter = asked.filter === 'usual' ? (usual ?? 'usual') : asked.filter
  const query = useQuery({
    ...worklistQuery(environment, { ...asked, filter }),
    refetchInterval: WORKLIST_POLL_MS,
    placeholderData: keepPreviousData,
  })
  const { data, isPlaceholderData } = query
  useEffect(() => {
    if (filter !== 'usual' || !data || isPlaceholderData) return
    client.setQueryData(worklistQuery(environment, { ...asked, filter: data.filter }).queryKey, data)
    setUsual(data.filter)
  }, [client, environment, asked, filter, data, isPlaceholderData])
  return { query, filter: filter === 'usual' ? (data?.filter ?? 'all') : filter }
}

function isPartial(worklist: Worklist | undefined): boolean {
  return worklist !== undefined && (worklist.missing !== null || worklist.unchecked > 0)
}

/** Below the numbers: why there may be more. */
function Missing({ worklist }: { worklist: Worklist | undefined }) {
  if (!(worklist && isPartial(worklist))) return null
  const { missing, unchecked } = worklist
  return (
    <p data-tone="warn" className="border-b border-line bg-tone-soft px-4 py-1.5 text-sm text-tone-fg">
      {['Some may be missing.', missing, unchecked > 0 && `${formatCount(unchecked)} newer ones weren’t checked.`]
        .filter(Boolean)
        .join(' ')}
    </p>
  )
}

function Finished({ environment, item }: { environment: string; item: WorklistItem }) {
  const { data } = useQuery({ ...worklistOrderQuery(environment, item.order_id), staleTime: 0 })
  const { owner, snooze, outcome } = data?.mark ?? item.mark
  if (!data) return 'has left the list'
  if (outcome) return `was finished by ${outcome.by_name}`
  if (snooze) return `was snoozed by ${snooze.by_name}`
  if (data?.needs_action && owner) return `is with ${owner.name} now`
  return owner ? `was finished by ${owner.name}` : 'no longer needs action'
}

const NO_SEARCH: ReadonlySet<WorklistFilter> = new Set(['mine', 'new', 'snoozed', 'finished', 'visit_stands'])

/** The search for all orders of a kind, also those that another order replaced; null for what no search finds. */
function searchOf(filter: WorklistFilter): QueryValues | null {
  if (NO_SEARCH.has(filter)) return null
  if (filter === 'stuck') return { stuck: true }
  const isKind = (low: string) => filter === 'all' || kindOfStatus(low) === filter
  return { status: EXCEPTION_STATUSES.filter(isKind), ...OLDEST_FIRST }
}

function NothingToDo({ filter, isLeast }: { filter: WorklistFilter; isLeast: boolean }) {
  if (isLeast) return <p className="px-4 py-5 text-ink-2">None among the orders that were read.</p>
  const words = {
    all: 'Nothing needs action.',
    mine: 'No order is assigned to you.',
    new: 'Nothing new since yesterday.',
    snoozed: 'No order is snoozed.',
    finished: 'No order is finished.',
  }
  return (
    <p className="flex items-center gap-2 px-4 py-5 text-ink-2" data-tone="ok">
      <CircleCheck className="shrink-0 text-tone-fg" />
      {new Map<string, string>(Object.entries(words)).get(filter) ?? `No order has “${filterLabel(filter)}” any more.`}
    </p>
  )
}
