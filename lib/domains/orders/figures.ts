/** Figures of some days beside the days before: how long orders took, what failed, and what waits. Only of what this console saw. */
import { z } from 'zod'
import { inEnvironment } from '#lib/domains/environments/environment.ts'
import type { LowLevelStatus } from '#lib/domains/orders/status/status-record.ts'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { ianaZone, isoDate, isoDateTime } from '#lib/kernel/fields.ts'
import { orderId } from '#lib/kernel/marks.ts'
import { DAY } from '#lib/utils/time/durations.ts'

/** Days of one answer at most; as many before them are read for comparison. */
export const MAX_DAYS = 92

/** Failures of a sample, in the order in which charts stack them. */
export const FAILURE_CAUSES = [
  'sample_error',
  'failure_to_deliver_to_lab',
  'failure_to_deliver_to_customer',
  'lost',
] as const satisfies readonly LowLevelStatus[]

/** Ages of open work, by the days at which each begins. */
export const AGES = [0, 1, 3, 7, 14, 30] as const
/** Days from which open work is old. */
export const OLD_DAYS = 7

/** Kinds of numbers; with a name each stands for the orders that it counts. */
export const FIGURE_KINDS = [
  // From placed to all results, by when they came in: of all orders, by test, and by the lab that the catalog names.
  ...(['turnaround', 'test', 'lab'] as const),
  // Time in a stage, and from a critical result to the call that was read back.
  ...(['stage', 'callback', 'result'] as const),
  // Orders that got their results or failed, and those that failed, by cause; bookings by outcome.
  ...(['ended', 'failure', 'booking'] as const),
  // Open work now: all, by the day at which its age begins, from `OLD_DAYS` on, and by the ID of its owner or empty.
  ...(['open', 'age', 'old', 'owner'] as const),
] as const
export type FigureKind = (typeof FIGURE_KINDS)[number]

/** Null where nothing was seen: never 0 for what nobody knows. */
const seenCount = z.int().min(0).nullable()

/** `before`: the same of the days before. */
const figure = z.object({
  kind: z.enum(FIGURE_KINDS),
  name: z.string(),
  /** A colleague's name. */
  label: z.string().nullable(),
  count: seenCount,
  before: seenCount,
  /** Half, and 95 of 100, took no longer; null for none, and `p95_ms` for fewer than 20. */
  p50_ms: seenCount,
  p50_before_ms: seenCount,
  p95_ms: seenCount,
  p95_before_ms: seenCount,
})
export type Figure = z.infer<typeof figure>

const figures = z.object({
  counted_at: isoDateTime,
  /** The earliest event that this console read; null before it has read any. */
  seen_from: isoDateTime.nullable(),
  /** False while orders are still being read for the first time: numbers of orders aren't known before. */
  is_whole: z.boolean(),
  /** Why some open work is missing, null where all was read; and how much of it wasn't checked, and is in no number. */
  missing: z.string().nullable(),
  unchecked: z.int().min(0),
  figures: z.array(figure),
  /** Failed orders by cause, in the order of `FAILURE_CAUSES`. */
  weeks: z.array(z.object({ from: isoDate, to: isoDate, failed: z.array(z.int().min(0)) })),
  /** Those before and those asked for, oldest first. */
  days: z.array(
    z.object({
      day: isoDate,
      turnaround_p50_ms: seenCount,
      callback_p50_ms: seenCount,
      redraws: seenCount,
      ended: seenCount,
    }),
  ),
  /** Orders of the number that was asked for, the newest first. */
  order_ids: z.array(orderId),
})
export type Figures = z.infer<typeof figures>

/** Days are the viewer's. Counted anew at most once a minute. @throws ApiError 422 for more than 92 days */
export const getFigures = endpoint({
  name: 'get_figures',
  path: '/figures/{environment}',
  permission: 'orders:read',
  params: inEnvironment,
  query: z
    .object({
      from: isoDate,
      to: isoDate,
      time_zone: ianaZone.default('UTC'),
      kind: z.enum(FIGURE_KINDS).optional(),
      name: z.string().max(1000).optional(),
    })
    .superRefine(({ from, to }, context) => {
      const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['to'], message })
      if (to < from) refuse('The last day is before the first day.')
      else if (Date.parse(to) - Date.parse(from) >= MAX_DAYS * DAY) refuse(`Choose at most ${MAX_DAYS} days.`)
    }),
  response: figures,
})
