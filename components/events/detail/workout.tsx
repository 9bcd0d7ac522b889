/** A workout that an event points at: the stream itself is too large for a message, and is read from the service. */
import { FactList } from '#components/patterns/page/fact-list.tsx'
import { CopyableId } from '#components/ui/display/copyable-id.tsx'
import { Redact } from '#components/ui/display/redact.tsx'
import { workoutStreamData } from '#lib/domains/events/event.ts'

/** Nothing where the body is masked, or has another form. */
export function Workout({ body }: { body: unknown }) {
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
