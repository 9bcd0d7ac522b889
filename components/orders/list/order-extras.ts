import { type OrderFilters, PRIVATE_FILTERS } from '#components/orders/search/orders-search.ts'
import type { ReadCounts } from '#components/patterns/list/filters/filter-counts.ts'
import type { FilterExtras } from '#components/patterns/list/filters/filter-fields.ts'
import { countOrderSearches, MAX_COUNTED_SEARCHES } from '#lib/domains/orders/order-counts.ts'
import { orderViewFilter } from '#lib/domains/orders/views.ts'
import { consoleRead } from '#lib/kernel/client/queries.ts'
import { orderChoices } from './filters/order-choices.ts'

interface Asker {
  environment: string
  /** User whose orders are listed; null for everyone's. */
  user_id: string | null
  time_zone: string
}

export function orderExtras(asker: Asker): FilterExtras<OrderFilters> {
  return { choicesOf: orderChoices, counts: orderCounts(asker) }
}

/** Nobody is looked for in the background: filters that may name a person are not counted. */
function orderCounts({ environment, user_id, time_zone }: Asker): ReadCounts<OrderFilters> {
  return (choices) => {
    const isPrivate = choices.some((filters) => PRIVATE_FILTERS.some((key) => filters[key] !== ''))
    if (isPrivate || choices.length > MAX_COUNTED_SEARCHES) return null
    const body = { time_zone, ...factored(choices.map((filters) => question(filters, user_id))) }
    const { queryKey, queryFn } = consoleRead(countOrderSearches, { params: { environment }, body }, {})
    const read = async (call: { signal: AbortSignal }) =>
      (await queryFn(call)).counts.map(({ count, missing }) => (missing === null && count !== null ? count : 'unknown'))
    return { queryKey, queryFn: read }
  }
}

type Question = Readonly<Record<string, unknown>>

/** Neither the order of the rows nor what is not asked for changes a count. */
function question(filters: OrderFilters, user_id: string | null): Question {
  const { search_input, patient_name, shipping_recipient_name, order_key, order_direction, ...asked } = filters
  const all = { ...asked, user_id: user_id ?? asked.user_id }
  const isAsked = ([, value]: [string, unknown]) => value !== null && !(Array.isArray(value) && value.length === 0)
  return Object.fromEntries(Object.entries(all).filter(isAsked))
}

/** Sends shared filters once: a hundred order IDs would be repeated for each status. */
function factored(questions: readonly Question[]) {
  const textOf = (value: unknown) => JSON.stringify(value)
  const shared = Object.entries(questions[0] ?? {}).filter(([key, value]) =>
    questions.every((one) => textOf(one[key]) === textOf(value)),
  )
  const keys = new Set(shared.map(([key]) => key))
  const rest = (one: Question) => Object.fromEntries(Object.entries(one).filter(([key]) => !keys.has(key)))
  return {
    filter: orderViewFilter.parse(Object.fromEntries(shared)),
    choices: questions.map((one) => orderViewFilter.parse(rest(one))),
  }
}
