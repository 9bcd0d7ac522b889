/** Gaps of the specification about orders. */
import type { Gap } from '#lib/kernel/gaps/gap.ts'

export const ordersGaps: readonly Gap[] = [
  {
    name: 'expected result dates',
    section: 'Order',
    decision:
      'The order has none. Where a service sends `worst_case_result_by_date` or else `expected_result_by_date` (a date or date-time), an order with the lab isn’t stuck before it has passed; then its limit applies.',
  },
  {
    name: 'order details of other methods',
    section: 'Order',
    decision:
      'details.type is the method; data holds id, created_at, updated_at and, where there is one, appointment_id.',
  },
  {
    name: 'high-level order statuses',
    section: 'States and transitions',
    decision: 'received, collecting_sample, sample_with_lab, completed, cancelled, failed.',
  },
  {
    name: 'low-level → high-level',
    section: 'States and transitions',
    decision: 'One record for each status; the prefix of an event wins over it.',
  },
  {
    name: 'order transitions',
    section: 'States and transitions',
    decision: 'Any event may follow any other. Test kits travel; walk-ins and draws have appointments or draws.',
  },
  {
    name: 'order transaction',
    section: 'Order',
    decision:
      'status active, completed or cancelled, as its newest order stands; origin initial, redraw or recreation.',
  },
  {
    name: 'patient name of an order',
    section: 'List orders',
    decision:
      'The first and last name when the order was placed; it is searched and sorted by, but is no field of the order.',
  },
  {
    name: 'text search',
    section: 'List orders',
    decision: 'search_input, patient_name and shipping_recipient_name match any part of the text, whatever the case.',
  },
  {
    name: 'order of orders',
    section: 'List orders',
    decision: 'Newest first unless asked otherwise; a key without a direction sorts descending; ties by id.',
  },
  {
    name: 'dates without an offset',
    section: 'List orders',
    decision: 'UTC. Both ends of a range are part of it.',
  },
  {
    name: 'interpretation filter `unknown`',
    section: 'List orders',
    decision: 'Orders whose interpretation is null or none of normal, abnormal, critical.',
  },
  { name: 'query arrays', section: 'List orders', decision: 'Repeated keys: `status=a&status=b`.' },
  {
    name: 'total',
    section: 'List orders',
    decision:
      'Exact; null only where it would hold the page up: beyond 100,000 matches of a filtered search, and for more than a page of matches of a text under three characters in a team of more than 10,000 orders.',
  },
  {
    name: 'status_detail',
    section: 'Order',
    decision:
      'Not in the specification. Where an event of an order has it, a text or an object with a code, a reason or a message, it is shown in words, with whether another sample helps where that is said.',
  },
]
