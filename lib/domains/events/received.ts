/** Events that the console received: the list, its counts, one event with its samples, and its body. */
import { z } from 'zod'
import { inEnvironment } from '#lib/domains/environments/environment.ts'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { isoDateTime, uuid } from '#lib/kernel/fields.ts'
import { countWindow } from '#lib/kernel/list/count-window.ts'
import { orderId, userId } from '#lib/kernel/marks.ts'
import { EVENT_FORMS } from './event-forms.ts'
import { OUTCOMES, REJECTIONS } from './outcomes.ts'

const count = z.int().min(0)
const number = z.int().min(1).max(Number.MAX_SAFE_INTEGER)
const namedSource = z.object({ slug: z.string(), name: z.string() })

/** `expired`: removed after the time that bodies are kept. `none`: a duplicate has the body of the first. */
const BODY_STATES = ['kept', 'expired', 'expunged', 'none'] as const

/** One message as it arrived: all that is kept of it beside its body. */
const receivedEvent = z.object({
  id: number,
  message_id: z.string(),
  event_type: z.string(),
  form: z.enum(EVENT_FORMS),
  user_id: userId,
  client_user_id: z.string().nullable(),
  source: namedSource.nullable(),
  order_id: orderId.nullable(),
  outcome: z.enum(OUTCOMES),
  /** The event that it is a duplicate of, or that is newer. */
  related_id: number.nullable(),
  /** The event whose place it took. */
  replaces_id: number.nullable(),
  samples: z.object({ count, replaced: count, same: count }),
  bytes: count,
  sent_at: isoDateTime,
  received_at: isoDateTime,
  body_state: z.enum(BODY_STATES),
})
export type ReceivedEvent = z.infer<typeof receivedEvent>

const names = z.array(z.string()).max(50).optional()

const eventFilters = z.object({
  outcomes: z.array(z.enum(OUTCOMES)).optional(),
  event_types: names,
  /** Slugs. */
  sources: names,
  user_id: uuid.optional(),
  order_id: uuid.optional(),
  /** The first event of this message. */
  message_id: z.string().max(255).optional(),
  /** Received at this instant or later, and before that one. */
  from: isoDateTime.optional(),
  to: isoDateTime.optional(),
})
export type EventFilters = z.output<typeof eventFilters>

export const eventSearch = eventFilters.extend({
  /** The newest event that the list holds, so that its pages stay as they are while others arrive. */
  up_to: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  offset: z.int().min(0).max(1_000_000).default(0),
  limit: z.int().min(1).max(250).default(50),
})
export type EventSearch = z.output<typeof eventSearch>

/** Beyond this many matches a search says `total: null`. */
export const EVENT_COUNT_LIMIT = 10_000

/** Newest first. */
export const listEvents = endpoint({
  name: 'list_events',
  path: '/events/{environment}',
  permission: 'events:read',
  params: inEnvironment,
  query: eventSearch,
  response: z.object({
    events: z.array(receivedEvent),
    total: count.nullable(),
    /** `up_to` as it was given, else the newest event there is; 0 for none. */
    up_to: count,
  }),
})

/** How many events within the filters arrived after one; `EVENT_COUNT_LIMIT` at most. */
export const countNewEvents = endpoint({
  name: 'count_new_events',
  path: '/events/{environment}/new',
  permission: 'events:read',
  params: inEnvironment,
  query: eventFilters.extend({ after: z.int().min(0).max(Number.MAX_SAFE_INTEGER) }),
  response: z.object({ count }),
})

const eventCountsSearch = eventFilters.extend(countWindow.shape)
export type EventCountsSearch = z.output<typeof eventCountsSearch>

const counted = z.object({ count })
const eventCounts = z.object({
  /** Each within all other filters, so that a choice is seen among the others. Most first. */
  outcomes: z.array(counted.extend({ outcome: z.enum(OUTCOMES) })),
  event_types: z.array(counted.extend({ event_type: z.string() })),
  sources: z.array(counted.extend({ source: namedSource })),
  /** Bars over the whole window, whatever part is chosen. Oldest first, of equal length. */
  bars: z.array(z.object({ from: isoDateTime, outcomes: z.partialRecord(z.enum(OUTCOMES), count) })),
  /** Rejections in the window. Nothing else about them is stored. */
  rejections: z.array(counted.extend({ reason: z.enum(REJECTIONS) })),
  /** There are more than were counted. */
  is_cut: z.boolean(),
})
export type EventCounts = z.infer<typeof eventCounts>

export const countEvents = endpoint({
  name: 'count_events',
  path: '/events/{environment}/counts',
  permission: 'events:read',
  params: inEnvironment,
  query: eventCountsSearch,
  response: eventCounts,
})

export const SOURCE_DAYS = 14

/** How many data events of each of a user’s sources arrived on each of the last days, the day that ends at `to` last. */
export const countSourceDays = endpoint({
  name: 'count_source_days',
  path: '/events/{environment}/days',
  permission: 'events:read',
  params: inEnvironment,
  query: z.object({ user_id: uuid, to: isoDateTime }),
  response: z.object({
    sources: z.array(
      z.object({
        slug: z.string(),
        days: z.array(count).length(SOURCE_DAYS),
        /** End of the newest day with data, within a year. */
        last_until: isoDateTime,
      }),
    ),
    /** There are more events than were counted: the first days may have had more. */
    is_cut: z.boolean(),
  }),
})

const ofEvent = inEnvironment.extend({ event_id: z.coerce.number().pipe(number) })

/** A sample of a series as the console has it now. */
const shownSample = z.object({
  at: isoDateTime,
  value: z.number(),
  unit: z.string(),
  zone_offset: z.int().nullable(),
  /** This event brought it. */
  is_own: z.boolean(),
  /** Earlier value for this moment, if another event replaced it. */
  was: z.number().nullable(),
})
export type ShownSample = z.infer<typeof shownSample>

const shownSeries = z.object({ source_type: z.string(), samples: z.array(shownSample) })
export type ShownSeries = z.infer<typeof shownSeries>

/** One event, and the series that its samples are part of: the day up to its newest sample. 404 where there is none. */
export const getEvent = endpoint({
  name: 'get_event',
  path: '/events/{environment}/{event_id}',
  permission: 'events:read',
  params: ofEvent,
  response: z.object({
    event: receivedEvent,
    /** Series, one per unit. */
    series: z.array(shownSeries),
    /** Samples of the batch that can't be read, such as "HIGH" in place of a number; 0 once its body is gone. */
    unreadable_samples: count.default(0),
  }),
})

/** The body as it was sent, and that of the version whose place it took. 404 where it isn’t kept any more. */
export const readEventBody = endpoint({
  name: 'read_event_body',
  path: '/events/{environment}/{event_id}/body',
  permission: 'events:read',
  params: ofEvent,
  response: z.object({ event: receivedEvent, body: z.unknown(), replaced_body: z.unknown() }),
})

/** Removes the body and the samples that no newer event brought; what is known beside it stays. */
export const expungeEventBody = endpoint({
  name: 'expunge_event_body',
  method: 'DELETE',
  path: '/events/{environment}/{event_id}/body',
  permission: 'events:expunge',
  params: ofEvent,
  response: z.object({ event: receivedEvent }),
})
