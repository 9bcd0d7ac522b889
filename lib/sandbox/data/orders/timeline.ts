/** Puts times to the statuses of a journey: gaps as they are in the field, people's steps in daytime. */
import type { LowLevelStatus } from '#lib/domains/orders/status/status-record.ts'
import type { Leg } from '#lib/sandbox/data/deck.ts'
import type { Random } from '#lib/sandbox/data/prng.ts'
import { DAY, HOUR, isoInstant } from '#lib/sandbox/data/time.ts'
import type { Journey } from './journeys.ts'

export interface Step {
  status: LowLevelStatus
  at: number
  /** `at` as the wire has it; made once, since an order repeats it in many places. */
  instant: string
}

/** The whole set lies within this time; a little under 18 months. */
const REACH = 545 * DAY

interface Pace {
  /** Hours since the status before. */
  gap: readonly [number, number]
  /** The longest that an order of today stands here, in hours. */
  dwell: number
  /** The local hours in which it happens; any if left out. */
  hours?: readonly [number, number]
}

const PACE: Readonly<Record<LowLevelStatus, Pace>> = {
  ordered: { gap: [6, 60], dwell: 30, hours: [6, 23] },
  requisition_created: { gap: [0.05, 5], dwell: 96 },
  requisition_bypassed: { gap: [0.05, 2], dwell: 60 },
  awaiting_registration: { gap: [0.01, 0.5], dwell: 200 },
  registered: { gap: [2, 140], dwell: 36, hours: [7, 22] },
  transit_customer: { gap: [10, 48], dwell: 60 },
  out_for_delivery: { gap: [24, 96], dwell: 6, hours: [6, 10] },
  with_customer: { gap: [2, 9], dwell: 240, hours: [9, 20] },
  transit_lab: { gap: [20, 240], dwell: 60, hours: [9, 19] },
  delivered_to_lab: { gap: [18, 72], dwell: 110, hours: [8, 12] },
  completed: { gap: [20, 90], dwell: 0 },
  corrected: { gap: [24, 200], dwell: 0 },
  partial_results: { gap: [18, 60], dwell: 72 },
  lab_processing_blocked: { gap: [6, 36], dwell: 140, hours: [8, 18] },
  problem_in_transit_customer: { gap: [20, 70], dwell: 100 },
  problem_in_transit_lab: { gap: [20, 70], dwell: 100 },
  failure_to_deliver_to_customer: { gap: [24, 120], dwell: 0, hours: [9, 20] },
  failure_to_deliver_to_lab: { gap: [24, 120], dwell: 0, hours: [8, 18] },
  sample_error: { gap: [8, 48], dwell: 48, hours: [8, 18] },
  redraw_available: { gap: [3, 30], dwell: 120, hours: [8, 18] },
  lost: { gap: [72, 240], dwell: 0, hours: [8, 18] },
  appointment_pending: { gap: [1, 40], dwell: 12, hours: [7, 21] },
  appointment_scheduled: { gap: [0.1, 20], dwell: 90, hours: [7, 21] },
  appointment_cancelled: { gap: [4, 70], dwell: 72, hours: [7, 21] },
  draw_completed: { gap: [20, 140], dwell: 60, hours: [6, 15] },
  cancelled: { gap: [1, 60], dwell: 0, hours: [8, 20] },
  do_not_process: { gap: [2, 40], dwell: 0, hours: [8, 18] },
}

const STUCK_HOURS = [18 * 24, 75 * 24] as const
const SCHEDULED_HOURS = [0, 21 * 24] as const

/** The first time from `at` on (local, since some midnight) that lies in the hours of the status. */
function within(at: number, hours: Pace['hours'], random: Random): number {
  if (!hours) return at
  const [opens, closes] = hours
  const hour = (at % DAY) / HOUR
  if (hour >= opens && hour < closes) return at
  const midnight = Math.floor(at / DAY) + (hour < opens ? 0 : 1)
  return midnight * DAY + random.between(opens, Math.min(closes, opens + 4)) * HOUR
}

/** Days from the first midnight to the midnight that starts today. */
function daysBack({ standing, path }: Journey, length: number, random: Random): number {
  const least = Math.ceil(length / DAY)
  if (standing === 'done') return least + Math.floor(random.unit() ** 1.6 * (REACH / DAY - least))
  const hours = { stuck: STUCK_HOURS, scheduled: SCHEDULED_HOURS, open: [0, PACE[path.at(-1) ?? 'ordered'].dwell] }
  const [from = 0, to = 0] = hours[standing]
  return Math.ceil((length + random.between(from, to) * HOUR) / DAY)
}

/** One list of steps for each leg, times ascending throughout; the last leg says how long ago it all ended. */
export function timeline(legs: readonly [Leg, ...Leg[]], hoursBehind: number, today: number, random: Random): Step[][] {
  let local = random.between(6, 23) * HOUR
  const histories = legs.map(({ journey }, order) =>
    journey.path.map((status, step) => {
      const { gap, hours } = PACE[status]
      if (order > 0 || step > 0) local = within(local + random.between(...gap) * HOUR, hours, random)
      return { status, at: local + hoursBehind * HOUR }
    }),
  )
  const last = legs.at(-1) ?? legs[0]
  const start = today - daysBack(last.journey, local + hoursBehind * HOUR, random) * DAY
  return histories.map((steps) =>
    steps.map(({ status, at }) => ({ status, at: start + at, instant: isoInstant(start + at) })),
  )
}
