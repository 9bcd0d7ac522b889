/** The choices of filters that are on or off; loaded with the picker. */

export const CRITICAL_CHOICES = [
  { value: null, text: 'All orders' },
  { value: true, text: 'Critical only' },
  { value: false, text: 'Not critical' },
] as const

export const STUCK_CHOICES = [
  { value: null, text: 'All orders' },
  { value: true, text: 'Stuck only', note: 'no update for longer than the limit of the status' },
] as const
