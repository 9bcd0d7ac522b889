/** When each source of the demo sends, and what it never does: one rhythm for the events and for when data last came. */

import { DEMO_ENVIRONMENT, demoViewer } from '#lib/demo/people.ts'
import type { Base } from '#lib/demo/scenario.ts'
import type { BookingStore } from '#lib/domains/bookings/console/store.ts'
import type { Connection } from '#lib/domains/connections/connection.ts'
import type { AcknowledgementStore, CallbackStore } from '#lib/domains/orders/console/store.ts'
import { acknowledgeBacklog, playCases, WAITING_CASES } from '#lib/sandbox/backlog.ts'
import { DEMO_TEAM_ID } from '#lib/sandbox/demo/journal/records.ts'
import type { ServiceStore } from '#lib/service/store.ts'
import { DAY, HOUR, MINUTE } from '#lib/utils/time/durations.ts'
import { CALLED_BACK, UNTOLD } from './prelude.ts'

/** One connection in so many has been silent for days, and one data type in so many never came. */
const SILENT_ONE_IN = 29
const NEVER_ONE_IN = 61
const MINUTES_OF_DAY = 1440

export interface Sending {
  /** Milliseconds between two times. */
  gap: number
  /** In milliseconds since 1970: all times lie a number of gaps apart from it. */
  anchor: number
  /** Nothing is sent before and after. */
  from: number
  to: number
  /** Data types that come. */
  resources: readonly string[]
}

export function sendingOf(user_id: string, connection: Connection, started_at: number): Sending {
  const { slug, created_on, error_details, resource_availability } = connection
  const number = Number.parseInt(user_id.slice(0, 6), 16) + slug.length * 97
  const errored_at = error_details?.errored_at
  const silent_since = number % SILENT_ONE_IN === 0 ? started_at - 4 * DAY : Number.POSITIVE_INFINITY
  const resources = Object.entries(resource_availability).flatMap(([resource, { status }], index) =>
    status === 'available' && (number + index * 7) % NEVER_ONE_IN !== 0 ? [resource] : [],
  )
  return {
    gap: (10 + (number % 25)) * HOUR,
    anchor: started_at - (number % MINUTES_OF_DAY) * MINUTE,
    from: Date.parse(created_on),
    to: errored_at ? Date.parse(errored_at) - HOUR : silent_since,
    resources,
  }
}

/** Returns the times at which it sends, from one instant to another, oldest first: at once when it was connected, then in its rhythm. */
export function timesOf({ gap, anchor, from, to }: Sending, since: number, until: number): number[] {
  const first = Math.floor((Math.max(from, since - 1) - anchor) / gap) + 1
  const last = Math.floor((Math.min(to, until) - anchor) / gap)
  const times = Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => anchor + (first + place) * gap)
  return from >= since && from <= until ? [from, ...times] : times
}

interface Options {
  records: Pick<ServiceStore, 'searchOrders'>
  own: Pick<AcknowledgementStore, 'addAcknowledgement' | 'acknowledgementsOf' | 'addSeenCritical'> &
    Pick<CallbackStore, 'addCallback'> &
    BookingStore
  /** When the run began, in milliseconds since 1970. */
  started_at: number
}

export async function playDemoBacklog(base: Base, { started_at, records, own }: Options): Promise<void> {
  const sample = { records, environment: DEMO_ENVIRONMENT.id, team_id: DEMO_TEAM_ID }
  const coordinator = demoViewer('lab_coordinator', started_at)
  const owners = [demoViewer('support', started_at), coordinator] as const
  // The cases wait too, and the prelude calls about some of what waits here.
  const cases = base === 'normal' ? WAITING_CASES.length : 0
  const waiting = UNTOLD[base] + CALLED_BACK.length + cases
  await acknowledgeBacklog({ ...sample, acknowledgements: own, waiting, owners })
  await playCases({ ...sample, own, owners, retry_at: started_at + 2 * HOUR })
}
