'use client'
import clsx from 'clsx'
import { orderStatus } from '#components/shared/order-status.ts'
import { useTimeZone } from '#components/ui/viewer.tsx'
import type { OrderEvent } from '#lib/contract/order.ts'
import { parseEventStatus } from '#lib/contract/order-status.ts'
import { instantParts, parseInstant } from '#lib/utils/instants.ts'

interface Entry extends OrderEvent {
  day: string
  time: string
}

/** By calendar day of the viewer, the newest first. */
function byDay(events: readonly OrderEvent[], timeZone: string): { day: string; entries: Entry[] }[] {
  const newest = [...events].sort((a, b) => parseInstant(b.created_at) - parseInstant(a.created_at) || b.id - a.id)
  const days = new Map<string, Entry[]>()
  for (const event of newest) {
    const { day, time, zone } = instantParts(parseInstant(event.created_at), timeZone)
    days.set(day, [...(days.get(day) ?? []), { ...event, day, time: `${time} ${zone}` }])
  }
  return [...days].map(([day, entries]) => ({ day, entries }))
}

/** Days in colour: what is older is history. */
const FRESH_DAYS = 2

export function EventTimeline({ events }: { events: readonly OrderEvent[] }) {
  const timeZone = useTimeZone()
  const days = byDay(events, timeZone)
  if (days.length === 0) return <p className="text-ink-3">The service sent no events of this order.</p>
  return (
    <ol className="flex flex-col">
      {days.map(({ day, entries }, index) => (
        <li key={day} className="grid gap-x-4 gap-y-2 rail:grid-cols-[92px_minmax(0,1fr)]">
          <h3 className="pt-1 text-xs font-control text-ink-3">{day}</h3>
          <ol className="border-l border-line-2 pb-4 pl-4">
            {entries.map((event) => (
              <EventLine key={event.id} event={event} fresh={index < FRESH_DAYS} />
            ))}
          </ol>
        </li>
      ))}
    </ol>
  )
}

function EventLine({ event, fresh }: { event: Entry; fresh: boolean }) {
  const { label, tone, icon: Icon } = orderStatus(parseEventStatus(event.status)?.low ?? event.status)
  return (
    <li className="relative flex items-start gap-3 py-1">
      <span
        data-tone={fresh ? tone : 'closed'}
        className={clsx(
          'absolute top-1 -left-[27.5px] grid size-[22px] place-items-center rounded-full border bg-surface',
          fresh ? 'border-tone-line text-tone-fg' : 'border-line-2 text-ink-3',
        )}
      >
        <Icon aria-hidden="true" className="size-3" strokeWidth={2} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-heading">{label}</span>
        <span className="block font-mono text-xs break-all text-ink-3">{event.status}</span>
      </span>
      <time dateTime={event.created_at} className="shrink-0 text-xs text-ink-2">
        {event.time}
      </time>
    </li>
  )
}
