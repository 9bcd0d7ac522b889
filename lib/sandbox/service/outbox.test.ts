/** The outbox over every store: the memory model and the databases behave alike. */
import { overEveryStore } from '#lib/domains/access/service/store.conformance.ts'
import { histories } from '#lib/domains/connections/service/history.conformance.ts'
import { outboxDeliveries } from '#lib/domains/webhooks/service/deliveries.conformance.ts'
import { outboxEndpoints } from '#lib/domains/webhooks/service/endpoints.conformance.ts'
import { outbox } from '#lib/domains/webhooks/service/store.conformance.ts'

overEveryStore((store) => {
  outbox(store)
  outboxEndpoints(store)
  outboxDeliveries(store)
  histories(store)
})
