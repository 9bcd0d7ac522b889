'use client'
/** Shows a delivery's body: on demand, next to the version it replaced, removable where it shouldn't be kept. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { JsonView } from '#components/patterns/json/json-view.tsx'
import { RemoveBodyButton } from '#components/patterns/json/remove-body-button.tsx'
import { useMay } from '#components/patterns/page/role.tsx'
import { CardFailure } from '#components/patterns/states/card-failure.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { DayTime } from '#components/ui/display/time-stamp.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import {
  countWebhookDeliveries,
  expungeWebhookDeliveryBody,
  getWebhookDelivery,
  listWebhookDeliveries,
  readWebhookDeliveryBody,
} from '#lib/domains/webhooks/deliveries.ts'
import type { Delivery } from '#lib/domains/webhooks/delivery.ts'
import { KEPT_DAYS } from '#lib/domains/webhooks/rules.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { formatCount } from '#lib/utils/text/counts.ts'
import { DAY } from '#lib/utils/time/durations.ts'
import { instantDay, parseInstant } from '#lib/utils/time/instants.ts'

interface DeliveryBodyProps {
  environment: string
  delivery: Delivery
}

export function DeliveryBody({ environment, delivery }: DeliveryBodyProps) {
  const [isOpen, setOpen] = useState(false)
  const clock = useWallClock()
  const mayExpunge = useMay(expungeWebhookDeliveryBody.permission)
  const removal = mayExpunge && <RemoveButton environment={environment} delivery={delivery} />
  const until = instantDay(parseInstant(delivery.created_at) + KEPT_DAYS * DAY, clock)
  return (
    <section aria-label="Request body" className="flex flex-col gap-2 border-t border-line pt-3">
      <h4 className="flex items-baseline gap-2 text-sm">
        Request body
        {delivery.body_state === 'kept' && (
          <span className="text-xs font-text text-ink-3">
            {formatCount(delivery.bytes)} bytes, kept until {until}
          </span>
        )}
      </h4>
      {delivery.body_state === 'expunged' && (
        <p className="text-ink-2">An administrator removed this body. The event can’t be sent again.</p>
      )}
      {delivery.body_state === 'kept' && !isOpen && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button onPress={() => setOpen(true)}>
            <Eye aria-hidden="true" className="size-4" strokeWidth={1.9} />
            Open body
          </Button>
          {removal}
          <span className="text-xs text-ink-3">Opening it is recorded.</span>
        </div>
      )}
      {delivery.body_state === 'kept' && isOpen && (
        <OpenBody environment={environment} delivery={delivery} removal={removal} />
      )}
    </section>
  )
}

function RemoveButton({ environment, delivery: { id } }: DeliveryBodyProps) {
  const client = useQueryClient()
  const at = { params: { environment, delivery_id: id } }
  const remove = async () => {
    const { queryKey } = consoleQuery(getWebhookDelivery, at, {})
    const whole = await consoleRequest(expungeWebhookDeliveryBody, at, {})
    // An answer from before the removal would ask for the body again.
    await client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, whole)
    client.removeQueries({ queryKey: ['console', readWebhookDeliveryBody.name] })
    for (const { name } of [listWebhookDeliveries, countWebhookDeliveries])
      void client.invalidateQueries({ queryKey: ['console', name] })
  }
  return (
    <RemoveBodyButton remove={remove}>
      The body is removed for every endpoint, with what receivers answered to it. Attempts that were due are stopped,
      and the event can’t be sent again. What receivers already have stays with them, this console’s inbox included:
      remove it there on the Events page.
    </RemoveBodyButton>
  )
}

function OpenBody({ environment, delivery, removal }: DeliveryBodyProps & { removal: ReactNode }) {
  const input = { params: { environment, delivery_id: delivery.id } }
  const { data, error, refetch } = useQuery(consoleQuery(readWebhookDeliveryBody, input, {}))
  if (error && !data) return <CardFailure subject="The body" error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-24" />
  const { body, replaced } = data
  return (
    <JsonView
      body={body}
      before={replaced?.body ?? null}
      actions={removal}
      comparison={
        replaced && (
          <>
            Compared with the version of <DayTime value={replaced.created_at} />
          </>
        )
      }
    />
  )
}
