/** Gaps of the specification about links, codes, portal and keys. */
import type { Gap } from '#lib/kernel/gaps/gap.ts'

export const accessGaps: readonly Gap[] = [
  {
    name: 'link error parameters',
    section: 'Create link token',
    decision: '`state` (`success` or `error`), `error` and `provider` are added to redirect_url; what it held stays.',
  },
  {
    name: 'order of another user',
    section: 'Create portal URL',
    decision: '404: an order_id must be one of that user’s. An unknown context is a 422.',
  },
  {
    name: 'expires_in',
    section: 'Create portal URL',
    decision: 'Seconds: 15 minutes for launch, 14 days for communications.',
  },
  { name: 'token lifetimes', section: 'Authentication', decision: 'Link token 10 minutes, sign-in token 1 hour.' },
  {
    name: 'missing or invalid key',
    section: 'Authentication',
    decision: '401 with a `detail`, before anything else is looked at.',
  },
  {
    name: 'link code expiry',
    section: 'Create link code',
    decision:
      'An expires_at that has passed, or that no four-digit year holds, is a 422. A code lives 24 hours at most: a later expires_at is answered with that.',
  },
]
