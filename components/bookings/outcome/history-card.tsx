'use client'
import { HardDrive, Send } from 'lucide-react'
import Link from 'next/link'
import { bookingAppearance } from '#components/bookings/booking-status.tsx'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { Redact } from '#components/ui/display/redact.tsx'
import { DayTime } from '#components/ui/display/time-stamp.tsx'
import type { BookingChange, WholeBooking } from '#lib/domains/bookings/booking.ts'

/** Lists changes to a booking, newest first. */
export function HistoryCard({ environment, booking }: { environment: string; booking: WholeBooking }) {
  const newest = booking.history.toReversed()
  return (
    <SectionCard
      title="Progress"
      summary={
        <span className="inline-flex items-start gap-1.5">
          <HardDrive aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" strokeWidth={1.8} />
          Stored in this console only.
        </span>
      }
    >
      <ol className="flex flex-col">
        {newest.map((change) => {
          const isSent = change.state === 'in_flight'
          const { label, tone, icon } = bookingAppearance(change.state)
          const Icon = isSent ? Send : icon
          return (
            <li
              key={`${change.at} ${change.state}`}
              data-tone={isSent ? 'place' : tone}
              className="relative flex gap-3 pb-4 last:pb-0 not-last:before:absolute not-last:before:top-6 not-last:before:bottom-0 not-last:before:left-[12.5px] not-last:before:w-px not-last:before:bg-line-2"
            >
              <span className="grid size-[26px] shrink-0 place-items-center rounded-full border border-tone-line bg-tone-soft text-tone-fg">
                <Icon aria-hidden="true" className="size-3.5" strokeWidth={1.9} />
              </span>
              <span className="min-w-0 flex-1">
                <span className="flex flex-wrap items-baseline justify-between gap-x-3">
                  <span className="font-heading">{isSent ? 'Booking sent' : label}</span>
                  <DayTime value={change.at} className="text-ink-2" />
                </span>
                <span className="block text-xs text-ink-2">
                  {byWords(change, label)}
                  {change.event_id !== null && (
                    <>
                      {' '}
                      <Link
                        href={`/${environment}/events?event=${change.event_id}&within=month`}
                        prefetch={false}
                        className="font-control text-accent-ink underline underline-offset-3"
                      >
                        View event
                      </Link>
                    </>
                  )}
                </span>
                {change.note && (
                  <span className="block break-words whitespace-pre-wrap">
                    <Redact noun="Note">{change.note}</Redact>
                  </span>
                )}
              </span>
            </li>
          )
        })}
      </ol>
    </SectionCard>
  )
}

function byWords({ by, state, event_id }: BookingChange, label: string): string {
  if (event_id !== null)
    return state === 'pending' ? 'From an event of the service.' : `${label} by an event from the service.`
  if (state === 'in_flight') return `By ${by?.name ?? 'someone'}`
  if (by) return `Set manually by ${by.name}`
  return state === 'unknown' ? 'No further answer' : 'From the service'
}
