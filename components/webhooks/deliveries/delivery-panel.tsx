'use client'
/** One delivery beside the list: its attempts, what the receiver answered, and when it is tried again. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { PeekPanel } from '#components/patterns/list/peek-panel.tsx'
import { type Fact, FactList } from '#components/patterns/page/fact-list.tsx'
import { CardFailure } from '#components/patterns/states/card-failure.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { CopyableId } from '#components/ui/display/copyable-id.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { STATE_LOOKS } from '#components/webhooks/labels.ts'
import {
  countWebhookDeliveries,
  getWebhookDelivery,
  listWebhookDeliveries,
  replayWebhookDelivery,
  type WholeDelivery,
} from '#lib/domains/webhooks/deliveries.ts'
import type { Delivery } from '#lib/domains/webhooks/delivery.ts'
import { isSuccess } from '#lib/domains/webhooks/rules.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { clockNow } from '#lib/utils/time/clock.ts'
import { HOUR, SECOND } from '#lib/utils/time/durations.ts'
import { formatInstant, parseInstant } from '#lib/utils/time/instants.ts'
import { Attempts } from './attempts.tsx'
import { CopyCurl } from './copy-curl.tsx'
import { DeliveryBody } from './delivery-body.tsx'
import { DeliveredType, StatePill } from './delivery-cells.tsx'

interface DeliveryPanelProps {
  environment: string
  id: number
  place: string
  onClose: () => void
}

/** Milliseconds after which an attempt that was due is looked for. */
const SLACK_MS = 3 * SECOND

/** No timer waits longer. */
const LONGEST_MS = HOUR

/** Each reading is on record: it is read again when there is something to see. */
function nextLook(next_at: string | null | undefined): number | false {
  if (!next_at) return false
  return Math.min(Math.max(0, parseInstant(next_at) - clockNow()) + SLACK_MS, LONGEST_MS)
}

export function DeliveryPanel({ environment, id, place, onClose }: DeliveryPanelProps) {
  const { data, error, refetch } = useQuery({
    ...consoleQuery(getWebhookDelivery, { params: { environment, delivery_id: id } }, {}),
    refetchInterval: ({ state }) => nextLook(state.data?.delivery.next_at),
  })
  return (
    <PeekPanel label="Delivery" place={place} onClose={onClose} isWide>
      {error && !data && <CardFailure subject="This delivery" error={error} onRetry={() => void refetch()} />}
      {!(data || error) && <Skeleton className="h-40" />}
      {data && <Known key={id} environment={environment} whole={data} />}
    </PeekPanel>
  )
}

function Known({ environment, whole: { delivery, attempts } }: { environment: string; whole: WholeDelivery }) {
  const client = useQueryClient()
  const { id } = delivery
  const at = { params: { environment, delivery_id: id } }
  const replay = useMutation({
    mutationFn: () => consoleRequest(replayWebhookDelivery, at, {}),
    onSuccess(answered) {
      client.setQueryData(consoleQuery(getWebhookDelivery, at, {}).queryKey, answered)
      for (const { name } of [listWebhookDeliveries, countWebhookDeliveries])
        void client.invalidateQueries({ queryKey: ['console', name] })
      const last = answered.attempts[0]
      const isGood = last !== undefined && isSuccess(last)
      toast({
        kind: isGood ? 'done' : 'failed',
        title: isGood ? 'Replayed.' : 'The replay failed.',
        text: last?.status ? `The endpoint answered ${last.status}.` : 'The endpoint didn’t answer.',
      })
    },
  })
  return (
    <>
      <div className="flex flex-col items-start gap-2">
        <h3 className="min-w-0">
          <DeliveredType delivery={delivery} isWhole />
        </h3>
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-ink-2">
          <StatePill delivery={delivery} /> {STATE_LOOKS[delivery.state].meaning}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {delivery.body_state === 'kept' && (
          <>
            <PendingButton look="primary" isPending={replay.isPending} onPress={() => replay.mutate()}>
              <RotateCw aria-hidden="true" className="size-4" strokeWidth={1.9} />
              Replay
            </PendingButton>
            <CopyCurl environment={environment} delivery={delivery} />
            <p className="text-xs text-ink-3">A replay is one attempt with the same message ID, left out of health.</p>
          </>
        )}
      </div>
      {replay.error && (
        <Notice kind="bad" alert>
          {replay.error.message}
        </Notice>
      )}
      <Attempts delivery={delivery} attempts={attempts} />
      <DeliveryBody environment={environment} delivery={delivery} />
      <Facts environment={environment} delivery={delivery} />
    </>
  )
}

function Facts({ environment, delivery }: { environment: string; delivery: Delivery }) {
  const clock = useWallClock()
  const { user_id, order_id, endpoint, message_id, created_at, is_test } = delivery
  const user: Fact = {
    label: 'User',
    value: <CopyableId id={user_id} noun="User ID" href={`/${environment}/users/${user_id}`} />,
  }
  const order: Fact = {
    label: 'Order',
    value: order_id && <CopyableId id={order_id} noun="Order ID" href={`/${environment}/orders/${order_id}`} />,
  }
  const facts: Fact[] = [
    { label: 'Endpoint', value: endpoint.name },
    ...(is_test ? [] : [user]),
    ...(order_id ? [order] : []),
    { label: 'Event time', value: formatInstant(created_at, clock) },
    {
      label: 'Message',
      value: (
        <span translate="no" className="font-mono text-xs break-all">
          {message_id}
        </span>
      ),
    },
  ]
  return (
    <section aria-label="Details" className="border-t border-line pt-3">
      <FactList facts={facts} dense />
    </section>
  )
}
