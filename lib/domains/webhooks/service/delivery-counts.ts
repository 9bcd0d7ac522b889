/** Facets and bars of the deliveries page, from groups of deliveries alike. Pure: both stores ask it. */
import type { DeliveryCounts, DeliveryCountsSearch } from '#lib/domains/webhooks/deliveries.ts'
import {
  CODE_CLASSES,
  codeClass,
  DELIVERY_STATES,
  type DeliveryState,
  type SendFailure,
} from '#lib/domains/webhooks/rules.ts'
import { barsOf, COUNTED_ROWS, groupsWithin, inList, tally } from '#lib/kernel/list/count-window.ts'

export interface DeliveryGroup {
  state: DeliveryState
  event_type: string
  endpoint_id: string
  status: number | null
  failure: SendFailure | null
  /** Index in the window, from 0. */
  bar: number
  /** Within the range of the filters. */
  is_in: boolean
  count: number
}

type Facet = 'states' | 'codes' | 'event_types' | 'endpoints'

/** Returns each facet within all other filters, and the bars within all of them but the range. */
export function countsOf(groups: readonly DeliveryGroup[], search: DeliveryCountsSearch): DeliveryCounts {
  const within = groupsWithin<Facet, DeliveryGroup>(groups, {
    states: ({ state }) => inList(state, search.states),
    codes: (group) => inList(codeClass(group) ?? '', search.codes),
    event_types: ({ event_type }) => inList(event_type, search.event_types),
    endpoints: ({ endpoint_id }) => inList(endpoint_id, search.endpoints),
  })
  const facet = (but: Facet, keyOf: (group: DeliveryGroup) => string) =>
    tally(
      within(but).filter(({ is_in }) => is_in),
      keyOf,
    )
  const states = new Map(facet('states', ({ state }) => state))
  const codes = new Map(facet('codes', (group) => codeClass(group) ?? ''))
  return {
    states: DELIVERY_STATES.map((state) => ({ state, count: states.get(state) ?? 0 })).filter(isThere),
    codes: CODE_CLASSES.map((code) => ({ code, count: codes.get(code) ?? 0 })).filter(isThere),
    event_types: facet('event_types', ({ event_type }) => event_type).map(([event_type, count]) => ({
      event_type,
      count,
    })),
    endpoints: facet('endpoints', ({ endpoint_id }) => endpoint_id).map(([id, count]) => ({ id, count })),
    bars: barsOf(search, within(null), ({ state }) => state).map(({ from, counts }) => ({
      from,
      states: Object.fromEntries(counts),
    })),
    is_cut: groups.reduce((sum, { count }) => sum + count, 0) > COUNTED_ROWS,
  }
}

const isThere = ({ count }: { count: number }) => count > 0
