'use client'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import type { Booking } from '#lib/domains/bookings/booking.ts'
import { isKnownZone, visitTime } from '#lib/utils/time/visit-times.ts'
import { zoneName } from '#lib/utils/time/zone-spelling.ts'

/** When the visit is, at its place, for whoever looks, and as the service sent it. */
export function VisitCard({ booking: { state, start_at, end_at, iana_timezone } }: { booking: Booking }) {
  const viewer = useWallClock()
  if (start_at === null) return null
  const site = isKnownZone(iana_timezone) ? iana_timezone : null
  const clocks = [
    { who: 'At the patient', zone: site },
    { who: 'For you', zone: viewer.zone },
    { who: 'UTC', zone: 'UTC' },
  ]
  return (
    <SectionCard
      title={state === 'pending' || state === 'unknown' ? 'Requested visit' : 'Visit'}
      summary="From the service."
    >
      <dl className="-m-4 grid divide-line max-rail:divide-y rail:grid-cols-3 rail:divide-x">
        {clocks.map(({ who, zone }) => {
          const time = zone === null ? null : visitTime(start_at, end_at, { ...viewer, zone })
          return (
            <div key={who} className="p-4">
              <dt className="text-ink-3">{who}</dt>
              {time && zone ? (
                <dd>
                  <span className="block text-lg font-heading">{time.time}</span>
                  <span className="block">
                    {time.day}
                    {zone !== 'UTC' && `, ${time.zone}`}
                  </span>
                  <span className="block text-xs text-ink-3">{zone === 'UTC' ? 'As sent' : zoneName(zone)}</span>
                </dd>
              ) : (
                <dd className="text-ink-2">
                  {iana_timezone
                    ? `This console doesn’t know the time zone “${iana_timezone}”.`
                    : 'The service gave no time zone.'}
                </dd>
              )}
            </div>
          )
        })}
      </dl>
    </SectionCard>
  )
}
