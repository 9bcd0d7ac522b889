/** `/api/console/audit/review`: what each member of staff did in a month, counted. */
import { z } from 'zod'
import { ROLES } from '#lib/domains/staff/roles.ts'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { isoDateTime } from '#lib/kernel/fields.ts'

const reviewSearch = z.object({
  /** In UTC. */
  month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Use a month such as 2026-11.'),
  /** All that the viewer may see unless set. */
  environment: z.string().optional(),
})

export type ReviewSearch = z.output<typeof reviewSearch>

const reviewedPerson = z.object({
  actor_id: z.string(),
  actor_email: z.string().nullable(),
  /** By the name they had when they last did something. */
  actor_name: z.string().nullable(),
  role: z.enum(ROLES).nullable(),
  /** Users whose data they were shown, in lists or opened, each counted once. */
  viewed: z.int().min(0),
  opened: z.int().min(0),
  /** Users of whom they changed something, each counted once. */
  changed: z.int().min(0),
  /** Rows of files they saved, as far as that was on record; a row twice is two. */
  exported_rows: z.int().min(0),
  /** The median of what they viewed in the months before in which they did something; null where there is none. */
  usual: z.number().min(0).nullable(),
  usual_months: z.int().min(0),
})
export type ReviewedPerson = z.infer<typeof reviewedPerson>

/** Most people viewed first. What is new in the log is counted first, for a second at most; then `is_complete` is false. */
export const reviewViewers = endpoint({
  name: 'review_viewers',
  path: '/audit/review',
  permission: 'audit:read',
  query: reviewSearch,
  response: z.object({
    people: z.array(reviewedPerson),
    is_complete: z.boolean(),
    /** The log is counted up to this entry; null for an empty log. */
    counted_to: isoDateTime.nullable(),
  }),
})

/** Returns the month before, as often as asked: `2026-01` → `2025-12`. */
export function monthBefore(month: string, times = 1): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 - times, 1)).toISOString().slice(0, 7)
}
