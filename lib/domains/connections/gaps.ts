/** Gaps of the specification about provider connections. */
import type { Gap } from '#lib/kernel/gaps/gap.ts'

export const connectionsGaps: readonly Gap[] = [
  {
    name: 'connection status',
    section: 'Provider connection',
    decision: '`connected` or `error`; anything else is shown as sent. Transitions are the provider’s.',
  },
  {
    name: 'error_details',
    section: 'Provider connection',
    decision: '`{error_type, error_message, errored_at}` with eight known types; other fields pass through.',
  },
  {
    name: 'ConnectionRecipe',
    section: 'ConnectionRecipe',
    decision:
      'All fields required but oauth_scopes, without which all count as granted; expires_at is epoch seconds; the user must exist.',
  },
  {
    name: 'provider slugs',
    section: 'Provider slug enumerations',
    decision:
      'Lower-case letters, digits and _; the set is open. The embedded service has 39 invented ones, 16 of them cloud OAuth.',
  },
  {
    name: 'deregistration without effect',
    section: 'Deregister a provider connection',
    decision:
      '`{success: false}` for a store on the device; 404 where the user has no such connection; 422 for a slug the service does not know.',
  },
  {
    name: 'bulk operation',
    section: 'Bulk import connections',
    decision:
      'Stored internally, batch by batch, until every user is imported or failed; no endpoint is invented for it. A user submitted twice is listed twice.',
  },
  {
    name: 'silence of a source',
    section: 'Events',
    decision:
      'Events that come within three hours are one beat. After four gaps between beats a source of a user has a rhythm; it is silent after three median gaps of the last twelve, and never before twelve hours. A source that is silent for more than half of at least five such users is an incident.',
  },
]
