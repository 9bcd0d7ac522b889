/** The inbox of events, started: which secrets count, where events and their news go, and what of rejections is kept. */
import type { Context, Hono } from 'hono'
import type { Logger } from 'pino'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { z } from 'zod'
import type { Config } from '#lib/config.ts'
import type { Bookings } from '#lib/domains/bookings/console/bookings.ts'
import { createInbox, createRejectionCounter, withoutRepeats } from '#lib/domains/events/console/inbox.ts'
import { createLiveEvents, type LiveEvents } from '#lib/domains/events/console/live.ts'
import { ARRIVED } from '#lib/domains/events/console/save-sql.ts'
import type { EventStore } from '#lib/domains/events/console/store.ts'
import { createEventWriter } from '#lib/domains/events/console/writer.ts'
import { EVENT_FORMS } from '#lib/domains/events/event-forms.ts'
import type { Rejection } from '#lib/domains/events/outcomes.ts'
import type { CriticalResults } from '#lib/domains/orders/console/overview/critical.ts'
import type { ConnectionStates } from '#lib/domains/users/console/connection-states.ts'
import type { People } from '#lib/domains/users/console/people-index.ts'
import type { DirectoryStore } from '#lib/domains/users/console/store/store.ts'
import type { OpenDatabase } from '#lib/platform/database/database.ts'
import { openNotices } from '#lib/platform/database/notices.ts'
import { callerAddress, networkOf } from '#lib/platform/http/client-address.ts'
import { webhookSecrets } from '#lib/platform/keys.ts'
import { errorFacts } from '#lib/system/log/log.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#lib/utils/time/durations.ts'
import { repeat } from '#lib/utils/timers/delay.ts'
import type { SystemOptions } from './options.ts'

/** Limit for one network: a service whose secret is being replaced has fewer. */
const REFUSED_PER_MINUTE = 120
/** Milliseconds in which rejections of one kind are one line of the log: strangers don’t flood it. */
const LOGGED_EVERY = MINUTE
/** Milliseconds between two writes of what was counted. */
const COUNTED_EVERY = 2 * SECOND

interface InboxParts {
  bookings: Pick<Bookings, 'applyEvent'>
  critical: Pick<CriticalResults, 'note'>
  states: ConnectionStates
  people: Pick<People, 'note'>
  store: EventStore & Pick<DirectoryStore, 'purgeEarlyData'>
  /** The team of the embedded service. */
  team_id: string
  /** By which records count as old. */
  agedBy: () => Date
  log: SystemOptions['log']
}

export interface OpenInbox {
  app: Hono
  /** How long the oldest event has waited to be written, in milliseconds. */
  oldest: () => number
  /** Resolves when everything is written. */
  stop: () => Promise<void>
}

