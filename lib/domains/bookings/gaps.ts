/** Gaps of the specification about appointments and bookings. */
import type { Gap } from '#lib/kernel/gaps/gap.ts'

export const bookingsGaps: readonly Gap[] = [
  {
    name: 'appointment events',
    section: 'Appointment',
    decision: '`{id, created_at, status, data}`; event_data is any object or null.',
  },
  {
    name: 'appointment transitions',
    section: 'States and transitions',
    decision:
      'A confirmed booking is `confirmed` with event_status `scheduled`; a late one `pending` with `pending`, then confirmed, or `cancelled` with `cancelled`.',
  },
  {
    name: 'booking rules',
    section: 'Book phlebotomy appointment',
    decision:
      'One open appointment per order, including one known only from its latest event: a second is refused with 409. Every other rule is advice in the console.',
  },
  {
    name: 'booking wait',
    section: 'Book phlebotomy appointment',
    decision:
      'Without async confirmation the embedded service waits at most 20 seconds. With it, the asynchronous time-out begins when the synchronous one ends.',
  },
  {
    name: 'booking key',
    section: 'Book phlebotomy appointment',
    decision: 'An unknown or expired one is a 400; where keys come from is not in the specification.',
  },
  {
    name: 'bookings and events',
    section: 'Events',
    decision:
      'An event about an appointment or an order settles the booking that it is about: by the appointment’s id, else the newest one that waits and was asked for before the appointment began (two minutes of tolerance between clocks). Nothing goes back to pending, and an older version changes nothing.',
  },
]
