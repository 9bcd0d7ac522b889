import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { EventType } from '#components/patterns/domain/event-type.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { Dialog, DialogTitle } from '#components/ui/dialog/dialog.tsx'
import { ErrorNotice } from '#components/ui/display/notice.tsx'
import { Tag } from '#components/ui/display/pill.tsx'
import { DayTime } from '#components/ui/display/time-stamp.tsx'
import {
  cancelWebhookReplay,
  countWebhookDeliveries,
  getWebhookReplay,
  listWebhookDeliveries,
  type Replay,
  startWebhookReplay,
} from '#lib/domains/webhooks/deliveries.ts'
import { listWebhookEndpoints } from '#lib/domains/webhooks/endpoints.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import { SECOND } from '#lib/utils/time/durations.ts'
import type { Choice, Choices, DeliveryListFilters, ListName, rowsQuery } from './delivery-search.ts'

interface ReplayDialogProps extends ReplayScope {
  onClose: () => void
}

/** Repeats all deliveries that the list shows: how many, how far it is, and a way to stop it. */
export function ReplayDialog({ onClose, ...scope }: ReplayDialogProps) {
  // The list may have changed: exactly the reviewed scope is sent.
  const [shown] = useState(scope)
  const { environment, query, total } = shown

  const client = useQueryClient()
  const [started, setStarted] = useState<Replay | null>(null)
  const start = useMutation({
    mutationFn: () => consoleRequest(startWebhookReplay, { params: { environment }, body: query }, {}),
    onSuccess: ({ replay }) => setStarted(replay),
  })
  const at = { params: { environment, replay_id: started?.id ?? '' } }
  const progress = useQuery({
    ...consoleQuery(getWebhookReplay, at, {}),
    enabled: started !== null,
    refetchInterval: ({ state }) => (state.data?.replay.finished_at ? false : SECOND),
  })
  const cancel = useMutation({
    mutationFn: () => consoleRequest(cancelWebhookReplay, at, {}),
    onSuccess: (answer) => client.setQueryData(consoleQuery(getWebhookReplay, at, {}).queryKey, answer),
  })
  const replay = progress.data?.replay ?? started
  const close = () => {
    for (const { name } of [listWebhookDeliveries, countWebhookDeliveries])
      void client.invalidateQueries({ queryKey: ['console', name] })
    onClose()
  }
  const error = start.error ?? cancel.error
  const isOver = replay?.finished_at != null
  return (
    <Dialog isOpen onClose={close} dismissable={false} className="max-w-[480px]">
      <div className="flex flex-col gap-3 p-5">
        <DialogTitle>Replay deliveries</DialogTitle>
        {!replay && <ReplayPreview {...shown} />}
        {replay && <Progress replay={replay} />}
        <ErrorNotice error={error} />
      </div>
      <div className="flex flex-wrap justify-end gap-2 border-t border-line bg-sunken px-5 py-3">
        {!replay && (
          <>
            <Button onPress={close}>Cancel</Button>
            <PendingButton
              look="primary"
              isPending={start.isPending}
              isDisabled={total === null || total === 0}
              onPress={() => start.mutate()}
            >
              {`Replay ${total === null ? 'deliveries' : countOf(total, 'delivery', 'deliveries')}`}
            </PendingButton>
          </>
        )}
        {replay && !isOver && (
          <PendingButton isPending={cancel.isPending} onPress={() => cancel.mutate()}>
            Stop replay
          </PendingButton>
        )}
        {replay && (
          <Button look={isOver ? 'primary' : 'outline'} onPress={close}>
            {isOver ? 'Done' : 'Close'}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

function Progress({ replay: { total, done, failed, finished_at, is_canceled } }: { replay: Replay }) {
  const share = total === 0 ? 1 : Math.min(1, done / total)
  const ended = is_canceled ? 'Stopped.' : 'Done.'
  const state = finished_at ? ended : 'Replaying. You can close this; it goes on.'
  return (
    <>
      <div
        role="progressbar"
        aria-label="Replay"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={Math.min(done, total)}
        className="h-2 overflow-hidden rounded-full bg-sunken"
      >
        <div className="h-full bg-accent" style={{ width: `${share * 100}%` }} />
      </div>
      <p role="status" className="text-ink-2">
        {state} {formatCount(done)} of {formatCount(total)} sent, {formatCount(failed)} failed.
      </p>
    </>
  )
}

interface ReplayScope {
  environment: string
  query: ReturnType<typeof rowsQuery>
  filters: DeliveryListFilters
  /** All that the page counts, also what the filters leave out. */
  choices: Choices
  /** How many the filters match; null for too many to count. */
  total: number | null
}

const MOST = 6

function ReplayPreview({ environment, query, filters, choices, total }: ReplayScope) {
  const { data } = useQuery(consoleQuery(listWebhookEndpoints, { params: { environment } }, {}))
  if (total === null) {
    return <p className="text-ink-2">More than 10,000 deliveries match. Choose a shorter period or more filters.</p>
  }
  const disabled = new Set(data?.endpoints?.filter((endpoint) => endpoint.disabled).map(({ id }) => id))
  const countsOf = (name: ListName) => chosenOf(choices[name], filters[name])
  const before = countsOf('states').find(({ value }) => value === 'delivered')?.count ?? 0
  return (
    <>
      <p className="text-ink-2">
        {countOf(total, 'delivery', 'deliveries')} {total === 1 ? 'matches' : 'match'} the filters. Each is sent once
        more with its message ID, oldest first.
      </p>
      <Times environment={environment} query={query} total={total} />
      <Counts
        title="By event type"
        choices={countsOf('event_types')}
        nameOf={({ value }) => <EventType type={value} />}
      />
      <Counts
        title="By endpoint"
        choices={countsOf('endpoints')}
        nameOf={({ value, text }) => (
          <>
            <span className="break-words">{text}</span> {disabled.has(value) && <Tag>Disabled</Tag>}
          </>
        )}
      />
      <div>
        <h3 className="text-sm">Before you start</h3>
        <ul className="mt-1 list-disc pl-5 text-ink-2">
          {before > 0 && (
            <li>
              {formatCount(before)} {before === 1 ? 'was' : 'were'} delivered before. Receivers that check the ID ignore
              them.
            </li>
          )}
          {disabled.size > 0 && <li>Disabled endpoints get them too, and stay disabled.</li>}
          <li>Not sent: events whose body was removed. They count as failed.</li>
          <li>Not sent: events that happen after you start.</li>
          <li>Replays don’t count in health.</li>
        </ul>
      </div>
    </>
  )
}

/** A count beside its filter holds all choices; a replay sends only those that are chosen. */
function chosenOf(choices: readonly Choice[], chosen: readonly string[]): Choice[] {
  return choices.filter(({ value, count }) => count && (chosen.length === 0 || chosen.includes(value)))
}

/** The first and the last of the list, each read by itself: the list holds one page of it. */
function Times({ environment, query, total }: Pick<ReplayScope, 'environment' | 'query'> & { total: number }) {
  const newest = useQuery(consoleQuery(listWebhookDeliveries, pageOf(environment, query, 0), {})).data?.deliveries[0]
  const oldest = useQuery(consoleQuery(listWebhookDeliveries, pageOf(environment, query, Math.max(0, total - 1)), {}))
    .data?.deliveries[0]
  if (!(newest && oldest)) return <p className="h-6" />
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4">
      {[
        { term: 'Oldest event', at: oldest.created_at },
        { term: 'Newest event', at: newest.created_at },
      ].map(({ term, at }) => (
        <div key={term} className="col-span-2 grid grid-cols-subgrid items-baseline">
          <dt className="text-ink-3">{term}</dt>
          <dd>
            <DayTime value={at} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function pageOf(environment: string, query: ReplayScope['query'], offset: number) {
  return { params: { environment }, query: { ...query, ...(offset > 0 && { offset }), limit: 1 } }
}

interface CountsProps {
  title: string
  choices: readonly Choice[]
  nameOf: (choice: Choice) => ReactNode
}

function Counts({ title, choices, nameOf }: CountsProps) {
  if (choices.length === 0) return null
  const rest = choices.slice(MOST).reduce((sum, { count }) => sum + (count ?? 0), 0)
  return (
    <section aria-label={title}>
      <h3 className="text-sm">{title}</h3>
      <ul className="mt-1 divide-y divide-line border-y border-line">
        {choices.slice(0, MOST).map((choice) => (
          <li key={choice.value} className="flex items-baseline justify-between gap-4 py-1">
            <span className="min-w-0">{nameOf(choice)}</span>
            <span className="tabular-nums">{formatCount(choice.count ?? 0)}</span>
          </li>
        ))}
        {rest > 0 && (
          <li className="flex items-baseline justify-between gap-4 py-1 text-ink-2">
            <span>{choices.length - MOST} others</span>
            <span className="tabular-nums">{formatCount(rest)}</span>
          </li>
        )}
      </ul>
    </section>
  )
}