export async function openInbox(
  config: Config,
  { bookings, critical, states, people, store, team_id, agedBy, log }: InboxParts,
): Promise<OpenInbox> {
  const secrets = new Map<string, readonly string[]>()
  for (const { id, base_url, webhook_secrets } of config.environments) {
    if (base_url === null) secrets.set(id, await webhookSecrets(webhook_secrets, config.data_dir))
    else if (webhook_secrets.length > 0) secrets.set(id, webhook_secrets)
  }
  const embedded = config.environments.filter(({ base_url }) => base_url === null)
  const teams = new Map(embedded.map(({ id }) => [id, team_id]))
  const now = () => new Date()
  const writer = createEventWriter(store)
  const counter = createRejectionCounter(store, now)
  const rejections = new Map<string, { at: number; count: number }>()

  function onRejected({ environment, reason }: { environment: string; reason: Rejection }) {
    counter.add(environment, reason)
    const kind = `${environment} ${reason}`
    const { at = 0, count = 0 } = rejections.get(kind) ?? {}
    const isDue = Date.now() - at >= LOGGED_EVERY
    rejections.set(kind, isDue ? { at: Date.now(), count: 0 } : { at, count: count + 1 })
    if (isDue) log.warn({ environment, reason, before: count }, 'an event was rejected')
  }

  const onError = (error: unknown) => log.error(errorFacts(error), 'rejections aren’t counted')
  const stopCounting = repeat(counter.flush, { everyMs: COUNTED_EVERY, onError, atOnce: false })
  const stopRemoving = removeOldBodies(store, { days: config.event_body_days, now: agedBy }, log)

  const refused = new RateLimiterMemory({ points: REFUSED_PER_MINUTE, duration: 60 })
  const sender = (c: Context) => networkOf(callerAddress(c, config.proxy_hops))

  const app = createInbox({
    secrets,
    unsignedLimiter: {
      isBlocked: async (c) => ((await refused.get(sender(c)))?.consumedPoints ?? 0) > REFUSED_PER_MINUTE,
      note: async (c) => void (await refused.consume(sender(c)).catch(() => undefined)),
    },
    now,
    onNews: withoutRepeats(states.noteEvent),
    teamOf: (environment) => teams.get(environment) ?? null,
    keep: writer.write,
    kept: store,
    onOrder: async (environment, data) => {
      await Promise.all([critical.note(environment, data), people.note(environment, data)])
    },
    onLab: ({ environment, ...event }) => bookings.applyEvent(environment, event),
    onRejected,
    onError: (error, request_id) => log.error({ ...errorFacts(error), request_id }, 'an event was not taken'),
  })
  return {
    app,
    oldest: writer.oldest,
    stop: async () => {
      await stopCounting()
      await Promise.all([writer.settled(), counter.flush().catch(onError), stopRemoving()])
    },
  }
}

/**
 * Returns the time by which records count as old: a day at most beyond the newest entry and the time since, so that a clock
 * that is days ahead removes nothing for good. @param newest when the newest entry was made; null where there is none
 */
export function cautiousNow(newest: Date | null): () => Date {
  const from = (newest ?? new Date()).getTime() + DAY - performance.now()
  return () => new Date(Math.min(Date.now(), from + performance.now()))
}

/** Removes old bodies, and data of connections that were never listed, now and every hour. @returns how to stop; resolves when nothing is under way any more */
export function removeOldBodies(
  { purgeBodies, purgeEarlyData }: Pick<EventStore & DirectoryStore, 'purgeBodies' | 'purgeEarlyData'>,
  { days, now }: { days: number; now: () => Date },
  log: Logger,
): () => Promise<void> {
  async function remove() {
    const before = new Date(now().getTime() - days * DAY)
    await purgeEarlyData(before)
    const removed = await purgeBodies(before)
    if (removed > 0) log.info({ removed }, 'bodies of events were removed after their time')
  }
  return repeat(remove, {
    everyMs: HOUR,
    onError: (error) => log.error(errorFacts(error), 'old bodies of events cannot be removed'),
  })
}

const arrived = z.array(
  z.object({
    environment: z.string(),
    up_to: z.number(),
    forms: z.array(z.enum(EVENT_FORMS)),
    order_ids: z.array(z.string()).nullable(),
  }),
)

interface OpenLiveEvents {
  live: LiveEvents
  /** Ends the streams and stops listening. */
  close(): Promise<void>
}

export async function openLiveEvents(
  { engine }: OpenDatabase,
  store: Pick<EventStore, 'eventsSince'>,
  environments: Config['environments'],
  log: SystemOptions['log'],
): Promise<OpenLiveEvents> {
  const live = createLiveEvents(store)
  const notices = await openNotices(engine, ARRIVED, {
    onNotice(text) {
      try {
        live.publish(arrived.parse(JSON.parse(text)))
      } catch (error) {
        // Another version of the console may say it in other words: everybody looks for themselves.
        log.warn(errorFacts(error), 'a notice of events cannot be read')
        live.recheck()
      }
    },
    onGap: live.recheck,
  })
  await live.begin(environments.map(({ id }) => id))
  return {
    live,
    async close() {
      live.close()
      await notices.close()
    },
  }
}
