/** Order searches at random, over data with names that trip up searches. */
import fc from 'fast-check'
import { type OrderSearch, orderSearch } from '#lib/domains/orders/order.ts'
import {
  ACTIVATION_TYPES,
  INTERPRETATION_FILTERS,
  LOW_LEVEL_STATUSES,
  ORDER_DIRECTIONS,
  ORDER_KEYS,
  ORDER_METHODS,
} from '#lib/kernel/values.ts'
import type { UserBundle } from '#lib/service/records.ts'

/** Names and ids that trip up searches: wildcards, case, width, another script, runs of spaces, sorting beyond ASCII. */
const ODD_NAMES = ['100% O_Neil\\', 'ＡＮＮＡ  Lee', 'Zoë', 'straße', '😀 Smile', 'ﬁnn', "o'BRIEN"]

export function withOddNames(bundles: UserBundle[]): UserBundle[] {
  return bundles.map((bundle, index) => {
    const odd = ODD_NAMES[index]
    if (!odd) return bundle
    const orders = bundle.orders.map((record, position) => ({
      ...record,
      patient_name: odd,
      order: {
        ...record.order,
        patient_address: { ...record.order.patient_address, receiver_name: position % 2 ? odd : null },
        interpretation: position % 3 ? record.order.interpretation : 'under_review',
      },
    }))
    return { ...bundle, orders }
  })
}

/** Mostly values that are there, now and then one that is not. */
const pick = (values: readonly string[]) =>
  fc.oneof({ arbitrary: fc.constantFrom(...values), weight: 9 }, { arbitrary: fc.string(), weight: 1 })
const several = (values: readonly string[]) =>
  fc.array(
    pick(values).filter((text) => text !== ''),
    { maxLength: 4 },
  )
const part = (texts: readonly string[]) =>
  fc.tuple(fc.constantFrom(...texts), fc.nat(), fc.nat()).map(([text, from, length]) => {
    const start = from % Math.max(1, text.length)
    return text.slice(start, start + 1 + (length % 12))
  })

/** Returns searches, up to `until`, that mostly find some orders of the bundles. */
export function orderSearches(bundles: readonly UserBundle[], until: Date): fc.Arbitrary<OrderSearch> {
  const everyOrder = bundles.flatMap(({ orders }) => orders)
  const names = [...ODD_NAMES, ...everyOrder.map(({ patient_name }) => patient_name)]
  const text = fc.oneof(
    part(names),
    part(everyOrder.map(({ order }) => order.id)),
    part(everyOrder.map(({ order }) => order.patient_details?.dob ?? '1970-01-01')),
    fc.constantFrom('%', '_', '\\', '\0', ' ', 'A', '😀', 'SS', ...ODD_NAMES),
    fc.string({ unit: 'grapheme' }),
  )
  const at = fc
    .date({ min: new Date('2025-05-01'), max: until, noInvalidDate: true })
    .chain((date) => fc.constantFrom(date.toISOString(), date.toISOString().slice(0, 10)))
  const ids = everyOrder.map(({ order }) => order.id)

  return (
    fc
      .record(
        {
          search_input: text,
          start_date: at,
          end_date: at,
          updated_start_date: at,
          updated_end_date: at,
          status: several(LOW_LEVEL_STATUSES),
          order_key: fc.constantFrom(...ORDER_KEYS),
          order_direction: fc.constantFrom(...ORDER_DIRECTIONS),
          order_type: several(ORDER_METHODS),
          is_critical: fc.boolean(),
          interpretation: fc.constantFrom(...INTERPRETATION_FILTERS),
          order_activation_types: fc.subarray([...ACTIVATION_TYPES]),
          user_id: fc.constantFrom(...bundles.map(({ user }) => user.user_id)),
          patient_name: text,
          shipping_recipient_name: text,
          order_ids: fc.array(fc.oneof(fc.constantFrom(...ids), fc.uuid()), { maxLength: 30 }),
          order_transaction_id: fc.constantFrom(
            ...everyOrder.map(({ order }) => order.order_transaction?.id ?? order.id),
          ),
          page: fc.integer({ min: 1, max: 15 }),
          size: fc.integer({ min: 1, max: 100 }),
        } satisfies Record<keyof OrderSearch, fc.Arbitrary<unknown>>,
        { requiredKeys: [] },
      )
      // Few filters at a time, or nothing would ever be found.
      .chain((all) => fc.subarray(Object.entries(all), { maxLength: 5 }))
      .map((entries) => orderSearch.parse(Object.fromEntries(entries)))
  )
}
