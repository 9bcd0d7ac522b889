/** The worklist: orders that need action, one by one, with who took them on and which of them wait until later. */
import { z } from 'zod'
import { BOOKING_STATES } from '#lib/domains/bookings/booking.ts'
import { inEnvironment } from '#lib/domains/environments/environment.ts'
import { personOnOrder } from '#lib/domains/orders/order.ts'
import type { LowLevelStatus } from '#lib/domains/orders/status/status-record.ts'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { isoDateTime, uuid } from '#lib/kernel/fields.ts'
import { orderId, personal, userId } from '#lib/kernel/marks.ts'
import { TEXT_FIELDS } from '#lib/kernel/text-fields.ts'
import { DAY } from '#lib/utils/time/durations.ts'

/** Kinds of problem, as people tell them apart; every exception is of one. */
export const PROBLEM_KINDS = [
  'visit_stands',
  'stuck',
  'in_transit',
  'sample_error',
  'appointment_cancelled',
  'redraw_available',
  'lab_blocked',
  'not_delivered',
] as const
export type ProblemKind = (typeof PROBLEM_KINDS)[number]

const KIND_OF = new Map<string, ProblemKind>([
  ['problem_in_transit_customer', 'in_transit'],
  ['problem_in_transit_lab', 'in_transit'],
  ['sample_error', 'sample_error'],
  ['appointment_cancelled', 'appointment_cancelled'],
  ['redraw_available', 'redraw_available'],
  ['lab_processing_blocked', 'lab_blocked'],
  ['lost', 'not_delivered'],
  ['failure_to_deliver_to_lab', 'not_delivered'],
  ['failure_to_deliver_to_customer', 'not_delivered'],
] satisfies [LowLevelStatus, ProblemKind][])

/** Returns the kind of an exception; a status that is none can only be stuck. */
export const kindOfStatus = (low: string): ProblemKind => KIND_OF.get(low) ?? 'stuck'

/** Filter of the worklist: the viewer's own, new ones, all due orders, snoozed or finished ones, or one kind of problem. */
export const WORKLIST_FILTERS = ['mine', 'new', 'all', 'snoozed', 'finished', ...PROBLEM_KINDS] as const
export type WorklistFilter = (typeof WORKLIST_FILTERS)[number]

/** `usual`: the viewer's own, or all where they have none. */
export const ASKED_FILTERS = ['usual', ...WORKLIST_FILTERS] as const
export type AskedFilter = (typeof ASKED_FILTERS)[number]

export const WORKLIST_SORTS = ['oldest', 'newest', 'priority', 'method', 'stage'] as const
export type WorklistSort = (typeof WORKLIST_SORTS)[number]

export const SNOOZE_REASONS = ['patient', 'courier', 'lab', 'provider', 'other'] as const
export type SnoozeReason = (typeof SNOOZE_REASONS)[number]

export const SNOOZE_COMMENT_MAX = 200
/** Milliseconds: nothing is put off for longer. */
export const SNOOZE_MAX = 30 * DAY

const snoozeComment = z
  .string()
  .overwrite(TEXT_FIELDS.note.clean)
  .max(SNOOZE_COMMENT_MAX, `Use at most ${SNOOZE_COMMENT_MAX} characters.`)

/** An order that waits until later. It comes back at once when something new happens to it. */
const snooze = z.object({
  until: isoDateTime,
  reason: z.enum(SNOOZE_REASONS),
  /** Free text: nobody can say that no patient is in it. */
  comment: personal(snoozeComment),
  /** When the problem began that was put off; a later one isn't. */
  since: isoDateTime,
  by_name: z.string(),
  at: isoDateTime,
})
export type Snooze = z.infer<typeof snooze>

/** Why an order needs nothing more: something was done, or nothing had to be. */
export const OUTCOMES = {
  contacted: 'Done: patient contacted',
  rebooked: 'Done: booked again',
  reported: 'Done: reported to lab or carrier',
  resolved: 'No action needed: resolved itself',
  duplicate: 'No action needed: handled elsewhere',
  declined: 'No action needed: patient declined',
} as const
export const OUTCOME_REASONS = ['contacted', 'rebooked', 'reported', 'resolved', 'duplicate', 'declined'] as const
export type OutcomeReason = (typeof OUTCOME_REASONS)[number]

/** A finished order. It comes back at once when something new happens to it. */
const outcome = z.object({
  reason: z.enum(OUTCOME_REASONS),
  /** When the problem began that was finished; a later one isn't. */
  since: isoDateTime,
  by_name: z.string(),
  at: isoDateTime,
})

/** `by_name`: the colleague who assigned it; missing where its owner took it. */
const owner = z.object({ id: z.string(), name: z.string(), at: isoDateTime, by_name: z.string().optional() })

