'use client'
import { bookingAppearance } from '#components/bookings/booking-status.tsx'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import type { Booking, BookingState } from '#lib/domains/bookings/booking.ts'

interface Way {
  state: BookingState
  text: string
}

const AFTER_PENDING: readonly Way[] = [
  {
    state: 'confirmed',
    text: 'The order’s latest event becomes “Appointment scheduled”. Set it here and tell the patient.',
  },
  {
    state: 'cancelled',
    text: 'The order’s latest event becomes “Appointment canceled”. Get a new key and book again.',
  },
]
const AFTER_UNKNOWN: readonly Way[] = [
  { state: 'confirmed', text: 'The provider has it, or the order says “Appointment scheduled”.' },
  { state: 'failed', text: 'The provider has no appointment: book again.' },
]

interface NextCardProps {
  booking: Pick<Booking, 'state'>
  isOverdue: boolean
}

/** While nothing is settled: how it can end, and what to do then. */
export function NextCard({ booking: { state }, isOverdue }: NextCardProps) {
  if (state !== 'pending' && state !== 'unknown') return null
  const ways = state === 'pending' ? AFTER_PENDING : AFTER_UNKNOWN
  return (
    <SectionCard title={isOverdue || state === 'unknown' ? 'What to check' : 'What can happen next'}>
      <ul className="flex flex-col gap-3">
        {ways.map((way) => {
          const { label, tone, icon: Icon } = bookingAppearance(way.state)
          return (
            <li key={way.state} data-tone={tone} className="flex items-start gap-2.5">
              <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-tone-fg" strokeWidth={1.9} />
              <span>
                <span className="font-heading">{label}.</span> <span className="text-ink-2">{way.text}</span>
              </span>
            </li>
          )
        })}
      </ul>
    </SectionCard>
  )
}
