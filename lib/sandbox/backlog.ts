/** Critical results of the sample data that were settled long ago, so that only the newest are open. */

import type { BookingStore } from '#lib/domains/bookings/console/store.ts'
import type { CallbackStore } from '#lib/domains/orders/console/callbacks/store.ts'
import type { AcknowledgementStore, NewAcknowledgement } from '#lib/domains/orders/console/overview/store.ts'
import type { Callback } from '#lib/domains/orders/critical/callbacks.ts'
import { compareResults, newestResult } from '#lib/domains/orders/critical/critical-state.ts'
import { type Order, orderSearch } from '#lib/domains/orders/order.ts'
import { bundleRandom } from '#lib/sandbox/data/prng.ts'
import type { ServiceStore } from '#lib/service/store.ts'
import { HOUR, MINUTE } from '#lib/utils/time/durations.ts'
import { parseInstant } from '#lib/utils/time/instants.ts'

/** The console looks at this many critical orders. */
const PAGES = [1, 2, 3]
const PAGE_SIZE = 100

const COMMENTS = [
  'Called the ordering provider, read back.',
  'Reached the on-call provider, read back.',
  'Provider informed by phone, patient follows up today.',
  'Left with the practice nurse, read back and confirmed.',
] as const

interface Owner {
  id: string
  name: string
}

interface Options {
  records: Pick<ServiceStore, 'searchOrders'>
  acknowledgements: Pick<AcknowledgementStore, 'addAcknowledgement' | 'acknowledgementsOf'> &
    Pick<CallbackStore, 'addCallback'>
  environment: string
  team_id: string
  /** How many of the newest results wait. */
  waiting: number
  /** Owners of acknowledgements: the first of every third result, the second of all others. */
  owners: readonly [Owner, Owner]
}

/**
 * Settles all but the newest, each within two hours of its result and once, also when it is done again: somebody
 * acknowledged it, and a call was read back.
 */
export async function acknowledgeBacklog(options: Options): Promise<void> {
  const { records, acknowledgements, environment, team_id, waiting, owners } = options
  const found: Order[] = []
  for (const page of PAGES) {
    const search = orderSearch.parse({ is_critical: true, page, size: PAGE_SIZE })
    found.push(...(await records.searchOrders(team_id, search)).orders.map(({ order }) => order))
  }
  const newestFirst = found.toSorted((a, b) => compareResults(newestResult(b), newestResult(a)))
  const old = newestFirst.slice(waiting).toReversed()
  const earlier = await acknowledgements.acknowledgementsOf(
    environment,
    old.map(({ id }) => id),
  )
  const done = new Set(earlier.map(({ order_id }) => order_id))
  for (const [index, order] of old.entries()) {
    if (done.has(order.id)) continue
    const given = acknowledgementOf(order, index, owners)
    await acknowledgements.addCallback(environment, readBackOf(given))
    await acknowledgements.addAcknowledgement(environment, given)
  }
}

function acknowledgementOf(order: Order, index: number, owners: Options['owners']): NewAcknowledgement {
  const result = newestResult(order)
  const at = parseInstant(result.result_at) + (9 + ((index * 17) % 110)) * MINUTE
  const owner = owners[index % 3 === 0 ? 0 : 1]
  return {
    order_id: order.id,
    ...result,
    at: new Date(at).toISOString(),
    owner_id: owner.id,
    owner_name: owner.name,
    comment: COMMENTS[index % COMMENTS.length] ?? COMMENTS[0],
  }
}

/** The call that was read back, just before it was acknowledged. */
function readBackOf({ order_id, result_at, result_id = null, at, owner_id, owner_name }: NewAcknowledgement): Callback {
  return {
    id: bundleRandom(order_id, 0, 1).uuid(),
    order_id,
    result_at,
    result_id,
    at: new Date(parseInstant(at) - MINUTE).toISOString(),
    recorded_by_id: owner_id,
    recorded_by_name: owner_name,
    called: 'ordering_provider',
    called_name: null,
    outcome: 'read_back',
    next_attempt_at: null,
    note: null,
  }
}

interface VisitOptions extends Pick<Options, 'records' | 'environment' | 'team_id'> {
  bookings: Pick<BookingStore, 'beginBooking' | 'endBooking' | 'changeBooking'>
  by: Owner
}

/** How long before an order's newest event its sample visit was booked, and how long after that it was called off. */
const BOOKED_BEFORE = 2 * MINUTE
const CALLED_OFF_AFTER = HOUR

/** Books two visits whose evidence contradicts itself: one canceled by phone only, one whose order was canceled. */
export async function bookSampleVisits({ records, bookings, environment, team_id, by }: VisitOptions): Promise<void> {
  for (const status of ['appointment_scheduled', 'cancelled'] as const) {
    const search = orderSearch.parse({ order_type: ['at_home_phlebotomy'], status: [status], size: 1 })
    const order = (await records.searchOrders(team_id, search)).orders[0]?.order
    if (!order) continue
    const id = bundleRandom(order.id, 0, 0).uuid()
    const told = Math.max(...order.events.map(({ created_at }) => Date.parse(created_at)))
    const after = (milliseconds: number) => new Date(told + milliseconds).toISOString()
    const attempt = { id, order_id: order.id, digest: '', asked_by: by, gives_up_at: null }
    await bookings.beginBooking(environment, { ...attempt, asked_at: after(-BOOKED_BEFORE) })
    const visit = { start_at: after(48 * HOUR), end_at: after(48 * HOUR + 30 * MINUTE) }
    await bookings.endBooking(environment, id, {
      ...{ ...visit, at: after(-MINUTE), state: 'confirmed', status: 200, answer: null },
      ...{ iana_timezone: null, provider: 'wrenlow_mobile' },
    })
    if (status === 'cancelled') continue
    const note = 'Sample: the patient called to cancel. The provider hasn’t been told.'
    await bookings.changeBooking(environment, id, {
      version: 2,
      state: 'cancelled',
      note,
      by,
      at: after(CALLED_OFF_AFTER),
    })
  }
}
