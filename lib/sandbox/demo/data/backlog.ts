/** Critical results that the demo's team took on before a run, so that only the newest wait. */
import { DEMO_ENVIRONMENT, demoViewer } from '#lib/demo/people.ts'
import type { Base } from '#lib/demo/scenario.ts'
import type { AcknowledgementStore } from '#lib/domains/orders/console/overview/store.ts'
import { acknowledgeBacklog } from '#lib/sandbox/backlog.ts'
import { DEMO_TEAM_ID } from '#lib/sandbox/demo/journal/records.ts'
import type { ServiceStore } from '#lib/service/store.ts'

/** How many wait. */
const WAITING: Readonly<Record<Base, number>> = { normal: 6, busy: 41, new: 0, large: 24 }

interface Options {
  records: Pick<ServiceStore, 'searchOrders'>
  acknowledgements: Pick<AcknowledgementStore, 'addAcknowledgement'>
  /** When the run began, in milliseconds since 1970. */
  started_at: number
}

export function acknowledgeDemoBacklog(base: Base, { started_at, ...stores }: Options): Promise<void> {
  return acknowledgeBacklog({
    ...stores,
    environment: DEMO_ENVIRONMENT.id,
    team_id: DEMO_TEAM_ID,
    waiting: WAITING[base],
    owners: [demoViewer('support', started_at), demoViewer('lab_coordinator', started_at)],
  })
}
