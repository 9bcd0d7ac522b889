import {
  CalendarCheck,
  CalendarClock,
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

export function bookingAppearance(state: string): Appearance {
  return BOOKING_APPEARANCES.get(state) ?? { label: state, tone: 'place', icon: CircleQuestionMark }
}

const OVERDUE: Appearance = { label: 'Pending, overdue', tone: 'warn', icon: CalendarX }

/** `isOverdue`: pending for longer than the service tries, and nobody has said what became of it. */
export function BookingPill({ state, isOverdue = false, bare = false }: BookingPillProps) {
  return <Pill {...(isOverdue && state === 'pending' ? OVERDUE : bookingAppearance(state))} bare={bare} />
}

interface BookingPillProps {
  state: string
  isOverdue?: boolean
  bare?: boolean
}
