/** How the sandbox is asked for wearable data: an endpoint of its own that no other service has (gap "sample wearable data"). */
import { z } from 'zod'
import { endpoint } from '#lib/kernel/endpoint.ts'

/** Events of one call: what one transaction writes at a time. */
export const MOST_EVENTS = 1_000
export const MOST_USERS = 500

export const sendWearables = endpoint({
  name: 'send_wearables',
  section: 'sandbox',
  method: 'POST',
  path: '/v2/sandbox/wearables',
  permission: 'orders:simulate',
  body: z.object({
    /** The newest users with a working source, so many at most. */
    users: z.int().min(1).max(MOST_USERS).default(100),
    events: z.int().min(1).max(MOST_EVENTS).default(1),
  }),
  response: z.object({
    /** Events in the outbox. */
    sent: z.int(),
    /** Users whose sources send. */
    users: z.int(),
  }),
  success: [202],
})
