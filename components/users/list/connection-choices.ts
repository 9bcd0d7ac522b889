/** Filter choices for a user's connections. */
export const CONNECTION_CHOICES = [
  { value: null, text: 'All users' },
  { value: false, text: 'No connections' },
  { value: true, text: 'At least one connection' },
] as const
