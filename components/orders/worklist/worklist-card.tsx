import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { AlarmClock, CalendarX, CircleCheck, Hourglass, ListTodo, type LucideIcon, UserRound } from 'lucide-react'
import Link from 'next/link'
import { useId, useMemo, useRef, useState } from 'react'
import { useQueueStart } from '#components/orders/list/use-orders-search.ts'
import { orderStatus } from '#components/patterns/domain/order-status.ts'
import { patientText } from '#components/patterns/domain/patient.tsx'
import { DataTable } from '#components/patterns/list/data-table.tsx'
import { isChangedHere, useHeldRows } from '#components/patterns/list/held-rows.tsx'
import { useMay } from '#components/patterns/page/role.tsx'
import { useShortcuts } from '#components/patterns/page/shortcuts.tsx'
import { PrintedFilters } from '#components/patterns/print/print-sheet.tsx'
import { CardFailure } from '#components/patterns/states/card-failure.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { Kbd } from '#components/ui/button/kbd.tsx'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import { bookPhlebotomyAppointment } from '#lib/domains/bookings/appointment.ts'
import { EXCEPTION_STATUSES } from '#lib/domains/orders/status/status.ts'
import { ordersPath } from '#lib/domains/orders/worklist/overview-groups.ts'
import {
  kindOfStatus,
  markWorklistOrder,
  WORKLIST_FILTERS,
  type Worklist,
  type WorklistFilter,
  type WorklistItem,
} from '#lib/domains/orders/worklist/worklist.ts'
import { navigate, useAddressSearch } from '#lib/kernel/client/address.ts'
import type { QueryValues } from '#lib/kernel/wire.ts'
import { countLabel, countOf, formatCount } from '#lib/utils/text/counts.ts'
import { assignment, useMark } from './use-mark.ts'
import { WORKLIST_ROW, worklistColumns } from './worklist-columns.tsx'
import {
  FILTER_KEY,
  readFilter,
  readMoreIds,
  WORKLIST_POLL_MS,
  WORKLIST_ROWS,
  worklistOrderQuery,
  worklistQuery,
} from './worklist-query.ts'

const FILTERS: Readonly<Record<WorklistFilter, { label: string; icon: LucideIcon }>> = {
  all: { label: 'All', icon: ListTodo },
  mine: { label: 'Mine', icon: UserRound },
  snoozed: { label: 'Snoozed', icon: AlarmClock },
  visit_stands: { label: 'Visit still booked', icon: CalendarX },
  stuck: { label: 'Stuck', icon: Hourglass },
  in_transit: { label: 'Problem in transit', icon: orderStatus('problem_in_transit_lab').icon },
  sample_error: orderStatus('sample_error'),
  appointment_cancelled: orderStatus('appointment_cancelled'),
  redraw_available: orderStatus('redraw_available'),
  lab_blocked: { label: 'Lab blocked', icon: orderStatus('lab_processing_blocked').icon },
  not_delivered: { label: 'Lost or not delivered', icon: orderStatus('lost').icon },
}

const filterLabel = (filter: WorklistFilter) => FILTERS[filter].label

/** Always there, so that nothing moves when they are empty. */
const ALWAYS: readonly WorklistFilter[] = ['all', 'mine', 'snoozed']

interface WorklistFiltersProps {
  filter: WorklistFilter
  /** Undefined while they are on their way. */
  counts: Worklist['counts'] | undefined
  isLeast: boolean
  /** The numbers are those of an earlier read. */
  hasFailed: boolean
  onFilter: (filter: WorklistFilter) => void
}

function WorklistFilters({ filter, counts, isLeast, hasFailed, onFilter }: WorklistFiltersProps) {
  const shown = WORKLIST_FILTERS.filter((each) => ALWAYS.includes(each) || each === filter || counts?.[each])
  return (
    <>
      <PrintedFilters of={[['Kind', filter === 'all' ? null : FILTERS[filter].label]]} />
      <fieldset className="flex flex-wrap gap-1.5 border-b max-rail:flex-nowrap max-rail:overflow-x-auto border-line px-4 py-2.5 print:hidden">
        <legend className="sr-only">Kinds of problem</legend>
        {shown.map((each) => {
          const { label, icon: Icon } = FILTERS[each]
          return (
            <button
              key={each}
              type="button"
              aria-pressed={each === filter}
              onClick={() => onFilter(each)}
              className="inline-flex h-[28px] shrink-0 items-center gap-1.5 rounded-control border border-line-2 bg-surface px-2 text-sm font-control whitespace-nowrap hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-ink max-rail:h-10"
            >
              <Icon className="size-3.5 shrink-0" />
              {label}{' '}
              <span className="font-heading">
                {counts &&
                  (hasFailed || (isLeast && !counts[each]) ? (
                    <>
                      <span aria-hidden="true">–</span>
                      <span className="sr-only">not all counted</span>
                    </>
                  ) : (
                    countLabel(counts[each] ?? 0, isLeast)
                  ))}
              </span>
            </button>
          )
        })}
      </fieldset>
    </>
  )
}

const SnoozeDialog = lazyPart(() => import('./snooze-dialog.tsx'), 'SnoozeDialog')

interface WorklistCardProps {
  environment: string
  viewer_id: string
  /** Space opens it and closes it again, and it follows the current row. */
  preview: { onOpen: (item: WorklistItem) => void; onMove: (item: WorklistItem) => void }
}

