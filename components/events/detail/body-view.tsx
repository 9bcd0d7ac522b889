'use client'
/** The body of an event as it was sent, beside the version whose place it took. Opened on demand: that is on record. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { JsonView } from '#components/patterns/json/json-view.tsx'
import { RemoveBodyButton } from '#components/patterns/json/remove-body-button.tsx'
import { FactList } from '#components/patterns/page/fact-list.tsx'
import { useMay } from '#components/patterns/page/role.tsx'
import { CardFailure } from '#components/patterns/states/card-failure.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { CopyableId } from '#components/ui/display/copyable-id.tsx'
import { Redact } from '#components/ui/display/redact.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { workoutStreamData } from '#lib/domains/events/event.ts'
import {
  expungeEventBody,
  getEvent,
  listEvents,
  type ReceivedEvent,
  readEventBody,
} from '#lib/domains/events/received.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { formatCount } from '#lib/utils/text/counts.ts'

interface BodyViewProps {
  environment: string
  event: ReceivedEvent
}

const WHY_NONE: Readonly<Record<Exclude<ReceivedEvent['body_state'], 'kept'>, string>> = {
  expired: 'The body was removed after the time that bodies are kept.',
  expunged: 'An administrator removed this body.',
  none: 'A duplicate has the body of the message that arrived first.',
}

export function BodyView({ environment, event }: BodyViewProps) {
  const [isOpen, setOpen] = useState(false)
  const mayExpunge = useMay(expungeEventBody.permission)
  if (event.body_state !== 'kept') return <p className="text-ink-2">{WHY_NONE[event.body_state]}</p>
  const removal = mayExpunge && <RemoveButton environment={environment} event_id={event.id} />
  if (isOpen) return <OpenBody environment={environment} event={event} removal={removal} />
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button onPress={() => setOpen(true)}>
        <Eye aria-hidden="true" className="size-4" strokeWidth={1.9} />
        Open body
      </Button>
      {removal}
      <span className="text-xs text-ink-3">{formatCount(event.bytes)} bytes. Opening it is recorded.</span>
    </div>
  )
}

function RemoveButton({ environment, event_id }: { environment: string; event_id: number }) {
  const client = useQueryClient()
  const remove = async () => {
    await consoleRequest(expungeEventBody, { params: { environment, event_id } }, {})
    await Promise.all(
      [getEvent, listEvents].map(({ name }) => client.invalidateQueries({ queryKey: ['console', name] })),
    )
    // Last: while the event still says that it has a body, the panel would ask for it again.
    client.removeQueries({ queryKey: ['console', readEventBody.name] })
  }
  return (
    <RemoveBodyButton remove={remove}>
      The body and its samples are removed for good, except samples that a newer event brought again. The entry in the
      list stays. The service doesn’t send the event again.
    </RemoveBodyButton>
  )
}

function OpenBody({ environment, event, removal }: BodyViewProps & { removal: ReactNode }) {
  const input = { params: { environment, event_id: event.id } }
  const { data, error, refetch } = useQuery(consoleQuery(readEventBody, input, {}))
  if (error && !data) return <CardFailure subject="The body" error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-24" />
  return (
    <div className="flex flex-col gap-2">
      {event.form === 'workout_stream' && <Workout body={data.body} />}
      <JsonView
        body={data.body}
        before={data.replaced_body}
        comparison="Compared with the version it replaced."
        actions={removal}
      />
    </div>
  )
}

/** Nothing where the body is masked, or has another form. */
function Workout({ body }: { body: unknown }) {
  const data = typeof body === 'object' && body !== null && 'data' in body ? body.data : null
  const workout = workoutStreamData.safeParse(data).data
  if (!workout) return null
  const { sport, provider_id, workout_id, message } = workout
  const facts = [
    { label: 'Sport', value: <Redact noun="Sport">{sport.name}</Redact> },
    { label: 'Workout', value: <CopyableId id={workout_id} noun="Workout ID" /> },
    {
      label: 'At the source',
      value: (
        <span translate="no" className="font-mono text-xs break-all">
          {provider_id}
        </span>
      ),
    },
    { label: 'Message', value: <Redact noun="Message">{message}</Redact> },
    {
      label: 'Stream',
      value: (
        <span translate="no" className="font-mono text-xs break-all">
          GET /v2/timeseries/workouts/{workout_id}/stream
        </span>
      ),
    },
  ]
  return (
    <div className="rounded-control border border-line px-3 py-2">
      <FactList facts={facts} dense />
    </div>
  )
}
