/** Likely next steps of an order, and progress of its parcels. The service names no transitions: none is certain. */

import type { ORDER_METHODS } from '#lib/kernel/values.ts'
import type { NextStep } from './status-record.ts'
import { statusRecord } from './status-records.ts'
import type { TimelineEvent } from './timeline.ts'

type Method = (typeof ORDER_METHODS)[number]

/** How a sample comes about once the requisition is there. */
const COLLECTION: Readonly<Record<Method, NextStep>> = {
  testkit: { low: 'transit_customer', by: 'courier' },
  walk_in_test: { low: 'draw_completed', by: 'patient' },
  at_home_phlebotomy: { low: 'appointment_scheduled', by: 'team' },
  on_site_collection: { low: 'draw_completed', by: 'team' },
}

const COLLECTION_OF: ReadonlyMap<string, NextStep> = new Map(Object.entries(COLLECTION))

/** Null where nothing more is expected, and where the status or the method is not known. */
export function expectedNext(method: string, low: string): NextStep | null {
  const next = statusRecord(low)?.next ?? null
  return next === 'method' ? (COLLECTION_OF.get(method) ?? null) : next
}

const LEGS = ['outbound', 'inbound'] as const
export type Leg = (typeof LEGS)[number]

/** The stations of a leg, in order. */
export const STATIONS: Readonly<Record<Leg, readonly string[]>> = {
  outbound: ['transit_customer', 'out_for_delivery', 'with_customer'],
  inbound: ['transit_lab', 'delivered_to_lab'],
}

const LEG_OF: ReadonlyMap<string, Leg> = new Map<string, Leg>([
  ...LEGS.flatMap((leg) => STATIONS[leg].map((low): [string, Leg] => [low, leg])),
  ['problem_in_transit_customer', 'outbound'],
  ['failure_to_deliver_to_customer', 'outbound'],
  ['problem_in_transit_lab', 'inbound'],
  ['failure_to_deliver_to_lab', 'inbound'],
])

export function isShipping(low: string): boolean {
  return LEG_OF.has(low) || low === 'lost'
}

export interface LegState {
  leg: Leg
  /** How many of its stations the parcel has passed. */
  reached: number
  /** Latest event of the shipment; null before it leaves. */
  newest: TimelineEvent | null
}

/** Both ways of a kit, as the events (oldest first) tell them. A loss belongs to the way the parcel was on. */
export function legStates(events: readonly TimelineEvent[]): LegState[] {
  const states = new Map(LEGS.map((leg): [Leg, LegState] => [leg, { leg, reached: 0, newest: null }]))
  let on: Leg = 'outbound'
  for (const event of events) {
    const leg: Leg | undefined = event.low === 'lost' ? on : LEG_OF.get(event.low)
    if (!leg) continue
    on = leg
    const reached = Math.max(states.get(leg)?.reached ?? 0, STATIONS[leg].indexOf(event.low) + 1)
    states.set(leg, { leg, reached, newest: event })
  }
  return [...states.values()]
}
