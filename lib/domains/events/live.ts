/** News of events as they arrive: a stream that says that there are some, and the list says which. */
import { z } from 'zod'
import { inEnvironment } from '#lib/domains/environments/environment.ts'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { uuid } from '#lib/kernel/fields.ts'
import { EVENT_FORMS } from './event-forms.ts'

const number = z.int().min(0).max(Number.MAX_SAFE_INTEGER)

/** Seconds that a stream lasts at most; who still looks opens the next. */
const LONGEST = 15 * 60

/** Orders that are named at most: those that are open in the windows of one browser. */
export const MOST_ORDERS = 50

/** One message of the stream. Its id is `up_to`, so that a reader who was cut off goes on from there. */
export const liveNews = z.object({
  up_to: number,
  /** Forms that have arrived since the last message. */
  forms: z.array(z.enum(EVENT_FORMS)),
  /** Which of the `orders` that were asked for it is about. */
  order_ids: z.array(uuid).optional(),
})
export type LiveNews = z.infer<typeof liveNews>

/**
 * Server-sent events, one message of `liveNews` each, at most one a second. `Last-Event-ID`, or else `after`, says what
 * the reader has seen: what came since is said first, so nothing is missed. It ends with the session, with the right to
 * it, and after `seconds`; 429 for more streams at once than one person reads. Recorded once it opens where it asks about
 * orders.
 */
export const watchEvents = endpoint({
  name: 'watch_events',
  path: '/events/{environment}/live',
  permission: 'events:read',
  params: inEnvironment,
  query: z.object({
    /** The newest event that the reader knows; the newest there is unless set. */
    after: number.optional(),
    order_id: uuid.optional(),
    orders: z.array(uuid).max(MOST_ORDERS).optional(),
    seconds: z.int().min(1).max(LONGEST).default(LONGEST),
  }),
  response: liveNews,
})
