/** Delivers what waits for an endpoint: subjects side by side, the events of one subject in their order. */
import { FAILURE_LIMIT, isGone, isSuccess, retryAt, TIMEOUT_MS } from '#lib/domains/webhooks/rules.ts'
import type { JobQueue } from '#lib/service/jobs.ts'
import type { DueDelivery, WebhookEndpointRecord, WebhookStore } from '#lib/service/webhook-store.ts'
import { SECOND } from '#lib/utils/time/durations.ts'
import { type AttemptDeps, attemptDelivery } from './attempt.ts'

export interface DeliverDeps extends AttemptDeps {
  store: WebhookStore
  jobs: JobQueue
  /** Between 0 and 1. */
  random: () => number
  /** Aborts when no more may be begun. */
  stopping: AbortSignal
}

/** Deliveries of one endpoint that are under way at a time. */
const SIDE_BY_SIDE = 8
/** Milliseconds after which another instance takes up what one that died had claimed. */
const CLAIM_MS = 2 * TIMEOUT_MS + 10 * SECOND
/** Milliseconds that one job works; the next one goes on. */
const JOB_MS = 60 * SECOND

/** The job of an endpoint, now or at an instant: a job that waits for later must not stand for one that is due now. */
const jobId = (endpoint_id: string, at: Date | null) => (at ? `${endpoint_id}@${at.getTime()}` : endpoint_id)

/** Creates the engine that the service's jobs run. */
export function createDelivery(deps: DeliverDeps) {
  const { store, jobs, now, stopping, signal } = deps
  /** Endpoints that this process is at. `poke` says that more has come in the meantime. */
  const running = new Map<string, { isPoked: boolean; poke: () => void }>()

  async function deliverOne(endpoint: WebhookEndpointRecord, { id, attempts, message }: DueDelivery): Promise<void> {
    const { attempt, retry_after } = await attemptDelivery(deps, endpoint, { id, message, kind: 'delivery' })
    // An aborted attempt says nothing about the receiver: it's sent again when its claim expires.
    if (signal.aborted && !isSuccess(attempt)) return
    if (isSuccess(attempt)) {
      await store.recordAttempt(attempt, { state: 'delivered', next_at: null })
      return
    }
    const next_at = retryAt(attempts + 1, { ...attempt, retry_after }, now(), deps.random())
    const failures = await store.recordAttempt(attempt, { state: next_at ? 'retrying' : 'gave_up', next_at })
    if (isGone(attempt)) await store.disableWebhookEndpoint(endpoint.id, 'gone', now())
    else if (failures >= FAILURE_LIMIT) await store.disableWebhookEndpoint(endpoint.id, 'failures', now())
  }

  /** Works until nothing is due, or the time of a job is over. */
  async function drain(endpoint_id: string): Promise<void> {
    const until = now().getTime() + JOB_MS
    const under_way = new Set<Promise<void>>()
    for (;;) {
      const endpoint = await store.findWebhookEndpoint(endpoint_id)
      const isOpen = endpoint && endpoint.disabled_at === null && now().getTime() < until && !stopping.aborted
      const limit = SIDE_BY_SIDE - under_way.size
      const at = now()
      const claim = { now: at, until: new Date(at.getTime() + CLAIM_MS), limit }
      const due = isOpen ? await store.claimDeliveries(endpoint_id, claim) : []
      for (const one of due) {
        if (!endpoint) break
        const work = deliverOne(endpoint, one).finally(() => under_way.delete(work))
        under_way.add(work)
      }
      if (under_way.size === 0) return
      await Promise.race([...under_way, nextPoke(endpoint_id)])
    }
  }

  function nextPoke(endpoint_id: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    running.set(endpoint_id, { isPoked: false, poke: resolve })
    return promise
  }

  /** Returns false where this process isn't at that endpoint. */
  function poke(endpoint_id: string): boolean {
    const at = running.get(endpoint_id)
    if (!at) return false
    at.isPoked = true
    at.poke()
    return true
  }

  return {
    /** Runs the job of an endpoint, and plans the next one. A second one at the same time finds nothing to do. */
    async run(job: string): Promise<void> {
      const [endpoint_id = ''] = job.split('@')
      if (stopping.aborted || poke(endpoint_id)) return
      try {
        do {
          running.set(endpoint_id, { isPoked: false, poke: () => undefined })
          await drain(endpoint_id)
        } while (running.get(endpoint_id)?.isPoked && !stopping.aborted)
      } finally {
        running.delete(endpoint_id)
      }
      const next = stopping.aborted ? null : await store.nextDelivery(endpoint_id)
      if (!next) return
      const isDue = next <= now()
      await jobs.schedule('deliver_webhooks', jobId(endpoint_id, isDue ? null : next), isDue ? now() : next)
    },

    /** Queues the endpoints that something is due for. */
    async wake(): Promise<void> {
      for (const id of await store.dueWebhookEndpoints(now())) {
        if (!poke(id)) await jobs.schedule('deliver_webhooks', id, now())
      }
    },
  }
}
