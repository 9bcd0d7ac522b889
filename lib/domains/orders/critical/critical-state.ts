/**
 * When a critical result is settled. One rule for the queue, the order, its row and its patient: the clock runs from the
 * result until a call says reached and read back, or somebody closes it with a reason. Pure.
 */
import type { Order } from '#lib/domains/orders/order.ts'
import { parseEventStatus } from '#lib/domains/orders/status/status.ts'
import { statusRecord } from '#lib/domains/orders/status/status-records.ts'
import { MINUTE } from '#lib/utils/time/durations.ts'
import { compareInstants, parseInstant } from '#lib/utils/time/instants.ts'
import type { Callback, Called } from './callbacks.ts'
import type { Acknowledgement, Standing } from './critical.ts'

/** Milliseconds after which somebody else has to take over. */
const ESCALATES_AFTER_MS = 30 * MINUTE

/** Which result of an order: its time as the service sent it, and the event that brought it. */
export interface ResultKey {
  result_at: string
  /** Null where no event brought it. */
  result_id?: number | null | undefined
}

/** Orders results by exact instant, then by event: what comes in the same second is another result. */
export function compareResults(a: ResultKey, b: ResultKey): number {
  const inTime = compareInstants(a.result_at, b.result_at)
  if (inTime !== 0 || a.result_id == null || b.result_id == null) return inTime
  return a.result_id - b.result_id
}

export interface CriticalState {
  standing: Standing
  /** It is still somebody's work. */
  isOpen: boolean
  /** The newest acknowledgement of this result; null while it waits for one. */
  owner: Acknowledgement | null
  /** Last closing, with its reason; null while open. */
  closing: Acknowledgement | null
  isReadBack: boolean
  /** When the result came, in milliseconds. The clock is never set back: a missed call doesn't change it. */
  startsAt: number
  /** When escalation is due, in milliseconds; null once the patient's side was reached, or nothing is left to reach. */
  escalatesAt: number | null
  /** Time of the next attempt in milliseconds; null when none is due. */
  nextAttemptAt: number | null
  /** Attempts about this result, newest first; of a result that is no longer critical also those about the old value. */
  callbacks: Callback[]
  /** Everyone told the old value of a result that is no longer critical, each once, the latest first. */
  toldOld: Called[]
}

export interface Judged extends ResultKey {
  is_critical: boolean
  /** Start date of the environment, where one is set. */
  starts_at?: string | null | undefined
  /** Oldest first, also those of earlier results. */
  acknowledgements: readonly Acknowledgement[]
  callbacks: readonly Callback[]
}

/** Returns the state of an order's newest result. What is about an earlier result doesn't settle it. */
export function criticalState(judged: Judged): CriticalState {
  const { is_critical, starts_at, acknowledgements, callbacks: all } = judged
  const isAboutIt = (recorded: ResultKey) => compareResults(recorded, judged) >= 0
  const owner = acknowledgements.findLast(isAboutIt) ?? null
  const closing = acknowledgements.findLast((each) => each.closes && isAboutIt(each)) ?? null
  const callbacks = all.filter((call) => !is_critical || isAboutIt(call)).reverse()
  const isReadBack = callbacks.some((call) => call.outcome === 'read_back' && isAboutIt(call))
  const standing = (): Standing => {
    if (closing) return 'closed'
    const isUntouched = acknowledgements.length === 0 && all.length === 0
    if (isUntouched && starts_at && compareInstants(judged.result_at, starts_at) < 0) return 'before_start'
    if (!is_critical) return 'no_longer_critical'
    if (owner === null) return 'waiting'
    return isReadBack ? 'reached' : 'acknowledged'
  }
  const stands = standing()
  const isOpen = stands === 'waiting' || stands === 'acknowledged' || stands === 'no_longer_critical'
  const isUnreached = isOpen && is_critical && !isReadBack
  const startsAt = parseInstant(judged.result_at)
  const toldOld = callbacks.filter((call) => !isAboutIt(call) && call.outcome !== 'not_reached')
  const next = callbacks[0]?.next_attempt_at ?? null
  return {
    standing: stands,
    isOpen,
    owner,
    closing,
    isReadBack,
    startsAt,
    escalatesAt: isUnreached ? startsAt + ESCALATES_AFTER_MS : null,
    nextAttemptAt: isUnreached && next !== null ? parseInstant(next) : null,
    callbacks,
    toldOld: is_critical ? [] : [...new Set(toldOld.map(({ called }) => called))],
  }
}

/** Returns whether nobody has been reached for too long. `now` in milliseconds, by the server's clock. */
export function isEscalated({ escalatesAt }: Pick<CriticalState, 'escalatesAt'>, now: number): boolean {
  return escalatesAt !== null && now >= escalatesAt
}

/** Work first, the longest unreached on top; then what was read back but not acknowledged, then corrected values. */
export function compareStates(a: CriticalState, b: CriticalState): number {
  const rank = ({ isOpen, standing, isReadBack }: CriticalState) =>
    Number(!isOpen) * 4 + Number(standing === 'no_longer_critical') * 2 + Number(isReadBack)
  return rank(a) - rank(b) || a.startsAt - b.startsAt
}

export interface NewestResult {
  result_at: string
  result_id: number | null
}

/** Returns the newest event that brings a result, or else the newest event; without one, the order's last update. */
export function newestResult({ events, updated_at }: Pick<Order, 'events' | 'updated_at'>): NewestResult {
  const dated = events.map(({ id, created_at, status }) => ({ result_at: created_at, result_id: id, status }))
  const newest = dated.toSorted((a, b) => compareResults(b, a))
  const found = newest.find(({ status }) => bringsResult(status)) ?? newest[0]
  return found ? { result_at: found.result_at, result_id: found.result_id } : { result_at: updated_at, result_id: null }
}

const bringsResult = (status: string) => Boolean(statusRecord(parseEventStatus(status)?.low ?? status)?.results)

export function hasResult({ events }: Pick<Order, 'events'>): boolean {
  return events.some(({ status }) => bringsResult(status))
}

export function criticalStateOf(
  order: Order,
  { acknowledgements, callbacks, starts_at }: Pick<Judged, 'acknowledgements' | 'callbacks' | 'starts_at'>,
): CriticalState {
  const isOfOrder = ({ order_id }: { order_id: string }) => order_id === order.id
  return criticalState({
    ...newestResult(order),
    is_critical: isCritical(order),
    starts_at,
    acknowledgements: acknowledgements.filter(isOfOrder),
    callbacks: callbacks.filter(isOfOrder),
  })
}

interface Recorded extends Pick<Judged, 'acknowledgements' | 'callbacks' | 'starts_at'> {
  seen_critical: readonly { order_id: string }[]
}

/** Returns the state of every order here that has, or was seen to have, a critical result. */
export function criticalStates(orders: readonly Order[], recorded: Recorded) {
  const wasSeen = ({ id }: Order) => recorded.seen_critical.some(({ order_id }) => order_id === id)
  const critical = orders.filter((order) => isCritical(order) || wasSeen(order))
  return critical.map((order) => ({ order, state: criticalStateOf(order, recorded) }))
}

/** Whether an order has to be looked up among those seen as critical: it forgets that its result was. */
export function mayBeCritical(order: Order): boolean {
  return isCritical(order) || hasResult(order)
}

/** Whether an order has a critical result, as the service says now. */
export function isCritical({ interpretation }: Pick<Order, 'interpretation'>): boolean {
  return interpretation === 'critical'
}
