import {
  CalendarCheck,
  CalendarClock,
  CalendarOff,
  CalendarX,
  CircleCheck,
  CircleQuestionMark,
  CircleX,
  LoaderCircle,
  OctagonX,
} from 'lucide-react'
import { type Appearance, Pill } from '#components/ui/display/pill.tsx'

const BOOKING_APPEARANCES: ReadonlyMap<string, Appearance> = new Map([
  ['in_flight', { label: 'In progress', tone: 'wait', icon: LoaderCircle }],
  ['unknown', { label: 'Outcome unknown', tone: 'warn', icon: CircleQuestionMark }],
  ['pending', { label: 'Pending', tone: 'wait', icon: CalendarClock }],
  ['confirmed', { label: 'Confirmed', tone: 'ok', icon: CalendarCheck }],
  ['completed', { label: 'Completed', tone: 'ok', icon: CircleCheck }],
  ['cancelled', { label: 'Canceled', tone: 'warn', icon: CalendarX }],
  ['failed', { label: 'Not booked', tone: 'bad', icon: OctagonX }],
  ['refused', { label: 'Refused', tone: 'bad', icon: CircleX }],
])

/** `isOverdue`: pending for longer than the service tries, and nobody has said what became of it. */
export function bookingAppearance(state: string, isOverdue = false): Appearance {
  if (isOverdue && state === 'pending') return OVERDUE
  return BOOKING_APPEARANCES.get(state) ?? { label: state, tone: 'place', icon: CircleQuestionMark }
}

const OVERDUE: Appearance = { label: 'Pending, overdue', tone: 'warn', icon: CalendarX }
/** A visit that was in the list and isn't any more. */
export const GONE: Appearance = { label: 'No longer here', tone: 'warn', icon: CalendarOff }

export function BookingPill({ state, isOverdue = false }: BookingPillProps) {
  return <Pill {...bookingAppearance(state, isOverdue)} />
}

interface BookingPillProps {
  state: string
  isOverdue?: boolean
}
