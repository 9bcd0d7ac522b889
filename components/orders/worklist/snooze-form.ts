/** The form that puts an order off: what is chosen, and the time that it comes to. Pure. */
import { z } from 'zod'
import { SNOOZE_COMMENT_MAX, SNOOZE_REASONS } from '#lib/domains/orders/worklist/worklist.ts'
import { dayIn } from '#lib/utils/time/day-ranges.ts'
import { HOUR } from '#lib/utils/time/durations.ts'
import { addDays } from '#lib/utils/time/visit-times.ts'
import { isSkippedHere, skippedTime, zonedInstant } from '#lib/utils/time/zones.ts'

/** Hours from now, the next morning, or a day and a time. */
export const SNOOZE_CHOICES = ['1', '4', 'tomorrow', 'time'] as const
export const MORNING_HOUR = 8

const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/

export const snoozeForm = z
  .object({
    /** Empty until it is chosen: what an order waits for is never assumed. */
    reason: z.union([z.enum(SNOOZE_REASONS), z.literal('')]),
    choice: z.enum(SNOOZE_CHOICES),
    /** `2026-11-24` and `14:30`, on the viewer's clock. */
    day: z.string(),
    time: z.string(),
    comment: z.string().trim().max(SNOOZE_COMMENT_MAX, `Use at most ${SNOOZE_COMMENT_MAX} characters.`),
  })
  .superRefine(({ reason, choice, day, time, comment }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (reason === '') refuse('reason', 'Choose a reason.')
    if (choice === 'time' && !z.iso.date().safeParse(day).success) refuse('day', 'Enter a date.')
    if (choice === 'time' && !TIME.test(time)) refuse('time', 'Enter a time.')
    else if (choice === 'time' && isSkippedHere(`${day}T${time}`)) refuse('time', skippedTime())
    if (reason === 'other' && comment === '') refuse('comment', 'Say what it waits for.')
  })
export type SnoozeValues = z.infer<typeof snoozeForm>

export const NO_SNOOZE: SnoozeValues = { reason: '', choice: '4', day: '', time: '', comment: '' }

interface Present {
  /** Milliseconds since 1970. */
  now: number
  zone: string
}

/** Returns the instant of a choice; null where day or time isn't complete. */
export function snoozeUntil({ choice, day, time }: SnoozeValues, { now, zone }: Present): number | null {
  if (choice === 'tomorrow') return zonedInstant(addDays(dayIn(zone, now), 1), MORNING_HOUR, zone).getTime()
  if (choice !== 'time') return now + Number(choice) * HOUR
  const [, hours, minutes] = TIME.exec(time) ?? []
  if (hours === undefined || minutes === undefined || !z.iso.date().safeParse(day).success) return null
  return zonedInstant(day, Number(hours) + Number(minutes) / 60, zone).getTime()
}
