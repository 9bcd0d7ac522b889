/** Helpers for outbox tests over a store: an endpoint, its claims and its deliveries. */
import { afterEach } from 'vitest'
import { later, TODAY } from '#lib/domains/access/service/store.conformance.ts'
import { deliverySearch } from '#lib/domains/webhooks/deliveries.ts'
import { TEAM } from '#lib/sandbox/service/service.testing.ts'
import type { ServiceStore } from '#lib/service/store.ts'
import type { EndpointSettings } from '#lib/service/webhook-store.ts'
import { DAY } from '#lib/utils/time/durations.ts'
import { endpointOf } from './webhooks.testing.ts'

export const DONE = { state: 'delivered', next_at: null } as const
export const retry = (seconds: number) => ({ state: 'retrying', next_at: later(seconds * 1000) }) as const

/** Endpoints that `add` or the test itself has `made` are removed after each test, and all events. */
export function outboxOf(store: () => ServiceStore) {
  const made: EndpointSettings[] = []
  afterEach(async () => {
    for (const { id } of made.splice(0)) await store().removeWebhookEndpoint(TEAM, id, TODAY)
    await store().purgeMessages(later(365 * DAY))
  })

  async function add(change: Partial<EndpointSettings> = {}): Promise<string> {
    const settings = endpointOf(change)
    made.push(settings)
    await store().ensureWebhookEndpoint(settings)
    return settings.id
  }
  const claim = (id: string, now = later(3_600_000), limit = 100) =>
    store().claimDeliveries(id, { now, until: new Date(now.getTime() + 40_000), limit })
  const list = async (id: string, filters: object = {}) =>
    (await store().searchDeliveries(TEAM, deliverySearch.parse({ endpoints: [id], ...filters }))).deliveries
  const typesOf = async (id: string) => (await list(id)).map(({ event_type }) => event_type).reverse()
  return { made, add, claim, list, typesOf }
}
