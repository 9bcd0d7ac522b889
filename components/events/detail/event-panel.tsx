/** One event beside the list: what became of it, what it changed, its samples and its body. Loaded with the first one. */

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Eye, Link2 } from 'lucide-react'
import Link from 'next/link'
import { type ReactNode, useState } from 'react'
import { OutcomePill } from '#components/events/outcome-pill.tsx'
import { EventType } from '#components/patterns/domain/event-type.tsx'
import { JsonView } from '#components/patterns/json/json-view.tsx'
import { RemoveBodyButton } from '#components/patterns/json/remove-body-button.tsx'
import { PeekPanel } from '#components/patterns/list/peek-panel.tsx'
import { useMay, useOffers } from '#components/patterns/page/role.tsx'
import { type Fact, FactList } from '#components/patterns/page/section-card.tsx'
import { CardWait } from '#components/patterns/states/card-failure.tsx'
import { NoValue } from '#components/patterns/states/empty-state.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { CopyableId, useCopy } from '#components/ui/display/copyable-id.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { Redact } from '#components/ui/display/redact.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import { workoutStreamData } from '#lib/domains/events/event.ts'
import { resourceOf } from '#lib/domains/events/new-event.ts'
import { OUTCOME_WORDS } from '#lib/domains/events/outcomes.ts'
import {
  expungeEventBody,
  getEvent,
  listEvents,
  type ReceivedEvent,
  readEventBody,
  type ShownSeries,
} from '#lib/domains/events/received.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import { formatInstant } from '#lib/utils/time/instants.ts'

const WorkoutStream = lazyPart(() => import('./workout-stream.tsx'), 'WorkoutStream', <Skeleton className="h-44" />)
const SeriesCharts = lazyPart(() => import('./samples-chart.tsx'), 'SeriesCharts', <Skeleton className="h-44" />)

interface EventPanelProps {
  environment: string
  id: number
  place: string
  hrefOf: (id: number) => string
  onClose: () => void
}

export function EventPanel({ environment, id, place, hrefOf, onClose }: EventPanelProps) {
  const query = useQuery(consoleQuery(getEvent, { params: { environment, event_id: id } }, {}))
  const { data } = query
  return (
    <PeekPanel label="Event" place={place} onClose={onClose} isWide>
      {!data && <CardWait subject="This event" query={query} className="h-40" />}
      {data && (
        <Known
          key={id}
          environment={environment}
          event={data.event}
          series={data.series}
          unreadable={data.unreadable_samples}
          hrefOf={hrefOf}
        />
      )}
    </PeekPanel>
  )
}

interface KnownProps {
  environment: string
  event: ReceivedEvent
  series: readonly ShownSeries[]
  unreadable: number
  hrefOf: (id: number) => string
}

function Known({ environment, event, series, unreadable, hrefOf }: KnownProps) {
  const { copied, copy } = useCopy(() => new URL(hrefOf(event.id), window.location.href).href, 'Link')
  const resource = resourceOf(event.event_type)
  return (
    <>
      <div className="flex flex-col items-start gap-2">
        <h3 className="min-w-0">
          <EventType type={event.event_type} />
        </h3>
        <OutcomePill event={event} />
        <p className="text-ink-2">
          {OUTCOME_WORDS[event.outcome].sentence} <Related event={event} hrefOf={hrefOf} />
        </p>
      </div>
      <Changed environment={environment} event={event} />
      <Facts environment={environment} event={event} />
      {event.samples.count > 0 && <Samples samples={event.samples} />}
      {unreadable > 0 && (
        <Notice kind="warn">
          {countOf(unreadable, 'sample')} of this batch can’t be read, such as a text in place of a number.{' '}
          {unreadable === 1 ? 'It isn’t' : 'They aren’t'} kept; the body below has {unreadable === 1 ? 'it' : 'them'}.
        </Notice>
      )}
      {series.length > 0 && <SeriesCharts resource={resource} all={series} />}
      <section aria-label="Body of the event" className="flex flex-col gap-2 border-t border-line pt-3">
        <h4 className="text-sm">Body</h4>
        <BodyView environment={environment} event={event} />
      </section>
      <div className="flex flex-wrap gap-2 border-t border-line pt-3">
        <Button icon={Link2} onPress={() => void copy()}>
          {copied ? 'Copied' : 'Copy link'}
        </Button>
      </div>
    </>
  )
}

const LINK = 'font-control text-link'

function Related({ event: { outcome, related_id, replaces_id }, hrefOf }: Pick<KnownProps, 'event' | 'hrefOf'>) {
  const words = outcome === 'duplicate' ? 'Open the first one' : 'Open the newer one'
  return (
    <>
      {related_id !== null && (
        <Link href={hrefOf(related_id)} prefetch={false} className={LINK}>
          {words}
        </Link>
      )}{' '}
      {replaces_id !== null && (
        <Link href={hrefOf(replaces_id)} prefetch={false} className={LINK}>
          Open the version it replaced
        </Link>
      )}
    </>
  )
}

function Changed({ environment, event }: Pick<KnownProps, 'environment' | 'event'>) {
  const { outcome, form, user_id, order_id, source } = event
  if (outcome !== 'applied' && outcome !== 'stored') return null
  const [href, words] = placeOf({ form, order_id, source }, `/${environment}`, user_id)
  return (
    <p>
      <Link href={href} prefetch={false} className={LINK}>
        {words}
      </Link>
    </p>
  )
}

