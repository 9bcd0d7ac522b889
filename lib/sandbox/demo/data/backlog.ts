/** Requests of the demo's team before a run: critical results it took on, so that only the newest wait, and visits. */
import { DEMO_ENVIRONMENT, demoViewer } from '#lib/demo/people.ts'
import type { Base } from '#lib/demo/scenario.ts'
import type { BookingStore } from '#lib/domains/bookings/console/store.ts'
import type { CallbackStore } from '#lib/domains/orders/console/callbacks/store.ts'
import type { AcknowledgementStore } from '#lib/domains/orders/console/overview/store.ts'
import { acknowledgeBacklog, playCases } from '#lib/sandbox/backlog.ts'
import { DEMO_TEAM_ID } from '#lib/sandbox/demo/journal/records.ts'
import type { ServiceStore } from '#lib/service/store.ts'

/** How many wait. */
const WAITING: Readonly<Record<Base, number>> = { normal: 6, busy: 41, new: 0, large: 24 }

interface Options {
  records: Pick<ServiceStore, 'searchOrders'>
  own: Pick<AcknowledgementStore, 'addAcknowledgement' | 'acknowledgementsOf' | 'addSeenCritical'> &
    Pick<CallbackStore, 'addCallback'> &
    BookingStore
  /** When the run began, in milliseconds since 1970. */
  started_at: number
}

export async function playDemoBacklog(base: Base, { started_at, records, own }: Options): Promise<void> {
  const sample = { records, environment: DEMO_ENVIRONMENT.id, team_id: DEMO_TEAM_ID }
  const coordinator = demoViewer('lab_coordinator', started_at)
  const owners = [demoViewer('support', started_at), coordinator] as const
  await acknowledgeBacklog({ ...sample, acknowledgements: own, waiting: WAITING[base], owners })
  await playCases({ ...sample, own, owners })
}
