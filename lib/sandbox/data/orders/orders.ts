/** A user's orders: episodes dealt from the deck, with their times, as the service's order records. */

import { HOURS_BEHIND_UTC } from '#lib/sandbox/data/centers/places.ts'
import { deal, deckFor } from '#lib/sandbox/data/deck.ts'
import { LAB_TESTS, type LabTest } from '#lib/sandbox/data/labs.ts'
import type { Mix } from '#lib/sandbox/data/mix.ts'
import type { Random } from '#lib/sandbox/data/prng.ts'
import type { OrderRecord } from '#lib/service/records.ts'
import { type Draft, makeRecord, type OrderContext } from './order-record.ts'
import { timeline } from './timeline.ts'

/** Event ids of an order start at its place in the set times this; no journey has more steps. */
const EVENTS_PER_ORDER = 16

export interface OrdersOptions {
  /** The user's orders are the places `from` up to, not including, `to` of the whole set. */
  from: number
  to: number
  /** Event ids start after it. */
  eventBase: number
  today: number
  mix: Mix
}

/**
 * Returns the sample orders of one user at the places `from` to `to` of the data set. Orders of one transaction (a
 * redraw and its original) stay together.
 */
export function makeOrders(context: OrderContext, options: OrdersOptions, random: Random): OrderRecord[] {
  const { from, to, eventBase, today, mix } = options
  const deck = deckFor(mix)
  const hoursBehind = HOURS_BEHIND_UTC[context.person.place.zone]
  const records: OrderRecord[] = []
  let place = from
  while (place < to) {
    const legs = deal(deck, place, to - place)
    const histories = timeline(legs, hoursBehind, today, random)
    const test = labTest(legs[0].journey.method, random)
    const transaction_id = random.uuid()
    const drafts = legs.map(
      ({ journey, origin }, index): Draft => ({
        id: random.uuid(),
        method: journey.method,
        settled: journey.standing === 'done',
        scheduled: journey.standing === 'scheduled',
        origin,
        steps: histories[index] ?? [],
        firstEvent: eventBase + (place + index) * EVENTS_PER_ORDER + 1,
        sample_id: `M-${context.number}-${place + index - from + 1}`,
      }),
    )
    for (const draft of drafts)
      records.push(makeRecord(context, draft, test, { id: transaction_id, drafts }, mix, random))
    place += legs.length
  }
  return records
}

const TESTS_OF_METHOD: ReadonlyMap<string, readonly LabTest[]> = Map.groupBy(LAB_TESTS, ({ method }) => method)

function labTest(method: string, random: Random): LabTest {
  const tests = TESTS_OF_METHOD.get(method) ?? LAB_TESTS
  return tests[random.int(0, tests.length - 1)] ?? LAB_TESTS[0]
}
