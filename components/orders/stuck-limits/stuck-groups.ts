/** The limits of stuck orders as people set them: which statuses stand together, and what a text in a box means. Pure. */

import { z } from 'zod'
import { orderStatus } from '#components/patterns/domain/order-status.ts'
import {
  inheritedDays,
  limitsBy,
  STUCK_DAYS,
  STUCK_STAGES,
  type StuckDays,
  type StuckStage,
  stuckStageOf,
} from '#lib/domains/orders/stuck/stuck-days.ts'
import { limitDays } from '#lib/domains/orders/stuck/stuck-limit-changes.ts'

const LABELS: Readonly<Record<StuckStage, string>> = {
  placed: 'Placed',
  collecting: 'Collecting sample',
  with_lab: 'With lab',
}

/** Every status in which more is expected, once; an exception needs action from its first minute. */
export const STUCK_GROUPS = STUCK_STAGES.map((id) => ({
  id,
  label: LABELS[id],
  statuses: Object.keys(STUCK_DAYS).filter((status) => stuckStageOf(status) === id),
}))

export function limitLabel(key: string): string {
  const stage = STUCK_GROUPS.find(({ id }) => id === key)
  return stage ? `${stage.label} (whole stage)` : orderStatus(key).label
}

/** Texts of the boxes, by status and by stage; a stage's may be empty. */
export interface LimitTexts {
  days: Record<string, string>
  stages: Record<string, string>
}

/** Returns the problem with a typed number of days; null for a valid limit. */
export function daysProblem(text: string): string | null {
  const days = /^\s*\d{1,4}\s*$/.test(text) ? Number(text) : Number.NaN
  return limitDays.safeParse(days).error?.issues[0]?.message ?? null
}

/** The limits that the boxes say, of those that can be read. */
function readable(texts: Readonly<Record<string, string>>): StuckDays {
  const valid = Object.entries(texts).filter(([, text]) => daysProblem(text) === null)
  return Object.fromEntries(valid.map(([key, text]) => [key, Number(text)]))
}

/** Returns what the boxes set: of stages what stands there, of a status what isn't its stage's limit or the default. */
export function chosenBy({ days, stages }: LimitTexts): StuckDays {
  const chosen = readable(stages)
  const own = Object.entries(readable(days)).filter(([status, limit]) => limit !== inheritedDays(status, chosen))
  return { ...chosen, ...Object.fromEntries(own) }
}

/** Returns what the boxes show of what somebody has set. */
export function limitTexts(chosen: StuckDays): LimitTexts {
  const days = Object.entries(limitsBy(chosen)).map(([status, limit]) => [status, String(limit)])
  const stages = STUCK_STAGES.map((stage) => [stage, String(chosen[stage] ?? '')])
  return { days: Object.fromEntries(days), stages: Object.fromEntries(stages) }
}

/** Returns whether two sets of boxes say the same; spaces and zeros in front make no difference. */
export function isSame(a: LimitTexts, b: LimitTexts): boolean {
  const plain = (text = '') => (text.trim() === '' ? '' : String(Number(text)))
  return (['days', 'stages'] as const).every((kind) =>
    Object.keys(a[kind]).every((key) => plain(a[kind][key]) === plain(b[kind][key])),
  )
}

/** Returns the statuses that follow a stage's box; those with a limit of their own, also of `kept`, stay. */
export function followers(texts: LimitTexts, stage: StuckStage, text: string, kept: StuckDays): Record<string, string> {
  const before = readable(texts.stages)
  const after = readable({ ...texts.stages, [stage]: text })
  const following = STUCK_GROUPS.flatMap(({ id, statuses }) => (id === stage ? statuses : [])).filter(
    (status) => Number(texts.days[status]) === inheritedDays(status, before) && kept[status] === undefined,
  )
  return Object.fromEntries(following.map((status) => [status, String(inheritedDays(status, after))]))
}

function checked(isOptional: boolean) {
  return z.string().superRefine((text, context) => {
    const message = isOptional && text.trim() === '' ? null : daysProblem(text)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })
}

/** Takes the texts of the boxes and gives what they set. */
export const limitsForm = z
  .object({ days: z.record(z.string(), checked(false)), stages: z.record(z.string(), checked(true)) })
  .transform(chosenBy)
