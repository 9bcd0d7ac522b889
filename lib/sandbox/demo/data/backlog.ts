/** Critical results that the team took on long before a demo starts, so that only the newest wait. */

import { demoViewer } from '#lib/demo/people.ts'
import type { Base } from '#lib/demo/scenario.ts'
import type { AcknowledgementStore, NewAcknowledgement } from '#lib/domains/orders/console/overview/store.ts'
import { type Order, orderSearch } from '#lib/domains/orders/order.ts'
import { resultAt } from '#lib/domains/orders/result-at.ts'
import type { ServiceStore } from '#lib/service/store.ts'
import { MINUTE } from '#lib/utils/time/durations.ts'

/** How many wait. */
const WAITING: Readonly<Record<Base, number>> = { normal: 6, busy: 41, new: 0, large: 24 }
/** The console looks at this many critical orders. */
const PAGES = [1, 2, 3]
const PAGE_SIZE = 100

const COMMENTS = [
  'Called the ordering provider, read back.',
  'Reached the on-call provider, read back.',
  'Provider informed by phone, patient follows up today.',
  'Left with the practice nurse, read back and confirmed.',
] as const

interface Options {
  records: Pick<ServiceStore, 'searchOrders'>
  acknowledgements: Pick<AcknowledgementStore, 'addAcknowledgement'>
  environment: string
  team_id: string
}

/** Acknowledges all but the newest, each within two hours of its result. */
export async function acknowledgeBacklog(base: Base, options: Options): Promise<void> {
  const { records, acknowledgements, environment, team_id } = options
  const found: Order[] = []
  for (const page of PAGES) {
    const search = orderSearch.parse({ is_critical: true, page, size: PAGE_SIZE })
    found.push(...(await records.searchOrders(team_id, search)).orders.map(({ order }) => order))
  }
  const newestFirst = found.toSorted((a, b) => Date.parse(resultAt(b)) - Date.parse(resultAt(a)))
  for (const [index, order] of newestFirst.slice(WAITING[base]).toReversed().entries()) {
    await acknowledgements.addAcknowledgement(environment, acknowledgementOf(order, index))
  }
}

function acknowledgementOf(order: Order, index: number): NewAcknowledgement {
  const result_at = resultAt(order)
  const at = Date.parse(result_at) + (9 + ((index * 17) % 110)) * MINUTE
  const owner = demoViewer(index % 3 === 0 ? 'support' : 'lab_coordinator', at)
  return {
    order_id: order.id,
    result_at,
    at: new Date(at).toISOString(),
    owner_id: owner.id,
    owner_name: owner.name,
    comment: COMMENTS[index % COMMENTS.length] ?? COMMENTS[0],
  }
}