export const worklistMark = z.object({
  /** Grows with every change; 0 where nobody has made one. */
  version: z.int().min(0),
  owner: owner.nullable(),
  snooze: snooze.nullable(),
  outcome: outcome.nullable().default(null),
})
export type WorklistMark = z.infer<typeof worklistMark>

export const NO_MARK: WorklistMark = { version: 0, owner: null, snooze: null, outcome: null }

const worklistItem = personOnOrder.extend({
  order_id: orderId,
  /** Null for an order that the service no longer has; its test, method and status are empty. */
  user_id: userId.nullable(),
  test: z.string(),
  method: z.string(),
  /** Low-level status. */
  status: z.string(),
  kind: z.enum(PROBLEM_KINDS),
  /** Visit with its booking here, if the visit is the problem. */
  visit: z
    .object({
      state: z.enum(BOOKING_STATES),
      entered_by: z.string().nullable(),
      still: z.enum(BOOKING_STATES).nullable(),
      outlives_order: z.union([z.boolean(), z.literal('gone')]),
      booking_id: uuid.nullable(),
    })
    .nullable(),
  since: isoDateTime,
  mark: worklistMark,
})
export type WorklistItem = z.infer<typeof worklistItem>

/** Orders of one answer at most: more than are ever read for the list. */
export const WORKLIST_LIMIT = 10_000

const worklist = z.object({
  counted_at: isoDateTime,
  /** The filter that `usual` came to, or the one asked for. */
  filter: z.enum(WORKLIST_FILTERS),
  /** In the order asked for; of those that wait, the first to come back. */
  items: z.array(worklistItem),
  /** How many orders each filter has; one that none has is missing. */
  counts: z.partialRecord(z.enum(WORKLIST_FILTERS), z.int().min(0)),
  /** Orders with the status of a problem that a newer order replaced, and those that nobody checked. */
  replaced: z.int().min(0),
  unchecked: z.int().min(0),
  /** Why some of it is missing; null where all was read. */
  missing: z.string().nullable(),
})
export type Worklist = z.infer<typeof worklist>

/** Read anew at most once a minute for everybody. @throws ApiError 503 */
export const listWorklist = endpoint({
  name: 'list_worklist',
  path: '/overview/{environment}/worklist',
  permission: 'orders:read',
  params: inEnvironment,
  query: z.object({
    filter: z.enum(ASKED_FILTERS).default('all'),
    limit: z.int().min(1).max(WORKLIST_LIMIT).default(50),
    /** `first`: of each search the oldest 500 orders are checked. */
    check: z.enum(['first', 'all']).default('first'),
    sort: z.enum(WORKLIST_SORTS).default('oldest'),
    /** Problems that began from then on are `new`. */
    new_since: isoDateTime.optional(),
  }),
  response: worklist,
})

/** Returns an order's owner and snooze. `needs_action` is false once its problem is over. @throws ApiError 503 */
export const getWorklistOrder = endpoint({
  name: 'get_worklist_order',
  path: '/overview/{environment}/worklist/{order_id}',
  permission: 'orders:read',
  params: inEnvironment.extend({ order_id: orderId }),
  /** `since`: when the problem began; null once it is over. */
  response: z.object({ needs_action: z.boolean(), since: isoDateTime.nullable(), mark: worklistMark }),
})

/** `me`: whoever asks; any other than `none` is the ID of a colleague. What is left out stays as it is. */
const markChange = z
  .object({
    version: worklistMark.shape.version,
    owner: z.string().min(1).max(64).optional(),
    snooze: snooze.pick({ until: true, reason: true, comment: true, since: true }).nullable().optional(),
    outcome: outcome.pick({ reason: true, since: true }).nullable().optional(),
  })
  .refine(({ owner, snooze, outcome }) => [owner, snooze, outcome].some((given) => given !== undefined), {
    error: 'Give an owner, a snooze or an outcome.',
    path: ['owner'],
  })

/**
 * Assigns an order, gives it back, puts it off, takes it up again, finishes it or reopens it. 404 where it needs no action any more, 409 where
 * somebody has changed it since `version` or a new problem began, 422 for a time that is past or more than 30 days ahead.
 */
export const markWorklistOrder = endpoint({
  name: 'mark_worklist_order',
  method: 'PATCH',
  path: '/overview/{environment}/worklist/{order_id}',
  permission: 'orders:triage',
  params: inEnvironment.extend({ order_id: orderId }),
  body: markChange,
  response: worklistMark,
})

/** Names of worklist changes in the audit log, apart so that sentences don't load the schemas. */
export const WORKLIST_CHANGES = [
  'owner.me',
  'owner.colleague',
  'owner.none',
  'snooze.until',
  'snooze.ended',
  'outcome.reached',
  'outcome.undone',
] as const
export type WorklistChange = (typeof WORKLIST_CHANGES)[number]
