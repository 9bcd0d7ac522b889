'use client'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { EventName } from '#components/patterns/domain/event-type.tsx'
import { DisclosureCard } from '#components/patterns/page/disclosure-card.tsx'
import { CardFailure } from '#components/patterns/states/card-failure.tsx'
import { TimeStamp } from '#components/ui/display/time-stamp.tsx'
import { listEvents } from '#lib/domains/events/received.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { OutcomePill } from './outcome-pill.tsx'

const SHOWN = 6

export function OrderEvents({ environment, order_id }: { environment: string; order_id: string }) {
  const input = { params: { environment }, query: { order_id, limit: SHOWN } }
  const { data, error, refetch } = useQuery(consoleQuery(listEvents, input, {}))
  if (!error && (!data || data.events.length === 0)) return null
  const count = data && (data.total === null ? 'Newest first' : `${countOf(data.total, 'event')}, newest first`)
  const summary = count ?? 'Didn’t load'
  const all = `/${environment}/events?order_id=${order_id}&within=month`
  return (
    <DisclosureCard id="received" title="Events received" summary={summary}>
      {error && !data && <CardFailure subject="The list of events" error={error} onRetry={() => void refetch()} />}
      <ul className="-my-2 divide-y divide-line">
        {data?.events.map((event) => (
          <li key={event.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <Link
              href={`${all}&event=${event.id}`}
              prefetch={false}
              className="min-w-0 flex-1 basis-40 underline-offset-3 hover:underline"
            >
              <EventName type={event.event_type} />
            </Link>
            <OutcomePill event={event} bare />
            <TimeStamp value={event.received_at} className="text-xs text-ink-2" />
          </li>
        ))}
      </ul>
      <Link href={all} prefetch={false} className="mt-3 inline-flex min-h-6 items-center font-control text-link">
        Open events
      </Link>
    </DisclosureCard>
  )
}
