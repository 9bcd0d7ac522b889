/** Webhooks of the embedded service as one part: the outbox is emptied after every change, and after a restart. */
import type { WebhookAdmin } from '#lib/domains/webhooks/admin.ts'
import { FAILURE_LIMIT, isGone, isSuccess, KEPT_DAYS, retryAt, TIMEOUT_MS } from '#lib/domains/webhooks/rules.ts'
import type { JobQueue } from '#lib/service/handler.ts'
import type { ServiceStore } from '#lib/service/store.ts'
import type { DueDelivery, WebhookEndpointRecord, WebhookStore } from '#lib/service/webhook-store.ts'
import { DAY, HOUR, SECOND } from '#lib/utils/time/durations.ts'
import { createWebhookAdmin } from './admin.ts'
import { type AttemptDeps, attemptDelivery, runReplay } from './attempt.ts'

/** Delivers what waits for an endpoint: subjects side by side, the events of one subject in their order. */
interface DeliverDeps extends AttemptDeps {
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
/** Milliseconds that one job works; the next one goes on, after those of other endpoints that wait. */
const JOB_MS = 10 * SECOND

/** The job of an endpoint, now or at an instant: a job that waits for later must not stand for one that is due now. */
const jobId = (endpoint_id: string, at: Date | null) => (at ? `${endpoint_id}@${at.getTime()}` : endpoint_id)

function createDelivery(deps: DeliverDeps) {
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

export interface WebhookOptions {
  send: DeliverDeps['send']
  inboxSecret: DeliverDeps['inboxSecret']
  random?: () => number
  /** By which records count as old; `now` unless set. */
  agedBy?: () => Date
}

interface Options extends WebhookOptions, Pick<DeliverDeps, 'sealing_key' | 'now' | 'jobs'> {
  store: ServiceStore
  onError: (error: unknown) => void
}

/** Milliseconds that a process which stops waits for receivers; shorter than the queue waits for its jobs. */
const PATIENCE_MS = 5_000

/** The console's own inbox has the same ID in every database. */
const INBOX_ID = '5b1e0c7a-77f4-4d0e-9a54-1f0a3c2d6e01'

/** Creates the webhooks over a store. The answer's `store` is the same, and its changes are delivered soon after. */
export function createWebhooks({ onError, random = Math.random, ...options }: Options) {
  const { store, now, jobs } = options
  const begin = new AbortController()
  const send = new AbortController()
  const deps = { ...options, random, stopping: begin.signal, signal: send.signal }
  const delivery = createDelivery(deps)
  const running = new Set<Promise<void>>()
  let isWaking = false
  let isAgain = false
  let purged_at = 0

  async function wakeAll(): Promise<void> {
    isWaking = true
    try {
      while (isAgain) {
        isAgain = false
        await delivery.wake()
      }
    } finally {
      isWaking = false
    }
  }

  /** Changes that come close together are one look. What fails, or comes while this process stops, is found by the recovery. */
  function wake(): void {
    isAgain = true
    if (!isWaking && !begin.signal.aborted) track(wakeAll()).catch(onError)
  }

  function track(work: Promise<void>): Promise<void> {
    const tracked = work.finally(() => running.delete(tracked))
    running.add(tracked)
    return tracked
  }

  return {
    store: deliveringStore(store, wake),
    run: (job: string) => track(delivery.run(job)),
    /** Queues what is due. */
    wake: delivery.wake,
    runReplay: (id: string) => track(runReplay(deps, id)),

    /** Begins nothing more, and resolves when what is under way is recorded. A receiver that takes long is cut off. */
    async stop(): Promise<void> {
      begin.abort()
      const timer = setTimeout(() => send.abort(), PATIENCE_MS)
      await Promise.allSettled([...running])
      clearTimeout(timer)
    },

    /** Queues what is due and not queued, and removes what is old. */
    async recover(): Promise<void> {
      await delivery.wake()
      for (const id of await store.unfinishedReplays()) await jobs.schedule('replay_webhooks', id, now())
      if (now().getTime() - purged_at < HOUR) return
      purged_at = now().getTime()
      await store.purgeMessages(new Date((options.agedBy ?? now)().getTime() - KEPT_DAYS * DAY))
    },

    admin: (team_id: string): WebhookAdmin => createWebhookAdmin({ ...deps, wake: delivery.wake }, team_id),

    /** Makes the console's own inbox an endpoint of the team, once. */
    ensureInbox: (team_id: string) =>
      store.ensureWebhookEndpoint({
        id: INBOX_ID,
        team_id,
        kind: 'inbox',
        name: 'Vialdesk inbox',
        url: null,
        event_types: null,
        sealed: null,
        previous_sealed: null,
        previous_until: null,
        created_at: now(),
      }),
  }
}

const EMITTING: ReadonlySet<PropertyKey> = new Set<keyof ServiceStore>([
  'changeOrder',
  'reserveAppointment',
  'changeAppointment',
  'saveConnection',
  'importNext',
  'sendHistory',
  'emit',
])

/** The same store, with a look for what is due after each change that makes events. */
function deliveringStore(store: ServiceStore, wake: () => void): ServiceStore {
  return new Proxy(store, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key)
      if (!EMITTING.has(key) || typeof value !== 'function') return value
      return async (...given: unknown[]) => {
        const result: unknown = await Reflect.apply(value, target, given)
        wake()
        return result
      }
    },
  })
}
