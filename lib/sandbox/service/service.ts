/** The embedded service as one thing: its HTTP apps, its background jobs, and how it recovers. */

import { createPages } from '#lib/domains/access/service/pages.ts'
import { bookingPlan } from '#lib/domains/bookings/booking-plan.ts'
import { settleAppointment } from '#lib/domains/bookings/service/appointments.ts'
import { runImport } from '#lib/domains/connections/service/imports.ts'
import { sendWearables } from '#lib/domains/events/wearable-endpoint.ts'
import { type AdvanceInput, advanceOrder } from '#lib/domains/orders/service/simulation/advance-order.ts'
import { ORG_ID } from '#lib/domains/teams/management.ts'
import { createTeams, type Installation } from '#lib/domains/teams/service/admin.ts'
import { listDeletedUsers } from '#lib/domains/users/service/users.ts'
import { UNDO_DAYS } from '#lib/domains/users/user.ts'
import { createWebhooks, type WebhookOptions } from '#lib/domains/webhooks/service/webhooks.ts'
import { createEmitter } from '#lib/sandbox/wearables/emitter.ts'
import type { JobName, RunJob, ServiceDeps } from '#lib/service/handler.ts'
import { NO_TEAM } from '#lib/service/store.ts'
import { DAY } from '#lib/utils/time/durations.ts'
import { delay, repeat } from '#lib/utils/timers/delay.ts'
import { type AccessOptions, createApi, extraRoute } from './app.ts'
import { createManagementApi } from './management.ts'

export interface ServiceOptions extends AccessOptions, Omit<ServiceDeps, 'planOf' | 'now' | 'sleep'> {
  /** By the sandbox's keys unless set. */
  planOf?: ServiceDeps['planOf']
  now?: () => Date
  sleep?: (milliseconds: number) => Promise<void>
  /** Between 0 and 1: the sandbox's sources break by it. */
  random?: () => number
  /** Unset, no team is configured, and management keys are those that were made by calls. */
  installation?: Installation
  /** Destination of events; unset, they stay in the outbox. */
  webhooks?: WebhookOptions
}

const EMPTY: Installation = {
  organization: { org_id: ORG_ID, name: 'Organization' },
  team_id: NO_TEAM,
  isManagementKey: null,
}

const NO_DELIVERY: WebhookOptions = {
  send: async () => ({ kind: 'failed', failure: 'connection', ms: 0 }),
  inboxSecret: async () => '',
}

/** Milliseconds between two looks at what was left undone: how long the work of an instance that died waits at most. */
const RECOVER_EVERY = 5_000
/** Milliseconds in which a job that is due is not late yet. */
const GRACE = 2_000

/** `now`, `sleep`, `random` and booking outcomes can be replaced. */
export function createService(given: ServiceOptions) {
  const { planOf = bookingPlan, now = () => new Date(), sleep = delay, random = Math.random, ...options } = given
  const webhooks = createWebhooks({ ...options, ...(given.webhooks ?? NO_DELIVERY), now })
  const deps: ServiceDeps = { ...options, store: webhooks.store, planOf, now, sleep }
  const emitter = createEmitter({ store: webhooks.store, now, random })
  const wearables = extraRoute(sendWearables, async ({ body }, { team_id }) => ({
    body: await emitter.send(team_id, body),
  }))
  const { admin: teams, ...keys } = createTeams({ installation: EMPTY, ...options, store: webhooks.store, now })
  const api = createApi(deps, { ...options, madeTeamOf: keys.teamOf }, [wearables])
  const management = createManagementApi({ ...options, ...keys, admin: teams, webhooks: webhooks.admin })
  const pages = createPages(deps, options.onError)

  const work: Readonly<Record<JobName, (id: string) => Promise<void>>> = {
    import_connections: (id) => runImport(deps, id),
    settle_appointment: (id) => settleAppointment(deps, id),
    deliver_webhooks: webhooks.run,
    replay_webhooks: webhooks.runReplay,
  }
  const runJob: RunJob = (name, id) => work[name](id)

  /** Queues again what was to be done by now and is not; what is queued twice is done once. */
  async function recover(): Promise<void> {
    const { store, jobs } = options
    const at = now()
    const overdue = await store.overdueAppointments(new Date(at.getTime() - GRACE))
    for (const id of await store.unfinishedImports()) await jobs.schedule('import_connections', id, at)
    for (const id of overdue) await jobs.schedule('settle_appointment', id, at)
    // By the cautious clock: one that jumps ahead removes nobody early.
    const aged = (given.webhooks?.agedBy ?? now)()
    await store.purgeDeleted(new Date(aged.getTime() - UNDO_DAYS * DAY))
    await keys.sweep()
    await emitter.sendHistories()
    await webhooks.recover()
  }

  return {
    /** Answers everything below `/v2` and `/v3`. */
    api,
    /** Answers everything below `/v1/org`. */
    management,
    teams,
    ensureTeam: keys.ensureTeam,
    /** Answers `/link/…` and `/portal/…`. */
    pages,
    runJob,
    recover,
    deletedUsers: (team_id: string, page: { cursor?: string | undefined }) => listDeletedUsers(deps, team_id, page),
    webhooks: webhooks.admin,
    ensureInbox: webhooks.ensureInbox,
    wakeWebhooks: webhooks.wake,
    stopWebhooks: webhooks.stop,
    sendHistories: emitter.sendHistories,
    sendWearables: emitter.send,
    /** Moves an order on, for training and demos: no endpoint of the API does. */
    advanceOrder: (input: AdvanceInput) => advanceOrder(deps, input),
    /** Recovers what this process left undone before, and from then on what any other does. Returns how to stop. */
    async scheduleRecovery(): Promise<() => Promise<void>> {
      await recover()
      return repeat(recover, { everyMs: RECOVER_EVERY, onError: options.onError, atOnce: false })
    },
  }
}
