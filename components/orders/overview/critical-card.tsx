'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { HardDrive, OctagonAlert } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { CopyableId } from '#components/ui/display/copyable-id.tsx'
import { Redact } from '#components/ui/display/redact.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { useTimeAgo } from '#components/ui/display/viewer.tsx'
import {
  type Acknowledgement,
  acknowledgeCriticalOrder,
  type CriticalOrder,
  type CriticalQueue,
} from '#lib/domains/orders/critical.ts'
import { denialOf } from '#lib/domains/staff/denial.ts'
import { can } from '#lib/domains/staff/roles.ts'
import type { Viewer } from '#lib/domains/staff/viewer.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { formatCount } from '#lib/utils/text/counts.ts'
import { criticalQuery, POLL_INTERVAL_MS } from './overview-query.ts'

const AcknowledgeDialog = lazy(() =>
  import('./acknowledge-dialog.tsx').then((part) => ({ default: part.AcknowledgeDialog })),
)

/** Lines before somebody asks for all of them. */
const FIRST = 5

interface CriticalCardProps {
  environment: string
  viewer: Pick<Viewer, 'id' | 'role'>
}

/** Critical results that nobody has taken on yet, and who took on the others. */
export function CriticalCard({ environment, viewer }: CriticalCardProps) {
  const heading = useId()
  const client = useQueryClient()
  const options = criticalQuery(environment)
  const { data: queue, error, refetch, isFetching } = useQuery({ ...options, refetchInterval: POLL_INTERVAL_MS })
  const [asked, setAsked] = useState<CriticalOrder | null>(null)
  const [isWhole, setWhole] = useState(false)
  const mayAcknowledge = can(viewer.role, acknowledgeCriticalOrder.permission)
  // Unknown until it has loaded: an unknown number of critical results is never shown as none.
  const waiting = queue?.waiting_count ?? null
  const done = (all: readonly Acknowledgement[], order: CriticalOrder) => {
    setAsked(null)
    announce('Acknowledged.')
    const words = sinceThenLabel(all, order, viewer.id)
    if (words) toast({ kind: 'done', title: 'Acknowledged.', text: words })
    void client.invalidateQueries({ queryKey: options.queryKey })
  }
  const lines = (orders: readonly CriticalOrder[], verb: 'Acknowledge' | 'Take over') =>
    orders.map((order, index) => (
      <li key={order.order_id} className="border-b border-line px-4 py-2.5 last:border-b-0">
        <CriticalLine environment={environment} order={order}>
          {mayAcknowledge && (verb === 'Acknowledge' || order.acknowledgements.at(-1)?.owner_id !== viewer.id) && (
            <Button
              look={index === 0 && verb === 'Acknowledge' ? 'primary' : 'outline'}
              aria-label={`${verb} order ${shortId(order.order_id)}`}
              onPress={() => setAsked(order)}
            >
              {verb}
            </Button>
          )}
        </CriticalLine>
      </li>
    ))
  return (
    <section
      aria-labelledby={heading}
      data-tone={toneOf(waiting, error !== null)}
      className="overflow-hidden rounded-card border border-tone-line bg-surface shadow-1"
    >
      <div className="flex min-h-[42px] items-center gap-2 border-b border-tone-line bg-tone-soft px-4 py-2.5">
        <OctagonAlert aria-hidden="true" className="size-[18px] shrink-0 text-tone-fg" strokeWidth={1.9} />
        <h2 id={heading} className="min-w-0 flex-1 text-base">
          Critical results to acknowledge
        </h2>
        <WaitingCount waiting={waiting} hasError={error !== null} />
      </div>
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
      {queue && waiting === 0 && <p className="px-4 py-3 text-ink-2">{nothingOpenLabel(queue)}</p>}
      {queue && queue.waiting_count > 0 && (
        <ul aria-label="Waiting">{lines(isWhole ? queue.waiting : queue.waiting.slice(0, FIRST), 'Acknowledge')}</ul>
      )}
      {queue && !isWhole && queue.waiting.length > FIRST && (
        <div className="border-t border-line px-4 py-2">
          <Button look="ghost" className="-ml-2.5" onPress={() => setWhole(true)}>
            {queue.waiting.length < queue.waiting_count ? 'Show' : 'Show all'} {queue.waiting.length}
          </Button>
        </div>
      )}
      {queue && queue.acknowledged.length > 0 && (
        <details className="border-t border-line">
          <summary className="cursor-pointer px-4 py-2.5 font-control text-ink-2 hover:bg-hover">
            Recently acknowledged ({queue.acknowledged.length})
          </summary>
          <ul aria-label="Acknowledged" className="border-t border-line">
            {lines(queue.acknowledged, 'Take over')}
          </ul>
        </details>
      )}
      <div className="border-t border-line px-4 py-2.5 text-sm text-ink-3">
        {queue?.total !== undefined && (queue.total === null || queue.looked_at < queue.total) && (
          <p className="pb-1">Only the newest {formatCount(queue.looked_at)} critical orders are checked.</p>
        )}
        {!mayAcknowledge && <p className="pb-1">{denialOf(viewer.role, acknowledgeCriticalOrder.permission)}</p>}
        <p className="flex items-start gap-1.5">
          <HardDrive aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" strokeWidth={1.8} />
          Acknowledgments are stored in this console only.
        </p>
      </div>
      {asked && (
        <Suspense fallback={null}>
          <AcknowledgeDialog
            environment={environment}
            order={asked}
            onDone={(all) => done(all, asked)}
            onStale={() => void client.invalidateQueries({ queryKey: options.queryKey })}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
    </section>
  )
}

function toneOf(waiting: number | null, hasError: boolean) {
  if (waiting) return 'bad'
  if (hasError) return 'warn'
  return waiting === null ? 'neutral' : 'ok'
}

function WaitingCount({ waiting, hasError }: { waiting: number | null; hasError: boolean }) {
  if (waiting === null && !hasError) return null
  return (
    <span
      data-tone={waiting ? 'crit' : toneOf(waiting, hasError)}
      className="rounded-pill bg-tone-soft px-2 py-0.5 font-heading text-tone-fg"
    >
      {waiting === null ? 'Unknown' : formatCount(waiting)}
    </span>
  )
}

function nothingOpenLabel({ looked_at }: CriticalQueue) {
  return looked_at === 0 ? 'No critical results.' : 'All critical results are acknowledged.'
}

/** What others did between the last look and now; null where nobody did. */
function sinceThenLabel(all: readonly Acknowledgement[], seen: CriticalOrder, own: string): string | null {
  const known = new Set(seen.acknowledgements.map(({ id }) => id))
  const others = all.filter(({ id, owner_id }) => !known.has(id) && owner_id !== own)
  if (others.length === 0) return null
  const names = [...new Set(others.map(({ owner_name }) => owner_name))].join(', ')
  return `${names} also acknowledged it. Both acknowledgments are saved.`
}

interface CriticalLineProps {
  environment: string
  order: CriticalOrder
  children: ReactNode
}

function CriticalLine({ environment, order, children }: CriticalLineProps) {
  const { order_id, test, result_at, acknowledgements } = order
  const age = useTimeAgo(Date.parse(result_at))
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
        <div className="min-w-0 flex-1">
          <p className="flex gap-2 whitespace-nowrap">
            <span className="min-w-0 truncate font-control" title={test}>
              {test}
            </span>{' '}
            <span className="font-control text-tone-fg">
              <span className="sr-only">result came </span>
              {age}
            </span>
          </p>
          <CopyableId id={order_id} noun="Order ID" href={`/${environment}/orders/${order_id}`} />
        </div>
        {children}
      </div>
      {acknowledgements.length > 0 && (
        <ol aria-label="Acknowledgments" className="mt-1.5 border-l-2 border-line pl-2.5 text-sm">
          {acknowledgements.map((each) => (
            <li key={each.id} className="break-words">
              <AcknowledgementText
                acknowledgement={each}
                isEarlier={Date.parse(each.result_at) < Date.parse(result_at)}
              />
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

interface WordsProps {
  acknowledgement: Acknowledgement
  /** Of a result before the newest. */
  isEarlier: boolean
}

function AcknowledgementText({ acknowledgement: { owner_name, at, comment }, isEarlier }: WordsProps) {
  const age = useTimeAgo(Date.parse(at))
  return (
    <>
      <span className="font-control">{owner_name}</span>{' '}
      <span className="text-ink-3">
        {age}
        {isEarlier && ', an earlier result'}
      </span>{' '}
      <span className="text-ink-2">
        <Redact noun="Comment">{comment}</Redact>
      </span>
    </>
  )
}
