/** The outbox over every store: the memory model and the databases behave alike. */
import { overEveryStore } from '#lib/domains/access/service/store.conformance.ts'
import { histories } from '#lib/domains/connections/service/history.conformance.ts'
import { outbox } from '#lib/domains/webhooks/service/store.conformance.ts'

overEveryStore((store) => {
  outbox(store)
  histories(store)
})
