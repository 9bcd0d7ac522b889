/** Order search: mostly in the address, personal parts in the history state. Pure. */

import type { QueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { defineList } from '#components/patterns/list/define-list.ts'
import type { ViewedList } from '#components/patterns/views/shown-view.ts'
import { idPartOf, serviceText } from '#lib/domains/orders/id-text.ts'
import { listOrders, orderSearch } from '#lib/domains/orders/order.ts'
import { ORDER_VIEWS, shareableOrderSearch } from '#lib/domains/orders/views.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { type Prefetched, prefetchWith } from '#lib/kernel/client/prefetch.ts'
import { servicePage } from '#lib/kernel/client/queries.ts'
import type { RequestContext } from '#lib/kernel/client/request.ts'
import { uuid } from '#lib/kernel/fields.ts'
import type { ParsedFilters } from '#lib/kernel/list/list-search.ts'
import { ORDER_KEYS } from '#lib/kernel/values.ts'
import { likelySpelling } from '#lib/utils/text/typed-text.ts'
import { clockNow } from '#lib/utils/time/clock.ts'
import { beginOf, endOf, inZone, resolveRelative } from '#lib/utils/time/day-ranges.ts'
import { parseInstant } from '#lib/utils/time/instants.ts'

export const ORDER_SIZES = [25, 50, 100] as const

/** The service states no limit; so many fill one of its pages, and their address stays short enough for any server. */
export const MAX_IDS = 100

/** Filters that may name a person, as the endpoint's record marks them. */
export const PRIVATE_FILTERS = [
  'search_input',
  'patient_name',
  'shipping_recipient_name',
] as const satisfies typeof listOrders.personal
export type PrivateFilters = Readonly<Record<(typeof PRIVATE_FILTERS)[number], string>>
const NOTHING_PRIVATE: PrivateFilters = { search_input: '', patient_name: '', shipping_recipient_name: '' }

/** Null or empty where nothing is asked for. Dates are the viewer's days, both ends included, or exact instants. */
export interface OrderFilters
  extends PrivateFilters,
    Omit<ParsedFilters<typeof shareableOrderSearch>, 'page' | 'size'> {}

const OPEN = defineList({ address: shareableOrderSearch, place: ['page', 'size'] })

export interface OrdersRequest {
  filters: OrderFilters
  page: number
  size: number
  /** Keys of the address whose values cannot be used. */
  ignored: string[]
}

export function readOrdersSearch(search: URLSearchParams, held: PrivateFilters = NOTHING_PRIVATE): OrdersRequest {
  const { place, ignored } = OPEN.read(search)
  const { filters, page, size } = place
  return { filters: { ...held, ...filters, stuck: filters.stuck || null }, page, size, ignored }
}

export const NO_FILTERS = readOrdersSearch(new URLSearchParams()).filters

/** The address of such a search, without what may be personal and without what is usual. */
export function writeOrdersSearch(filters: OrderFilters, page: number, size: number): URLSearchParams {
  const { search_input, patient_name, shipping_recipient_name, ...open } = filters
  return OPEN.write({ filters: open, page, size })
}

/** `stuck` never reaches the service: its orders are read and checked here. */
const question = orderSearch.omit({ page: true, size: true }).extend({ stuck: z.boolean().optional() })
export type OrdersQuery = z.output<typeof question>

/** The time zone and moment that dates are resolved in. */
export interface Moment {
  zone: string
  /** Milliseconds since 1970. */
  now: number
}

type Sort = Pick<OrderFilters, 'order_key' | 'order_direction'>

/** Returns what a search can be sorted by: stuck orders are sorted here, and no order holds its patient's name. */
export function sortKeys({ stuck }: Pick<OrderFilters, 'stuck'>) {
  return ORDER_KEYS.filter((key) => !(stuck && key === 'patient_name'))
}

/** Newest first unless asked otherwise. */
export function sortOf({ order_key, order_direction, stuck }: Sort & Pick<OrderFilters, 'stuck'>) {
  const isOffered = order_key === null || sortKeys({ stuck }).some((key) => key === order_key)
  const asked = isOffered ? { order_key, order_direction } : { order_key: null, order_direction: null }
  return { order_key: asked.order_key ?? 'created_at', order_direction: asked.order_direction ?? 'desc' } as const
}

/** The sort that a press on the head of a column asks for: its own first, then the other way round. */
export function sortNext(filters: OrderFilters, key: string): Sort {
  const { order_key, order_direction } = sortOf(filters)
  const next = ORDER_KEYS.find((one) => one === key) ?? 'created_at'
  if (next === order_key) return { order_key: next, order_direction: order_direction === 'asc' ? 'desc' : 'asc' }
  return { order_key: next, order_direction: next === 'created_at' ? 'desc' : 'asc' }
}

/** Asks only for what is set; the viewer's days and relative ranges become instants. @throws ZodError for a wrong id */
export function ordersQuery(filters: OrderFilters, { zone, now }: Moment): OrdersQuery {
  const fixed = inZone(resolveRelative(filters, zone, now), zone)
  const asked = {
    ...fixed,
    ...sortOf(filters),
    search_input: serviceText(filters.search_input),
    patient_name: likelySpelling(filters.patient_name),
    shipping_recipient_name: likelySpelling(filters.shipping_recipient_name),
  }
  const hasQuery = ([, value]: [string, unknown]) =>
    value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
  return question.parse(Object.fromEntries(Object.entries(asked).filter(hasQuery)))
}

/** Whether rows are left out; their order alone leaves out none. */
export function isFiltered(filters: OrderFilters): boolean {
  const { order_key, order_direction, ...rest } = filters
  return Object.values(rest).some((value) => (Array.isArray(value) ? value.length > 0 : value !== null && value !== ''))
}

const LINKED_IDS: Readonly<Record<string, string>> = {
  user_id: 'user ID',
  order_ids: 'order ID',
  order_transaction_id: 'transaction ID',
}

/** Whether a key of the address holds an id: one that is wrong finds nothing, where any other filter is left out. */
export const isIdKey = (key: string) => Object.hasOwn(LINKED_IDS, key)

/** Why a link finds no order, and what to do; null where its ids can be used. `ignored`: keys that nobody can use. */
export function linkProblem(ignored: readonly string[]): string | null {
  const wrong = ignored.flatMap((key) => LINKED_IDS[key] ?? [])
  if (wrong.length === 0) return null
  return `The link has an invalid ${wrong.join(' and ')}, so no orders are shown. Check the link, or clear all filters.`
}

/** Why no order can be found with such filters or why they cannot be asked, and what to do; null where they can. */
export function filterProblem(filters: OrderFilters, { zone, now }: Moment): string | null {
  return idProblem(filters) ?? dateProblem(resolveRelative(filters, zone, now), zone) ?? resultProblem(filters)
}

function idProblem({ user_id, order_transaction_id, order_ids }: OrderFilters): string | null {
  for (const [noun, id] of [
    ['user ID', user_id],
    ['transaction ID', order_transaction_id],
  ] as const) {
    // Why is said below its box.
    if (id !== null && !uuid.safeParse(id).success) return `This isn’t a valid ${noun}. Correct it or clear the filter.`
  }
  if (order_ids.length <= MAX_IDS) return null
  return `A search can have up to ${MAX_IDS} order IDs, and this has ${order_ids.length}.`
}

type Dates = Pick<OrderFilters, 'start_date' | 'end_date' | 'updated_start_date' | 'updated_end_date'>

function dateProblem(filters: Dates, zone: string): string | null {
  const at = (value: string | null, otherwise: number) => (value === null ? otherwise : parseInstant(value))
  const begin = at(beginOf(filters.start_date, zone), Number.NEGATIVE_INFINITY)
  const end = at(endOf(filters.end_date, zone), Number.POSITIVE_INFINITY)
  const updatedBegin = at(beginOf(filters.updated_start_date, zone), Number.NEGATIVE_INFINITY)
  const updatedEnd = at(endOf(filters.updated_end_date, zone), Number.POSITIVE_INFINITY)
  if (end < begin) return 'Created: the last day is before the first day. Choose a later last day.'
  if (updatedEnd < updatedBegin) {
    return 'Updated: the last day is before the first day. Choose a later last day.'
  }
  if (updatedEnd < begin) {
    return 'Orders can’t be updated before they’re created. Choose a last updated day on or after the first created day.'
  }
  return null
}

function resultProblem({ is_critical, interpretation }: OrderFilters): string | null {
  if (is_critical === true && interpretation !== null && interpretation !== 'critical') {
    return '“Critical only” and another result contradict each other. Remove one of the two filters.'
  }
  if (is_critical === false && interpretation === 'critical') {
    return '“Not critical” and a critical result contradict each other. Remove one of the two filters.'
  }
  return null
}

/** Few searches are for a part of an ID, so its code comes with the first. @throws RequestError */
const loadIdSearch = () => import('#lib/domains/orders/id-search.ts').catch(throwUnreachable)
const loadStuck = () => import('#lib/domains/orders/stuck/stuck-orders.ts').catch(throwUnreachable)

function throwUnreachable(): never {
  const detail = 'We couldn’t reach the console. Check your connection.'
  throw new RequestError({ kind: 'network', call: `GET ${listOrders.path}`, detail })
}

export function ordersPage(context: RequestContext, query: OrdersQuery, offset: number, size: number) {
  const { stuck, ...asked } = query
  const input = { query: { ...asked, page: Math.floor(offset / size) + 1, size } }
  const read = servicePage(listOrders, input, context, { isChecked: true })
  if (stuck) {
    const queryFn = async ({ signal }: { signal: AbortSignal }) => {
      const { searchStuck } = await loadStuck()
      return searchStuck(input.query, context, signal)
    }
    return { queryKey: [...read.queryKey, 'stuck'], queryFn }
  }
  if (idPartOf(query.search_input) === null) return read
  const queryFn = async ({ signal }: { signal: AbortSignal }) => {
    const { searchOrders } = await loadIdSearch()
    return searchOrders(input.query, context, signal)
  }
  return { ...read, queryFn }
}

interface FirstPage {
  /** The query of the page's address. */
  search: URLSearchParams
  /** User whose orders are listed; null for everyone's. */
  user_id: string | null
  /** The viewer's. */
  time_zone: string
}

/** Filters that find nothing are not asked for. @throws RequestError */
export async function fetchOrders(
  client: QueryClient,
  context: RequestContext,
  { search, user_id, time_zone }: FirstPage,
): Promise<void> {
  const { filters, page, size, ignored } = readOrdersSearch(search)
  const moment = { zone: time_zone, now: clockNow() }
  if (linkProblem(ignored) ?? filterProblem(filters, moment)) return
  const query = ordersQuery(user_id === null ? filters : { ...filters, user_id }, moment)
  await client.fetchQuery({ ...ordersPage(context, query, (page - 1) * size, size), retry: false })
}

/** Prefetches the first page of one user's orders. */
export function prefetchOrders(context: RequestContext, asked: FirstPage): Promise<Prefetched> {
  return prefetchWith((client) => fetchOrders(client, context, asked))
}

export const ORDER_VIEW_LIST: ViewedList = {
  list: 'orders',
  label: 'Order views',
  builtIn: ORDER_VIEWS,
  keys: Object.keys(shareableOrderSearch.shape).filter((key) => key !== 'page'),
  page: 'page',
  defaults: { ...sortOf(NO_FILTERS), size: String(shareableOrderSearch.parse({}).size) },
  unfiltered: ['order_key', sortOf(NO_FILTERS).order_key],
}

const PRIVATE_LABELS = {
  search_input: 'ID, patient or recipient search',
  patient_name: 'Patient name',
  shipping_recipient_name: 'Recipient',
} as const satisfies Record<(typeof PRIVATE_FILTERS)[number], string>

/** Filters that may name a person, by the words of their chips: no view keeps them. */
export function leftOut(filters: OrderFilters): string[] {
  return PRIVATE_FILTERS.filter((filter) => filters[filter] !== '').map((filter) => PRIVATE_LABELS[filter])
}

export const ORDER_SORT_LABELS = {
  created_at: { label: 'Created', desc: 'newest first', asc: 'oldest first' },
  patient_name: { label: 'Patient name', desc: 'Z to A', asc: 'A to Z' },
  last_status: { label: 'Last status', desc: 'Z to A', asc: 'A to Z' },
} as const

export const ACTIVATIONS = { current: 'Current', scheduled: 'Scheduled' } as const
