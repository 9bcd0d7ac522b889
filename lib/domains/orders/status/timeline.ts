/** The grouping of events into stages is the console's own. */

import type { Order, OrderEvent } from '#lib/domains/orders/order.ts'
import { STUCK_DAYS, type StuckDays } from '#lib/domains/orders/stuck/stuck-days.ts'
import { compareInstants, utcInstant } from '#lib/utils/time/instants.ts'
import { parseEventStatus } from './status.ts'
import { type Halt, STAGES, type Stage, type StatusRecord } from './status-record.ts'
import { statusRecord } from './status-records.ts'

interface Prefix {
  stage: Stage | null
  halt: Halt | null
  is_final: boolean
}

/** By an event's own prefix, which is read first. */
const PREFIXES: ReadonlyMap<string, Prefix> = new Map([
  ['received', { stage: 'placed', halt: null, is_final: false }],
  ['collecting_sample', { stage: 'collecting', halt: null, is_final: false }],
  ['sample_with_lab', { stage: 'with_lab', halt: null, is_final: false }],
  ['completed', { stage: 'results_in', halt: null, is_final: true }],
  ['cancelled', { stage: null, halt: 'closed', is_final: true }],
  ['failed', { stage: null, halt: 'stopped', is_final: true }],
])

export interface Standing {
  low: string
  stage: Stage
  halt: Halt | null
  /** No further event is expected. */
  is_final: boolean
}

/**
 * Returns an order's position after an event. The prefix gives the stage; statuses that the table keeps in the reached
 * stage (a loss, a cancellation) stay there, a redraw is always collection, and an unknown low-level status leaves
 * only the prefix.
 */
export function standingOf(status: string, before: Stage | null): Standing {
  const { high, low } = parseEventStatus(status) ?? { high: '', low: status }
  return standing(high, low, before)
}

function standing(high: string, low: string, before: Stage | null): Standing {
  const prefix = PREFIXES.get(high)
  const place = statusRecord(low)
  const stays = place !== undefined && place.stage === null
  const holds = place?.holdsStage ?? false
  const stage = (stays ? null : ((holds ? null : prefix?.stage) ?? place?.stage)) ?? before ?? 'placed'
  if (prefix?.stage === 'results_in' && !stays && !holds) return { low, stage, halt: null, is_final: true }
  return { low, stage, halt: prefix?.halt ?? place?.halt ?? null, is_final: isFinal(prefix, place) }
}

/** A failure may still be made good: there the table decides. */
function isFinal(prefix: Prefix | undefined, place: StatusRecord | undefined): boolean {
  const ends = place?.ends === true
  if (place?.results === 'partial') return false
  if (place?.halt) return ends || prefix?.halt === 'closed'
  return prefix?.is_final ?? ends
}

export interface TimelineEvent extends Standing {
  event: OrderEvent
  /** Milliseconds since 1970. */
  at: number
  /** Milliseconds until the next event; null for the newest. */
  lasted: number | null
}

/** Every event with where it put the order, the oldest first; of two at one instant the one with the lower id. */
export function readEvents(events: readonly OrderEvent[]): TimelineEvent[] {
  const sorted = sortEvents(events)
  let before: Stage | null = null
  return sorted.map(({ event, at }, index) => {
    const standing = standingOf(event.status, before)
    before = standing.stage
    const next = sorted[index + 1]
    return { ...standing, event, at, lasted: next ? next.at - at : null }
  })
}

export interface Step {
  stage: Stage
  /** `halted`: the order stands here and does not move by itself. */
  state: 'done' | 'current' | 'halted' | 'ahead'
  /** The first event of the stage, and when the order left it (milliseconds); null where no event says so. */
  from: number | null
  to: number | null
}

export interface OrderTimeline extends Standing {
  /** The oldest first. */
  events: readonly TimelineEvent[]
  newest: TimelineEvent | null
  steps: readonly Step[]
}

/** The order as its newest event puts it; without any, as its high-level status does. */
export function orderTimeline({ events: sent, status }: Pick<Order, 'events' | 'status'>): OrderTimeline {
  const events = readEvents(sent)
  const newest = events.at(-1) ?? null
  const { low, stage, halt, is_final } = newest ?? standing(status, status, null)
  const steps = STAGES.map((step) => ({ stage: step, state: stateOf(step, { stage, halt }), ...span(step, events) }))
  return { low, stage, halt, is_final, events, newest, steps }
}

function stateOf(step: Stage, { stage, halt }: Pick<Standing, 'stage' | 'halt'>): Step['state'] {
  const distance = STAGES.indexOf(step) - STAGES.indexOf(stage)
  if (distance > 0) return 'ahead'
  if (distance < 0) return 'done'
  if (halt !== null) return 'halted'
  return step === 'results_in' ? 'done' : 'current'
}

function span(stage: Stage, events: readonly TimelineEvent[]) {
  const first = events.find((event) => event.stage === stage)
  const last = events.findLastIndex((event) => event.stage === stage)
  return { from: first?.at ?? null, to: first ? (events[last + 1]?.at ?? null) : null }
}

const DAY = 86_400_000

export interface Stuck {
  /** Milliseconds since the newest event or update. */
  idle: number
  /** The days it may take. */
  days: number
}

/** Derived, never sent: unsettled, and without event or update for longer than `days` allows. */
export function stuckSince(
  { newest, is_final }: Pick<OrderTimeline, 'newest' | 'is_final'>,
  now: number,
  days: StuckDays = STUCK_DAYS,
  updatedAt = Number.NEGATIVE_INFINITY,
): Stuck | null {
  if (!newest || is_final || !Object.hasOwn(days, newest.low)) return null
  const limit = days[newest.low] ?? Number.POSITIVE_INFINITY
  const idle = now - Math.max(newest.at, updatedAt)
  return idle > limit * DAY ? { idle, days: limit } : null
}

/** Returns them with their time in milliseconds since 1970, oldest first; of two at one instant, the lower ID first. */
export function sortEvents(events: readonly OrderEvent[]): { event: OrderEvent; at: number }[] {
  const timed = events.map((event) => ({ event, at: utcInstant(event.created_at).getTime() }))
  return timed.sort(({ event: a }, { event: b }) => compareInstants(a.created_at, b.created_at) || a.id - b.id)
}
