/** Webhook administration by the console; the embedded service implements it for its team. */
import type { EndpointCall } from '#lib/kernel/endpoint.ts'
import type {
  DeliveryBody,
  DeliveryCounts,
  DeliveryCountsSearch,
  DeliveryFilters,
  DeliverySearch,
  Replay,
  WholeDelivery,
} from './deliveries.ts'
import type { Delivery } from './delivery.ts'
import type { createWebhookEndpoint, testWebhookEndpoint, updateWebhookEndpoint, WebhookEndpoint } from './endpoints.ts'

interface EventSubject {
  user_id: string
  order_id: string | null
}

interface WithSecret {
  endpoint: WebhookEndpoint
  secret: string
}

/** Methods throw ApiError 404 for what the team doesn't have, and 409 where the records say so. */
export interface WebhookAdmin {
  endpoints(): Promise<WebhookEndpoint[]>
  create(id: string, given: EndpointCall<typeof createWebhookEndpoint>['body']): Promise<WithSecret>
  update(id: string, change: EndpointCall<typeof updateWebhookEndpoint>['body']): Promise<WebhookEndpoint>
  remove(id: string): Promise<{ host: string | null }>
  /** The secret that signs now. */
  secret(id: string): Promise<string>
  rotate(id: string): Promise<WithSecret>
  disable(id: string): Promise<WebhookEndpoint>
  /** `sent`: whom the events that are queued again are about, one an event. */
  enable(
    id: string,
    recover_since: Date | null,
  ): Promise<{ endpoint: WebhookEndpoint; sent: EventSubject[]; host: string | null }>
  test(id: string, event: EndpointCall<typeof testWebhookEndpoint>['body']): Promise<Delivery>
  deliveries(search: DeliverySearch): Promise<{ deliveries: Delivery[]; total: number | null }>
  counts(search: DeliveryCountsSearch): Promise<DeliveryCounts>
  delivery(id: number): Promise<WholeDelivery>
  body(id: number): Promise<DeliveryBody>
  expunge(id: number): Promise<WholeDelivery>
  replay(id: number): Promise<WholeDelivery>
  startReplay(id: string, filters: DeliveryFilters): Promise<{ replay: Replay; sent: EventSubject[] }>
  findReplay(id: string): Promise<Replay>
  cancelReplay(id: string): Promise<Replay>
}
