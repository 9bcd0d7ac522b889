'use client'
import { useQuery } from '@tanstack/react-query'
import { RefreshCw, TriangleAlert } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { WorklistCard } from '#components/orders/worklist/worklist-card.tsx'
import { Mentions } from '#components/patterns/domain/my-work.tsx'
import { useMay } from '#components/patterns/page/role.tsx'
import { PageHeader } from '#components/patterns/page/section-card.tsx'
import { ErrorPanel, Note, StaleBar } from '#components/patterns/states/states.tsx'
import { useTimeAgo, useTimeZone } from '#components/ui/display/viewer.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import { listAudit } from '#lib/domains/audit/audit.ts'
import { missingReasons } from '#lib/domains/orders/worklist/overview-groups.ts'
import type { WorklistItem } from '#lib/domains/orders/worklist/worklist.ts'
import type { Viewer } from '#lib/domains/staff/viewer.ts'
import { failureOf, type RequestFailure } from '#lib/kernel/client/errors.ts'
import { leave } from '#lib/kernel/client/leave-guard.ts'
import { pageTimeOf } from '#lib/utils/time/clock.ts'
import { CriticalCard } from './critical-card.tsx'
import { overviewQuery, POLL_INTERVAL_MS } from './overview-query.ts'
import { EndCounts, StageStrip } from './stage-strip.tsx'
import { TrendCard } from './trend-card.tsx'

const ActivityCard = lazyPart(() => import('./activity-card.tsx'), 'ActivityCard')
const OrderCall = lazyPart(() => import('#components/orders/critical/callback-panel.tsx'), 'OrderCall')
const WorklistPeek = lazyPart(() => import('#components/orders/list/order-peek.tsx'), 'WorklistPeek')

/** Two columns where there is room, else one: what is urgent, then the work, then what has happened. */
const COLUMNS =
  'grid grid-cols-[minmax(0,1fr)] items-start gap-4 p-4 rail:px-6 @min-[960px]/overview:grid-cols-[minmax(0,1fr)_356px] @min-[960px]/overview:grid-rows-[auto_auto_1fr]'
const SIDE = 'grid min-w-0 gap-4 grid-cols-[minmax(0,1fr)] @min-[960px]/overview:col-start-2'

interface OverviewViewProps {
  environment: string
  /** Null where the console could not say who looks: then nothing can be acknowledged. */
  viewer: Pick<Viewer, 'id' | 'role'> | null
  failure: RequestFailure | null
  /** First steps, for a new administrator. */
  steps?: ReactNode
  /** Bookings that wait, from their own area. */
  bookings?: ReactNode
}

export function OverviewView({ environment, viewer, failure: initial, steps, bookings }: OverviewViewProps) {
  const timeZone = useTimeZone()
  const query = useQuery({
    ...overviewQuery(environment, timeZone),
    enabled: initial?.status !== 403,
    refetchInterval: POLL_INTERVAL_MS,
  })
  const { data: overview, isFetching } = query
  const mayReadLog = useMay(listAudit.permission)
  const [previewed, setPreviewed] = useState<string | null>(null)
  const preview = {
    isOpen: previewed !== null,
    onOpen: ({ order_id }: WorklistItem) => setPreviewed(order_id === previewed ? null : order_id),
    onMove: ({ order_id }: WorklistItem) => previewed && setPreviewed(order_id),
  }
  const [called, setCalled] = useState<string | null>(null)
  const callButton = useRef<Element | null>(null)
  const openCall = (order_id: string) => {
    const button = document.activeElement
    // A call about another order may be half written.
    leave(() => {
      callButton.current = button
      setPreviewed(null)
      setCalled(order_id)
    })
  }
  const closeCall = () => {
    setCalled(null)
    if (callButton.current instanceof HTMLElement) callButton.current.focus()
  }
  const retry = () => void query.refetch()
  const met = overview ? null : initial
  const failure = query.error ? failureOf(query.error) : met
  const reasons = overview ? missingReasons(overview) : []
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader title="Overview">
        {overview && <EndCounts environment={environment} overview={overview} />}
        {overview && <CountedAt at={overview.counted_at} isFetching={isFetching} />}
      </PageHeader>
      {steps}
      {failure && overview && <StaleBar updatedAt={pageTimeOf(query.dataUpdatedAt)} onRetry={retry} />}
      {overview?.problem && !failure && (
        <Note tone="warn" icon={TriangleAlert}>
          These counts couldn’t be refreshed. {overview.problem}
        </Note>
      )}
      {reasons.length > 0 && !overview?.problem && (
        <Note tone="warn" icon={TriangleAlert}>
          Some counts are missing. {reasons.join(' ')}
        </Note>
      )}
      {failure && !overview ? (
        <ErrorPanel subject="Overview" failure={failure} isRetrying={isFetching} onRetry={retry} />
      ) : (
        <div className="relative flex min-h-0 flex-1">
          <div className="relative @container/overview min-w-0 flex-1 framed:overflow-y-auto framed:has-[[data-batch-bar]>*]:scroll-pt-16">
            <StageStrip environment={environment} overview={overview} />
            <div className={COLUMNS}>
              {viewer && (
                <div className={SIDE}>
                  <CriticalCard environment={environment} viewer={viewer} onCall={openCall} />
                </div>
              )}
              {bookings && <div className={SIDE}>{bookings}</div>}
              <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 @min-[960px]/overview:col-start-1 @min-[960px]/overview:row-span-3 @min-[960px]/overview:row-start-1">
                <Mentions environment={environment} />
                <WorklistCard environment={environment} viewer_id={viewer?.id ?? ''} preview={preview} />
                <TrendCard environment={environment} overview={overview} />
              </div>
              {mayReadLog && (
                <div className={SIDE}>
                  <ActivityCard environment={environment} />
                </div>
              )}
            </div>
          </div>
          {called && <OrderCall key={called} environment={environment} order_id={called} onClose={closeCall} />}
          {previewed && !called && (
            <WorklistPeek
              environment={environment}
              order_id={previewed}
              onCall={() => openCall(previewed)}
              onClose={() => setPreviewed(null)}
            />
          )}
        </div>
      )}
    </div>
  )
}

function CountedAt({ at, isFetching }: { at: string; isFetching: boolean }) {
  const age = useTimeAgo(Date.parse(at))
  return (
    <span className="flex items-center gap-1.5 text-xs text-ink-3">
      <RefreshCw className={isFetching ? 'size-3.5 motion-safe:animate-spin' : 'size-3.5'} />
      Updated {age}
    </span>
  )
}
