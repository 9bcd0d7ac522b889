/** The limits of stuck orders as people set them: which statuses stand together, and what a text in a box means. Pure. */

import { z } from 'zod'
import { STUCK_DAYS, type StuckDays } from '#lib/domains/orders/stuck-days.ts'
import { limitDays } from '#lib/domains/orders/stuck-limits.ts'
import { standingOf } from '#lib/domains/orders/timeline.ts'

const GROUPS = [
  ['placed', 'Placed'],
  ['collecting', 'Collecting sample'],
  ['with_lab', 'With lab'],
] as const

/** Every status in which more is expected, once; an exception needs action from its first minute. */
export const STUCK_GROUPS = GROUPS.map(([id, label]) => ({
  id,
  label,
  statuses: Object.keys(STUCK_DAYS).filter((status) => standingOf(status, null).stage === id),
}))

/** What stands in the boxes, by status. */
export type Edits = Readonly<Record<string, string>>

/** What is wrong with a text, in words; null for whole days that may be a limit. */
export function daysProblem(text: string): string | null {
  const days = /^\s*\d{1,4}\s*$/.test(text) ? Number(text) : Number.NaN
  return limitDays.safeParse(days).error?.issues[0]?.message ?? null
}

/** Those that would change something. */
export function changesOf(days: StuckDays, edits: Edits): StuckDays {
  const changed = Object.entries(edits).filter(([status, text]) => Number(text) !== days[status])
  return Object.fromEntries(changed.map(([status, text]) => [status, Number(text)]))
}

/** The edits that lead to the usual days. */
export function defaultEdits(days: StuckDays): Edits {
  const others = Object.entries(STUCK_DAYS).filter(([status, usual]) => days[status] !== usual)
  return Object.fromEntries(others.map(([status, usual]) => [status, String(usual)]))
}

/** Returns what the boxes show of limits. */
export function daysTexts(days: StuckDays): Record<string, string> {
  return Object.fromEntries(Object.entries(days).map(([status, limit]) => [status, String(limit)]))
}

const daysText = z
  .string()
  .superRefine((text, context) => {
    const message = daysProblem(text)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })
  .transform(Number)

/** Takes the texts of the boxes and gives whole days. */
export const limitsForm = z.object({ days: z.record(z.string(), daysText) })
