/** Facets of the deliveries page, from groups of deliveries alike. Pure: both stores ask it. */
import type { DeliveryCounts, DeliveryFilters } from '#lib/domains/webhooks/deliveries.ts'
import {
  CODE_CLASSES,
  codeClass,
  DELIVERY_STATES,
  type DeliveryState,
  type SendFailure,
} from '#lib/domains/webhooks/rules.ts'

export interface DeliveryGroup {
  state: DeliveryState
  event_type: string
  status: number | null
  failure: SendFailure | null
  count: number
}

type Facet = 'states' | 'codes' | 'event_types'

/** Returns each facet within all other filters; groups are those within the time and of the endpoints. */
export function countsOf(groups: readonly DeliveryGroup[], filters: DeliveryFilters): DeliveryCounts {
  const fits: Record<Facet, (group: DeliveryGroup) => boolean> = {
    states: ({ state }) => among(state, filters.states),
    codes: (group) => among(codeClass(group) ?? '', filters.codes),
    event_types: ({ event_type }) => among(event_type, filters.event_types),
  }
  const within = (but: Facet) =>
    groups.filter((group) => Object.entries(fits).every(([facet, isIn]) => facet === but || isIn(group)))
  const tally = (but: Facet, keyOf: (group: DeliveryGroup) => string) => {
    const counts = new Map<string, number>()
    for (const group of within(but)) counts.set(keyOf(group), (counts.get(keyOf(group)) ?? 0) + group.count)
    return counts
  }
  const states = tally('states', ({ state }) => state)
  const codes = tally('codes', (group) => codeClass(group) ?? '')
  const types = tally('event_types', ({ event_type }) => event_type)
  return {
    states: DELIVERY_STATES.map((state) => ({ state, count: states.get(state) ?? 0 })).filter(isThere),
    codes: CODE_CLASSES.map((code) => ({ code, count: codes.get(code) ?? 0 })).filter(isThere),
    event_types: [...types]
      .sort(([a, more], [b, less]) => less - more || (a < b ? -1 : 1))
      .map(([event_type, count]) => ({ event_type, count })),
  }
}

const isThere = ({ count }: { count: number }) => count > 0

function among(value: string, wanted: readonly string[] | undefined): boolean {
  return !wanted?.length || wanted.includes(value)
}
