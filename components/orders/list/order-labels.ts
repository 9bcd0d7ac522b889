/** Words for values of the interface that more than one part of the list says. */

export const ORDER_OF_ROWS = {
  created_at: { label: 'Created', desc: 'newest first', asc: 'oldest first' },
  patient_name: { label: 'Patient name', desc: 'Z to A', asc: 'A to Z' },
  last_status: { label: 'Last status', desc: 'Z to A', asc: 'A to Z' },
} as const

export const ACTIVATIONS = { current: 'Current', scheduled: 'Scheduled' } as const

export const CRITICAL_CHOICES = [
  { value: null, text: 'All orders' },
  { value: true, text: 'Critical only' },
  { value: false, text: 'Not critical' },
] as const

export const STUCK_CHOICES = [
  { value: null, text: 'All orders' },
  { value: true, text: 'Stuck only', note: 'no update for longer than the limit of the status' },
] as const
