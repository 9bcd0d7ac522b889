/** Next event of an order in the simulation, decided by the order alone. */

import type { Order } from '#lib/domains/orders/order.ts'
import {
  type ChoosableOrder,
  type Interpretation,
  nextChoices,
  type OrderChoice,
} from '#lib/domains/orders/simulation/simulation-events.ts'
import type { LowLevelStatus } from '#lib/domains/orders/status/status-record.ts'
import { orderTimeline } from '#lib/domains/orders/status/timeline.ts'
import { INTERPRETATIONS } from '#lib/kernel/values.ts'
import { seededUnit } from '#lib/utils/ids/ids.ts'
import { DAY, HOUR } from '#lib/utils/time/durations.ts'

export interface PlannedEvent {
  /** Milliseconds since 1970. */
  at: number
  low: LowLevelStatus
  interpretation: Interpretation | null
}

interface Pace {
  /** Hours since the event before. */
  gap: readonly [shortest: number, longest: number]
  /** Hours of the day in which it happens; any if left out. */
  hours?: readonly [opens: number, closes: number]
  /** Not on Saturdays and Sundays. */
  weekdays?: true
}

/** By the status that comes. A visit follows its booking by more days than the sandbox's slots lie ahead. */
const PACE: Readonly<Record<LowLevelStatus, Pace>> = {
  ordered: { gap: [1, 2] },
  requisition_created: { gap: [0.1, 5], hours: [7, 20] },
  requisition_bypassed: { gap: [0.1, 2], hours: [7, 20] },
  awaiting_registration: { gap: [0.1, 0.5] },
  registered: { gap: [2, 90], hours: [7, 22] },
  transit_customer: { gap: [10, 40], hours: [8, 18], weekdays: true },
  out_for_delivery: { gap: [24, 72], hours: [6, 10] },
  with_customer: { gap: [2, 8], hours: [9, 20] },
  transit_lab: { gap: [20, 120], hours: [9, 19] },
  delivered_to_lab: { gap: [18, 60], hours: [8, 12], weekdays: true },
  partial_results: { gap: [12, 40], hours: [8, 18], weekdays: true },
  completed: { gap: [20, 72], hours: [8, 18], weekdays: true },
  corrected: { gap: [24, 120], hours: [8, 18], weekdays: true },
  lab_processing_blocked: { gap: [6, 30], hours: [8, 18], weekdays: true },
  problem_in_transit_customer: { gap: [20, 60], hours: [7, 20] },
  problem_in_transit_lab: { gap: [20, 60], hours: [7, 20] },
  failure_to_deliver_to_customer: { gap: [24, 96], hours: [9, 20] },
  failure_to_deliver_to_lab: { gap: [24, 96], hours: [8, 18] },
  lost: { gap: [72, 200], hours: [8, 18], weekdays: true },
  sample_error: { gap: [8, 40], hours: [8, 18], weekdays: true },
  redraw_available: { gap: [3, 24], hours: [8, 18], weekdays: true },
  appointment_pending: { gap: [4, 40], hours: [7, 21] },
  appointment_scheduled: { gap: [6, 60], hours: [7, 21] },
  appointment_cancelled: { gap: [4, 60], hours: [7, 21] },
  draw_completed: { gap: [94, 140], hours: [6, 15] },
  cancelled: { gap: [240, 480], hours: [8, 20] },
  do_not_process: { gap: [4, 40], hours: [8, 18], weekdays: true },
}

type Share = readonly [low: LowLevelStatus, share: number]

