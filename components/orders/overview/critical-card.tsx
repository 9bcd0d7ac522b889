import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowDownWideNarrow, HardDrive, OctagonAlert, PhoneForwarded } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { AcknowledgeDialog, AcknowledgementText } from '#components/orders/critical/acknowledge-button.tsx'
import { CriticalMark } from '#components/orders/critical/critical-mark.tsx'
import { PartialResults } from '#components/patterns/domain/order-terms.tsx'
import { RowMinor, RowPatient } from '#components/patterns/domain/patient.tsx'
import { isChangedHere, useHeldRows } from '#components/patterns/list/held-rows.tsx'
import { UnreadableNote } from '#components/patterns/states/card-failure.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { CopyableId } from '#components/ui/display/copyable-id.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import {
  acknowledgeCriticalOrder,
  type CriticalOrder,
  type CriticalQueue,
  isPartialQueue,
  setCriticalStart,
} from '#lib/domains/orders/critical/critical.ts'
import {
  type CriticalState,
  compareResults,
  compareStates,
  criticalState,
} from '#lib/domains/orders/critical/critical-state.ts'
import { criticalQuery } from '#lib/domains/orders/queries.ts'
import { denialOf } from '#lib/domains/staff/denial.ts'
import { can, type Role } from '#lib/domains/staff/roles.ts'
import type { Viewer } from '#lib/domains/staff/viewer.ts'
import { unreadableIn } from '#lib/kernel/list/unreadable.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import { compareInstants } from '#lib/utils/time/instants.ts'
import { Count } from './count.tsx'
import { POLL_INTERVAL_MS } from './overview-query.ts'

const loadOld = () => import('#components/orders/critical/old-results.tsx')
const OldResultsDialog = lazyPart(loadOld, 'OldResultsDialog')
const StartQuestion = lazyPart(loadOld, 'StartQuestion')

/** Lines before somebody asks for all of them. */
const FIRST = 6

interface CriticalCardProps {
  environment: string
  viewer: Pick<Viewer, 'id' | 'role'>
  /** Opens the panel that records a call about an order. */
  onCall: (order_id: string) => void
}

interface Asked {
  order: CriticalOrder
  closes: boolean
}

