/** Words for values of the interface that more than one part of the list says. */

export const ORDER_OF_ROWS = {
  created_at: { label: 'Created', desc: 'newest first', asc: 'oldest first' },
  patient_name: { label: 'Patient name', desc: 'Z to A', asc: 'A to Z' },
  last_status: { label: 'Last status', desc: 'Z to A', asc: 'A to Z' },
} as const

export const ACTIVATIONS = { current: 'Current', scheduled: 'Scheduled' } as const
