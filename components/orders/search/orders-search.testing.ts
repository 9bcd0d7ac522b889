/** Random filters of the list of orders, for whatever writes, reads or keeps them. */
import fc from 'fast-check'
import {
  ACTIVATION_TYPES,
  INTERPRETATION_FILTERS,
  LOW_LEVEL_STATUSES,
  ORDER_DIRECTIONS,
  ORDER_KEYS,
  ORDER_METHODS,
} from '#lib/kernel/values.ts'
import { RELATIVE_DAYS } from '#lib/utils/time/day-ranges.ts'
import { MAX_IDS, type OrderFilters } from './orders-search.ts'

const DAY = fc
  .date({ min: new Date('2024-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString())
const WHEN = fc.option(
  fc.oneof(
    DAY.map((iso) => iso.slice(0, 10)),
    DAY,
  ),
)
const NAME = fc.string({ unit: 'grapheme', maxLength: 40 })
/** Searches with any filters at once. A filter that is missing here is a type error. */
export const orderFilters: fc.Arbitrary<OrderFilters> = fc.record({
  search_input: NAME,
  patient_name: NAME,
  shipping_recipient_name: NAME,
  status: fc.uniqueArray(fc.oneof(fc.constantFrom(...LOW_LEVEL_STATUSES), fc.string({ minLength: 1 })), {
    maxLength: 27,
  }),
  order_type: fc.subarray([...ORDER_METHODS, 'drone & kite']),
  order_activation_types: fc.subarray([...ACTIVATION_TYPES]),
  interpretation: fc.option(fc.constantFrom(...INTERPRETATION_FILTERS)),
  is_critical: fc.option(fc.boolean()),
  start_date: WHEN,
  end_date: WHEN,
  updated_start_date: WHEN,
  updated_end_date: WHEN,
  created_within: fc.option(fc.constantFrom(...RELATIVE_DAYS)),
  stuck: fc.constantFrom(null, true),
  updated_within: fc.option(fc.constantFrom(...RELATIVE_DAYS)),
  user_id: fc.option(fc.uuid()),
  order_ids: fc.uniqueArray(fc.uuid(), { maxLength: MAX_IDS }),
  order_transaction_id: fc.option(fc.uuid()),
  order_key: fc.option(fc.constantFrom(...ORDER_KEYS)),
  order_direction: fc.option(fc.constantFrom(...ORDER_DIRECTIONS)),
})
