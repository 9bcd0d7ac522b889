/** The texts order search compares, made once when an order is stored, so that every store finds the same orders. */

import type { OrderSearch } from '#lib/domains/orders/order.ts'
import { lastLowLevelStatus } from '#lib/domains/orders/status/status.ts'
import { atEndOfDay, atStartOfDay } from '#lib/domains/orders/status/status-records.ts'
import { type INTERPRETATION_FILTERS, INTERPRETATIONS } from '#lib/kernel/values.ts'
import { readIdQuery } from '#lib/utils/ids/id-part.ts'
import { compactKey, findKey, type SearchTerms, searchKey, searchTerms } from '#lib/utils/text/typed-text.ts'
import { nanosOf } from '#lib/utils/time/instants.ts'
import type { OrderRecord } from './records.ts'

export interface SearchKeys {
  method: string
  last_status: string
  /** As the filter names it: what is null or no known value is `unknown`. */
  interpretation: (typeof INTERPRETATION_FILTERS)[number]
  patient_key: string
  recipient_key: string
  /** Order id, user id, patient name, birth date and recipient, one a line (spec, endpoint 13, `search_input`). */
  search_key: string
}

/** Both stores search and sort by these normalized values, so that they find the same orders (spec § 13). */
export function searchKeys({ order, patient_name }: OrderRecord): SearchKeys {
  const patient_key = findKey(patient_name)
  const recipient_key = findKey(order.patient_address?.receiver_name ?? '')
  return {
    method: order.details.type,
    last_status: lastLowLevelStatus(order.events) ?? '',
    interpretation: INTERPRETATIONS.find((known) => known === order.interpretation) ?? 'unknown',
    patient_key,
    recipient_key,
    search_key: [
      compactKey(order.id),
      compactKey(order.user_id),
      patient_key,
      searchKey(order.patient_details?.dob ?? ''),
      recipient_key,
    ].join('\n'),
  }
}

/** An order search as the stores understand it: instants for dates, keys for texts, no defaults left open. */
export interface SearchPlan {
  created: { from: Date | null; to: Date | null }
  updated: { from: Date | null; to: Date | null }
  search: SearchTerms
  patient: SearchTerms
  recipient: SearchTerms
  sort: 'created_at' | 'patient_key' | 'last_status'
  descending: boolean
  offset: number
  limit: number
}

const SORT_FIELD = { created_at: 'created_at', patient_name: 'patient_key', last_status: 'last_status' } as const

/** The years that dates are written with four digits in: an offset can carry a date-time beyond them. */
const EARLIEST = Date.parse('0001-01-01T00:00:00Z')
const LATEST = Date.parse('9999-12-31T23:59:59.999Z')

/** Gap "order of orders": newest first unless asked otherwise; a key without a direction sorts descending. */
export function searchPlan(search: OrderSearch): SearchPlan {
  const at = (value: string | undefined, read: (value: string) => Date, more = 0) =>
    value === undefined ? null : new Date(Math.min(LATEST, Math.max(EARLIEST, read(value).getTime() + more)))
  // Orders are kept in whole milliseconds: one of the millisecond that a finer beginning lies in was before it.
  const from = (value: string | undefined) => at(value, atStartOfDay, value && nanosOf(value) > 0 ? 1 : 0)
  return {
    created: { from: from(search.start_date), to: at(search.end_date, atEndOfDay) },
    updated: { from: from(search.updated_start_date), to: at(search.updated_end_date, atStartOfDay) },
    search: orderTerms(search.search_input ?? ''),
    patient: searchTerms(search.patient_name ?? ''),
    recipient: searchTerms(search.shipping_recipient_name ?? ''),
    sort: SORT_FIELD[search.order_key ?? 'created_at'],
    descending: search.order_direction !== 'asc',
    offset: (search.page - 1) * search.size,
    limit: search.size,
  }
}

/** Returns what a text asks of `search_key`: an ID within it, however it was copied, or its words. */
function orderTerms(text: string): SearchTerms {
  const query = readIdQuery(text)
  switch (query?.kind) {
    case 'whole':
      return [[compactKey(query.id)]]
    case 'ends':
      return [query.start, query.end].filter(Boolean).map((digits) => [digits])
    case 'inner':
      // 19DEC1966 has the digits of an ID and is a date as well.
      return [[query.digits, ...(searchTerms(text)[0] ?? [])]]
    default:
      return searchTerms(text)
  }
}

/** Whether a search asks for less than everything. */
export function isFiltered({ page, size, order_key, order_direction, ...filters }: OrderSearch): boolean {
  return Object.values(filters).some((value) => value !== undefined && !(Array.isArray(value) && value.length === 0))
}

/** A text of fewer characters than this has no index: all orders would be read to count what it matches. */
const SHORTEST_INDEXED = 3

/** Says whether an index finds what holds one of these. */
export const isIndexed = (term: SearchTerms[number]) => term.every(({ length }) => length >= SHORTEST_INDEXED)

export interface CountLimits {
  /** Beyond this many matches a filtered search returns `total: null`, because an exact count would be slow. */
  matches: number
  /** And so does a search by a text without an index in a team of more orders than these. */
  unindexed: number
}

/** Gap "total". */
export const COUNT_LIMITS: CountLimits = { matches: 100_000, unindexed: 10_000 }

/** The most matches that are counted in a team of so many orders; 0 where counting is not worth its time. */
export function mostCounted({ search, patient, recipient }: SearchPlan, orders: number, limits: CountLimits): number {
  const isUnindexed = [search, patient, recipient].some((terms) => terms.length > 0 && !terms.some(isIndexed))
  return isUnindexed && orders > limits.unindexed ? 0 : limits.matches
}

/** Returns the number of matches that a page which isn't full implies; null for any other page. */
export function totalOfLastPage({ offset, limit }: SearchPlan, rows: number): number | null {
  return rows < limit && (rows > 0 || offset === 0) ? offset + rows : null
}