const OLDEST_FIRST = { order_key: 'created_at', order_direction: 'asc' } as const

const getRowId = ({ order_id }: WorklistItem) => order_id

/** Orders that need action, the oldest problem first: worked through from the top, by keys alone. */
export function WorklistCard({ environment, viewer_id, preview }: WorklistCardProps) {
  const heading = useId()
  const card = useRef<HTMLElement>(null)
  const filter = readFilter(useAddressSearch().get(FILTER_KEY))
  const [isWhole, setWhole] = useState(false)
  const [check, setCheck] = useState<'first' | 'all'>('first')
  const [asked, setAsked] = useState<WorklistItem | null>(null)
  const mayTriage = useMay(markWorklistOrder.permission)
  const mayBook = useMay(bookPhlebotomyAppointment.permission)
  const client = useQueryClient()
  const { mark } = useMark(environment)
  const query = useQuery({
    ...worklistQuery(environment, { filter, isWhole, check }),
    refetchInterval: WORKLIST_POLL_MS,
    placeholderData: keepPreviousData,
  })
  const { data: worklist, isPlaceholderData: isStale, error } = query
  const held = useHeldRows({
    rows: worklist?.items,
    getRowId,
    asked: [filter, isWhole, check],
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
  const readPage = (offset: number) => readMoreIds(environment, { filter, check }, offset)
  useQueueStart(environment, isStale ? null : { ids, start: 0, size: WORKLIST_ROWS, total, readPage })

  const act = useMemo(() => {
    const onAssign = (item: WorklistItem) => mark(item, assignment(item, viewer_id))
    const onSnooze = (item: WorklistItem) => {
      const { snooze } = item.mark
      if (!snooze) return setAsked(item)
      const { until, reason, comment, since } = snooze
      mark(item, {
        change: { snooze: null },
        done: 'Snooze ended.',
        undo: { snooze: { until, reason, comment, since } },
      })
    }
    return { onAssign, onSnooze }
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
    navigate(new URLSearchParams(next === 'all' ? {} : { [FILTER_KEY]: next }), {}, 'replace')
  }
  const onSnoozed = (item: WorklistItem, version: number, until: string) => {
    const done = `Snoozed until ${until}.`
    const snoozed = { ...item, mark: { ...item.mark, version } }
    const run = () => mark(snoozed, { change: { snooze: null }, done: 'Snooze ended.', undo: null })
    announce(done)
    toast({ kind: 'done', title: done, text: patientText(environment, item), action: { label: 'Undo', run } })
  }

  return (
    <section
      ref={card}
      aria-labelledby={heading}
      className="@container/list overflow-hidden rounded-card border border-line bg-surface shadow-1 print:break-inside-auto"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-3">
        <div>
          <h2 id={heading} className="text-base">
            Needs action
          </h2>
          <p className="text-ink-3">
            Oldest problem first. Orders that were replaced or whose transaction is settled don’t count.
          </p>
        </div>
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
          {worklist.replaced > 0 && <span>{countOf(worklist.replaced, 'replaced order')} hidden</span>}
        </div>
      )}
      {asked && (
        <SnoozeDialog environment={environment} item={asked} onSnoozed={onSnoozed} onClose={() => setAsked(null)} />
      )}
    </section>
  )
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
  const { owner, snooze } = data?.mark ?? item.mark
  if (!data) return 'has left the list'
  if (snooze) return `was snoozed by ${snooze.by_name}`
  if (data?.needs_action && owner) return `is with ${owner.name} now`
  return owner ? `was finished by ${owner.name}` : 'no longer needs action'
}

/** The search for all orders of a kind, also those that another order replaced; null for what no search finds. */
function searchOf(filter: WorklistFilter): QueryValues | null {
  if (filter === 'mine' || filter === 'snoozed' || filter === 'visit_stands') return null
  if (filter === 'stuck') return { stuck: true }
  const isKind = (low: string) => filter === 'all' || kindOfStatus(low) === filter
  return { status: EXCEPTION_STATUSES.filter(isKind), ...OLDEST_FIRST }
}

function Keys({ mayTriage }: { mayTriage: boolean }) {
  const keys = [
    ['J', 'K', 'move'],
    ['Enter', 'open'],
    ['Space', 'preview'],
    ...(mayTriage
      ? [
          ['A', 'assign'],
          ['S', 'snooze'],
        ]
      : []),
  ]
  return (
    <p
      aria-hidden="true"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-3 max-rail:hidden print:hidden"
    >
      {keys.map((parts) => (
        <span key={parts.at(-1)} className="inline-flex items-center gap-1">
          {parts.slice(0, -1).map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
          {parts.at(-1)}
        </span>
      ))}
    </p>
  )
}

function NothingToDo({ filter, isLeast }: { filter: WorklistFilter; isLeast: boolean }) {
  if (isLeast) return <p className="px-4 py-5 text-ink-2">None among the orders that were read.</p>
  const words = {
    all: 'Nothing needs action.',
    mine: 'No order is assigned to you.',
    snoozed: 'No order is snoozed.',
  }
  return (
    <p className="flex items-center gap-2 px-4 py-5 text-ink-2" data-tone="ok">
      <CircleCheck className="shrink-0 text-tone-fg" />
      {new Map<string, string>(Object.entries(words)).get(filter) ?? `No order has “${filterLabel(filter)}” any more.`}
    </p>
  )
}
