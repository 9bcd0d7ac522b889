/** Webhooks of the embedded service as one part: the outbox is emptied after every change, and after a restart. */
import type { WebhookAdmin } from '#lib/domains/webhooks/admin.ts'
import { KEPT_DAYS } from '#lib/domains/webhooks/rules.ts'
import type { ServiceStore } from '#lib/service/store.ts'
import { DAY, HOUR } from '#lib/utils/time/durations.ts'
import { createWebhookAdmin } from './admin.ts'
import { createDelivery, type DeliverDeps } from './deliver.ts'
import { runReplay } from './replay.ts'

export interface WebhookOptions {
  send: DeliverDeps['send']
  inboxSecret: DeliverDeps['inboxSecret']
  random?: () => number
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

  /** Changes that come close together are one look. What fails is found by the recovery. */
  function wake(): void {
    isAgain = true
    if (!isWaking) wakeAll().catch(onError)
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
      await store.purgeMessages(new Date(purged_at - KEPT_DAYS * DAY))
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