function placeOf(
  { form, order_id, source }: Pick<ReceivedEvent, 'form' | 'order_id' | 'source'>,
  base: string,
  user_id: string,
): [href: string, words: string] {
  const user = `${base}/users/${user_id}`
  if (order_id) return [`${base}/orders/${order_id}`, 'View order']
  if (form === 'lab') return [`${user}/orders`, 'View orders']
  if (form === 'unknown') return [user, 'View user']
  return source
    ? [`${user}/connections?source=${encodeURIComponent(source.slug)}`, 'View connection']
    : [`${user}/connections`, 'View connections']
}

function Facts({ environment, event }: Pick<KnownProps, 'environment' | 'event'>) {
  const clock = useWallClock()
  const { user_id, order_id, client_user_id, source, message_id, sent_at, received_at } = event
  const facts: Fact[] = [
    { label: 'User', value: <CopyableId id={user_id} noun="User ID" href={`/${environment}/users/${user_id}`} /> },
    { label: 'Reference', value: client_user_id ?? <NoValue word="not sent" /> },
    ...(order_id
      ? [
          {
            label: 'Order',
            value: <CopyableId id={order_id} noun="Order ID" href={`/${environment}/orders/${order_id}`} />,
          },
        ]
      : []),
    { label: 'Source', value: source?.name ?? <NoValue word="none" /> },
    { label: 'Received', value: formatInstant(received_at, clock) },
    { label: 'Sent', value: formatInstant(sent_at, clock) },
    {
      label: 'Message',
      value: <Verbatim className="font-mono text-xs break-all">{message_id}</Verbatim>,
    },
  ]
  return <FactList facts={facts} dense />
}

function Samples({ samples: { count, replaced, same } }: Pick<ReceivedEvent, 'samples'>) {
  const figures = [
    ['Samples', count],
    ['New', count - replaced - same],
    ['Replaced older', replaced],
    ['Identical', same],
  ] as const
  return (
    <dl
      aria-label={countOf(count, 'sample')}
      className="grid grid-cols-4 divide-x divide-line rounded-card border border-line"
    >
      {figures.map(([label, value]) => (
        <div key={label} className="flex flex-col-reverse justify-end px-3 py-2">
          <dd className="text-lg tabular-nums">{formatCount(value)}</dd>
          <dt className="text-xs text-ink-3">{label}</dt>
        </div>
      ))}
    </dl>
  )
}

interface BodyViewProps {
  environment: string
  event: ReceivedEvent
}

const WHY_NONE: Readonly<Record<Exclude<ReceivedEvent['body_state'], 'kept'>, string>> = {
  expired: 'The body was removed when its retention period ended.',
  expunged: 'An administrator removed this body.',
  none: 'A duplicate has the body of the message that arrived first.',
}

function BodyView({ environment, event }: BodyViewProps) {
  const [isOpen, setOpen] = useState(false)
  const mayExpunge = useMay(expungeEventBody.permission)
  const isWorkout = useOffers('get_workout_stream') && event.form === 'workout_stream'
  if (event.body_state !== 'kept') return <p className="text-ink-2">{WHY_NONE[event.body_state]}</p>
  const removal = mayExpunge && <RemoveButton environment={environment} event_id={event.id} />
  if (isOpen) return <OpenBody environment={environment} event={event} removal={removal} />
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button icon={Eye} onPress={() => setOpen(true)}>
        {isWorkout ? 'Open workout' : 'Open body'}
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
  }
  return (
    <RemoveBodyButton reading={readEventBody} remove={remove}>
      The body and its samples are removed for good, except samples that a newer event sent again. The entry in the list
      stays. The service doesn’t send the event again.
    </RemoveBodyButton>
  )
}

function OpenBody({ environment, event, removal }: BodyViewProps & { removal: ReactNode }) {
  const input = { params: { environment, event_id: event.id } }
  const query = useQuery(consoleQuery(readEventBody, input, {}))
  const { data } = query
  if (!data) return <CardWait subject="The body" query={query} className="h-24" />
  return (
    <div className="flex flex-col gap-2">
      {event.form === 'workout_stream' && <Workout environment={environment} body={data.body} />}
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
function Workout({ environment, body }: { environment: string; body: unknown }) {
  const hasStream = useOffers('get_workout_stream')
  const data = typeof body === 'object' && body !== null && 'data' in body ? body.data : null
  const workout = workoutStreamData.safeParse(data).data
  if (!workout) return null
  const { sport, provider_id, workout_id, message } = workout
  const facts = [
    { label: 'Sport', value: <Redact noun="Sport">{sport.name}</Redact> },
    { label: 'Workout', value: <CopyableId id={workout_id} noun="Workout ID" /> },
    {
      label: 'At the source',
      value: <Verbatim className="font-mono text-xs break-all">{provider_id}</Verbatim>,
    },
    { label: 'Message', value: <Redact noun="Message">{message}</Redact> },
    ...(hasStream
      ? []
      : [
          {
            label: 'Stream',
            value: (
              <Verbatim className="font-mono text-xs break-all">
                GET /v2/timeseries/workouts/{workout_id}/stream
              </Verbatim>
            ),
          },
        ]),
  ]
  return (
    <>
      <div className="rounded-control border border-line px-3 py-2">
        <FactList facts={facts} dense />
      </div>
      {hasStream && <WorkoutStream environment={environment} workout_id={workout_id} />}
    </>
  )
}