/** Detours from the default step and their frequency; each at most once an order, so that every order ends. */
const DETOURS: Partial<Readonly<Record<LowLevelStatus, readonly Share[]>>> = {
  ordered: [
    ['awaiting_registration', 0.1],
    ['requisition_bypassed', 0.05],
    ['cancelled', 0.02],
  ],
  requisition_created: [
    ['appointment_pending', 0.2],
    ['cancelled', 0.02],
  ],
  transit_customer: [['problem_in_transit_customer', 0.04]],
  problem_in_transit_customer: [
    ['failure_to_deliver_to_customer', 0.15],
    ['lost', 0.1],
  ],
  out_for_delivery: [['failure_to_deliver_to_customer', 0.02]],
  transit_lab: [['problem_in_transit_lab', 0.04]],
  problem_in_transit_lab: [
    ['failure_to_deliver_to_lab', 0.1],
    ['lost', 0.15],
  ],
  appointment_pending: [['appointment_cancelled', 0.1]],
  appointment_scheduled: [['appointment_cancelled', 0.07]],
  appointment_cancelled: [['cancelled', 0.15]],
  draw_completed: [
    ['partial_results', 0.14],
    ['sample_error', 0.03],
    ['lab_processing_blocked', 0.03],
  ],
  delivered_to_lab: [
    ['partial_results', 0.14],
    ['sample_error', 0.03],
    ['lab_processing_blocked', 0.03],
  ],
  lab_processing_blocked: [['sample_error', 0.1]],
}

const DETOURS_OF: ReadonlyMap<string, readonly Share[]> = new Map(Object.entries(DETOURS))

/** A redraw that nobody asks for ends the order. */
const NO_REDRAW = 'cancelled'

/** As the sample data is read: most are normal. */
const NORMAL = 0.74
const ABNORMAL = 0.21

/** Decides by id and newest event alone; null where it ended, was replaced, or was due by `since` (milliseconds). */
export function plannedEvent(
  order: ChoosableOrder & Pick<Order, 'interpretation'>,
  since: number,
): PlannedEvent | null {
  const { newest, is_final } = orderTimeline(order)
  if (!newest || is_final) return null
  const choices = nextChoices(order)
  if (choices.length === 0) return null
  const seed = `${order.id}/${newest.event.id}`
  const low = nextOf(newest.low, order, choices, seededUnit(`${seed}/next`))
  if (low === null) return null
  const at = timeOf(low, newest.at, seed)
  if (at <= since) return null
  return { at, low, interpretation: low === 'completed' ? resultOf(order.interpretation, seed) : null }
}

function nextOf(
  low: string,
  { events }: ChoosableOrder,
  choices: readonly OrderChoice[],
  unit: number,
): LowLevelStatus | null {
  const isPossible = (next: LowLevelStatus) => choices.some((choice) => choice.low === next)
  let before = 0
  for (const [detour, share] of DETOURS_OF.get(low) ?? []) {
    const isNew = !events.some(({ status }) => status.endsWith(`.${detour}`))
    if (unit >= before && unit < before + share && isNew && isPossible(detour)) return detour
    before += share
  }
  if (low === 'redraw_available') return NO_REDRAW
  return choices.find(({ is_usual }) => is_usual)?.low ?? null
}

/** The middle of the United States in winter: hours of the day need no better. */
const UTC_OFFSET = -6 * HOUR

function timeOf(low: LowLevelStatus, from: number, seed: string): number {
  const { gap, hours, weekdays } = PACE[low]
  const [shortest, longest] = gap
  const earliest = from + (shortest + seededUnit(`${seed}/gap`) * (longest - shortest)) * HOUR
  if (!hours) return Math.round(earliest)
  const [opens, closes] = hours
  const local = earliest + UTC_OFFSET
  let day = Math.floor(local / DAY)
  let hour = (local - day * DAY) / HOUR
  const isClosed = () => weekdays === true && [0, 6].includes(new Date(day * DAY).getUTCDay())
  if (hour < opens || hour >= closes || isClosed()) {
    if (hour >= closes) day += 1
    hour = opens + seededUnit(`${seed}/hour`) * Math.min(3, closes - opens)
    while (isClosed()) day += 1
  }
  return Math.round(day * DAY + hour * HOUR - UTC_OFFSET)
}

/** A partial result that was read already keeps its reading. */
function resultOf(given: string | null | undefined, seed: string): Interpretation {
  const known = INTERPRETATIONS.find((one) => one === given)
  if (known) return known
  const unit = seededUnit(`${seed}/result`)
  if (unit < NORMAL) return 'normal'
  return unit < NORMAL + ABNORMAL ? 'abnormal' : 'critical'
}