/** Critical results until a call was read back or somebody closed them, the longest unreached first. */
export function CriticalCard({ environment, viewer, onCall }: CriticalCardProps) {
  const heading = useId()
  const client = useQueryClient()
  const options = criticalQuery(environment)
  const { data: queue, error, refetch, isFetching } = useQuery({ ...options, refetchInterval: POLL_INTERVAL_MS })
  const [asked, setAsked] = useState<Asked | null>(null)
  const [isWhole, setWhole] = useState(false)
  const [byAttempt, setByAttempt] = useState(false)
  const mayAcknowledge = can(viewer.role, acknowledgeCriticalOrder.permission)
  // Unknown until it has loaded: an unknown number of critical results is never shown as none.
  const count = queue?.open_count ?? null
  const { open, settled } = linesOf(queue, byAttempt)
  const settledOf = (id: string) => settled.find(({ order }) => order.order_id === id)
  const held = useHeldRows({
    rows: queue && open,
    getRowId: ({ order }) => order.order_id,
    asked: `${environment} ${byAttempt}`,
    untilNext: true,
    isOwn: (id) => isChangedHere(client, id),
  })
  const waits = held.rows ?? []
  const card = useFocusKept(queue, asked !== null)
  const lines = (shown: readonly Line[]) =>
    shown.map((line, index) => (
      <li key={line.order.order_id} className="border-b border-line px-4 py-2.5 last:border-b-0">
        <CriticalLine environment={environment} line={line}>
          {held.gone.has(line.order.order_id) && (
            <Left line={settledOf(line.order.order_id)} isBeforeStart={isBeforeStart(line.order, queue)} />
          )}
          {!held.gone.has(line.order.order_id) && mayAcknowledge && (
            <LineActions line={line} isFirst={index === 0} viewer_id={viewer.id} onAsk={setAsked} onCall={onCall} />
          )}
        </CriticalLine>
      </li>
    ))
  return (
    <section
      ref={card}
      aria-labelledby={heading}
      data-tone={toneOf(count, isUncertain(queue, error))}
      className="overflow-hidden rounded-card border border-tone-line bg-surface shadow-1"
    >
      <div className="flex min-h-[42px] flex-wrap items-center gap-2 border-b border-tone-line bg-tone-soft px-4 py-2.5">
        <OctagonAlert className="size-[18px] shrink-0 text-tone-fg" />
        <h2 id={heading} tabIndex={-1} className="min-w-0 flex-1 text-base">
          Critical results
        </h2>
        <OpenCount queue={queue} hasError={error !== null} />
      </div>
      {queue && <Remarks environment={environment} queue={queue} />}
      {!(queue || error) && <Skeleton className="after-300ms m-4 h-20" />}
      {error && (
        <div role="alert" className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-3">
          <p className="min-w-0 flex-1 basis-40 text-ink-2">
            {queue ? 'This may be out of date.' : 'Critical results didn’t load.'} {error.message}
          </p>
          <Button isPending={isFetching} onPress={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      <SortButton open={open} byAttempt={byAttempt} onPress={() => setByAttempt(!byAttempt)} />
      {waits.length > 0 && <ul aria-label="Waiting">{lines(isWhole ? waits : waits.slice(0, FIRST))}</ul>}
      {!isWhole && open.length > FIRST && count !== null && (
        <div className="border-t border-line px-4 py-2">
          <Button look="ghost" className="-ml-2.5" onPress={() => setWhole(true)}>
            {showLabel(open.length, queue)}
          </Button>
        </div>
      )}
      {settled.length > 0 && (
        <details className="border-t border-line">
          <summary className="cursor-pointer px-4 py-2.5 font-control text-ink-2 hover:bg-hover">
            Recently settled ({settled.length})
          </summary>
          <ul aria-label="Settled" className="border-t border-line">
            {lines(settled)}
          </ul>
        </details>
      )}
      <div className="border-t border-line px-4 py-2.5 text-sm text-ink-3">
        {mayAcknowledge && queue && <OldResults environment={environment} queue={queue} role={viewer.role} />}
        {!mayAcknowledge && <p className="pb-1">{denialOf(viewer.role, acknowledgeCriticalOrder.permission)}</p>}
        <p className="flex items-start gap-1.5">
          <HardDrive className="mt-0.5 size-3.5 shrink-0" />
          Acknowledgments and calls are stored in this console only.
        </p>
      </div>
      {asked && (
        <AcknowledgeDialog
          environment={environment}
          result={asked.order}
          seen={asked.order.acknowledgements}
          closes={asked.closes}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  )
}

function showLabel(shown: number, queue: CriticalQueue | undefined): string {
  const isAll = queue !== undefined && shown >= queue.open_count && !isPartialQueue(queue)
  return `${isAll ? 'Show all' : 'Show'} ${shown}`
}

/** Says which orders the number above leaves out, and that there is nothing to do if that is known. */
function Remarks({ environment, queue }: { environment: string; queue: CriticalQueue }) {
  const { is_whole, looked_at, total, open_count, before_start_count, gone = [] } = queue
  return (
    <>
      {!is_whole && (
        <p className="border-b border-line px-4 py-2 text-xs text-ink-2">
          {`Only the newest ${formatCount(looked_at)}${total === null ? '' : ` of ${formatCount(total)}`} critical orders are checked.`}
        </p>
      )}
      {before_start_count > 0 && (
        <p className="border-b border-line px-4 py-2 text-xs text-ink-2">
          Not counted: {countOf(before_start_count, 'result', 'results', !is_whole)} from before the start date.
        </p>
      )}
      <UnreadableNote noun="Critical order" unreadable={unreadableIn(queue)} className="border-b border-line px-4" />
      {gone.length > 0 && (
        <div data-tone="warn" className="border-b border-line bg-tone-soft px-4 py-2 text-tone-fg">
          <p>Not settled, and the service no longer has the order. Perhaps its user was deleted.</p>
          <p className="flex flex-wrap gap-x-3">
            {gone.map(({ order_id }) => (
              <CopyableId key={order_id} id={order_id} noun="Order ID" href={`/${environment}/orders/${order_id}`} />
            ))}
          </p>
        </div>
      )}
      {open_count === 0 && !isPartialQueue(queue) && <p className="px-4 py-3 text-ink-2">{nothingOpenLabel(queue)}</p>}
    </>
  )
}

/** Why a result that stands in its place is no longer open. */
function Left({ line, isBeforeStart }: { line: Line | undefined; isBeforeStart: boolean }) {
  const { closing, isReadBack, callbacks } = line?.state ?? {}
  const call = isReadBack && callbacks?.find(({ outcome }) => outcome === 'read_back')
  const left = isBeforeStart ? 'Came before the start date' : 'No longer open'
  const reached = call ? `Reached and read back, recorded by ${call.recorded_by_name}` : left
  return <p className="text-ink-2">{closing ? `Closed by ${closing.owner_name}` : reached}</p>
}

function isBeforeStart({ result_at }: CriticalOrder, queue: CriticalQueue | undefined): boolean {
  return typeof queue?.starts_at === 'string' && compareInstants(result_at, queue.starts_at) < 0
}

/** The way to a start date, or to closing what came with the service. */
function OldResults({ environment, queue, role }: { environment: string; queue: CriticalQueue; role: Role }) {
  const [isOpen, setOpen] = useState(false)
  const { starts_at, waiting_count } = queue
  const asks = starts_at === null && waiting_count > 0 && can(role, setCriticalStart.permission)
  return (
    <>
      {asks && <StartQuestion environment={environment} onChoose={() => setOpen(true)} />}
      <Button look="ghost" className="-ml-2.5" onPress={() => setOpen(true)}>
        Old results
      </Button>
      {isOpen && <OldResultsDialog environment={environment} starts_at={starts_at} onClose={() => setOpen(false)} />}
    </>
  )
}

interface Line {
  order: CriticalOrder
  state: CriticalState
}

function linesOf(queue: CriticalQueue | undefined, byAttempt: boolean) {
  const { waiting = [], acknowledged = [], starts_at = null } = queue ?? {}
  const all = [...waiting, ...acknowledged].map((order) => ({ order, state: criticalState({ ...order, starts_at }) }))
  const attempt = ({ state }: Line) => state.nextAttemptAt ?? Number.POSITIVE_INFINITY
  const isFirst = (a: Line, b: Line) =>
    byAttempt && attempt(a) !== attempt(b) ? attempt(a) - attempt(b) : compareStates(a.state, b.state)
  return {
    open: all.filter(({ state }) => state.isOpen).sort(isFirst),
    settled: all.filter(({ state }) => !state.isOpen),
  }
}

/** Nothing while nobody has announced another attempt. */
function SortButton({ open, byAttempt, onPress }: { open: readonly Line[]; byAttempt: boolean; onPress: () => void }) {
  if (open.every(({ state }) => state.nextAttemptAt === null)) return null
  return (
    <div className="border-b border-line px-4 py-1">
      <Button icon={ArrowDownWideNarrow} look="ghost" className="-ml-2.5" aria-pressed={byAttempt} onPress={onPress}>
        {byAttempt ? 'Next attempt first' : 'Longest unreached first'}
      </Button>
    </div>
  )
}

interface LineActionsProps {
  line: Line
  isFirst: boolean
  viewer_id: string
  onAsk: (asked: Asked) => void
  onCall: (order_id: string) => void
}

function LineActions({ line: { order, state }, isFirst, viewer_id, onAsk, onCall }: LineActionsProps) {
  const { standing, owner, isOpen } = state
  const of = `order ${shortId(order.order_id)}`
  const verb = owner ? 'Take over' : 'Acknowledge'
  return (
    <>
      {standing !== 'no_longer_critical' && owner?.owner_id !== viewer_id && (
        <Button
          data-acknowledge=""
          look={isFirst && isOpen && owner === null ? 'primary' : 'outline'}
          aria-label={`${verb} ${of}`}
          onPress={() => onAsk({ order, closes: false })}
        >
          {verb}
        </Button>
      )}
      {isOpen && (
        <Button icon={PhoneForwarded} aria-label={`Log call about ${of}`} onPress={() => onCall(order.order_id)}>
          Log call
        </Button>
      )}
      {isOpen && standing !== 'waiting' && (
        <Button data-acknowledge="" aria-label={`Close ${of}`} onPress={() => onAsk({ order, closes: true })}>
          Close
        </Button>
      )}
    </>
  )
}

const isUncertain = (queue: CriticalQueue | undefined, error: unknown) =>
  Boolean(error) || (queue !== undefined && isPartialQueue(queue))

function toneOf(open: number | null, isUncertain: boolean) {
  if (open) return 'bad'
  if (isUncertain) return 'warn'
  return open === null ? 'neutral' : 'ok'
}

function OpenCount({ queue, hasError }: { queue: CriticalQueue | undefined; hasError: boolean }) {
  if (!(queue || hasError)) return null
  const open = queue?.open_count ?? null
  return (
    <span
      data-tone={open ? 'crit' : toneOf(open, isUncertain(queue, hasError))}
      className="rounded-pill bg-tone-soft px-2 py-0.5 font-heading text-tone-fg"
    >
      {queue ? <Count count={hasError ? null : queue.open_count} partial={isPartialQueue(queue)} /> : 'Unknown'}
    </span>
  )
}

function nothingOpenLabel({ looked_at, before_start_count }: CriticalQueue) {
  if (before_start_count > 0) return 'Nothing open since the start date.'
  return looked_at === 0 ? 'No critical results.' : 'All critical results are settled.'
}

/** Moves the focus of a settled line to the next one, or to the heading, so that it is never lost. */
function useFocusKept(queue: CriticalQueue | undefined, isAsking: boolean) {
  const card = useRef<HTMLElement>(null)
  const hadFocus = useRef(false)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || target.closest('[role="dialog"]')) return
      hadFocus.current = card.current?.contains(target) ?? false
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  useEffect(() => {
    if (!queue || isAsking) return
    // By then the dialog has given the focus back, where its button is still there.
    const frame = requestAnimationFrame(() => {
      if (!hadFocus.current || document.activeElement !== document.body) return
      const find = (selector: string) => card.current?.querySelector<HTMLElement>(selector)
      const next = find('ul[aria-label="Waiting"] [data-acknowledge]') ?? find('h2')
      next?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [queue, isAsking])
  return card
}

interface CriticalLineProps {
  environment: string
  line: Line
  children: ReactNode
}

function CriticalLine({ environment, line: { order, state }, children }: CriticalLineProps) {
  const { order_id, test, is_partial, acknowledgements, no_longer_critical_since } = order
  return (
    <>
      <p className="flex gap-2 whitespace-nowrap">
        <span className="min-w-0">
          <RowPatient environment={environment} order={order} birth calls />
        </span>
      </p>
      <RowMinor environment={environment} order={order} />
      <p className="flex flex-wrap items-center gap-x-2.5">
        <CopyableId id={order_id} noun="Order ID" href={`/${environment}/orders/${order_id}`} />
        <span className="text-ink-2">{test}</span>
        {is_partial && <PartialResults />}
      </p>
      <CriticalMark state={state} since={no_longer_critical_since} />
      {acknowledgements.length > 0 && (
        <ol aria-label="Acknowledgments" className="mt-1.5 border-l-2 border-line pl-2.5 text-sm">
          {acknowledgements.map((each) => (
            <li key={each.id} className="break-words">
              <AcknowledgementText acknowledgement={each} isEarlier={compareResults(each, order) < 0} />
            </li>
          ))}
        </ol>
      )}
      <div className="mt-1.5 flex flex-wrap gap-2 empty:hidden">{children}</div>
    </>
  )
}
