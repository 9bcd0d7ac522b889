/** Webhooks of the demo: its own inbox gets every event, and other receivers are played. Nothing leaves the browser. */
import { DEMO_ENVIRONMENT } from '#lib/demo/people.ts'
import type { Bookings } from '#lib/domains/bookings/console/bookings.ts'
import type { EventStore } from '#lib/domains/events/console/store.ts'
import { createTake, type Take } from '#lib/domains/events/console/take.ts'
import { webhookEvent } from '#lib/domains/events/event.ts'
import type { CriticalResults } from '#lib/domains/orders/console/overview/critical.ts'
import type { ConnectionStates } from '#lib/domains/users/console/connection-states.ts'
import type { StateStore } from '#lib/domains/users/console/store/store.ts'
import type { Send, SendResult } from '#lib/domains/webhooks/service/attempt.ts'
import { Random } from '#lib/sandbox/data/prng.ts'
import type { JobName, RunJob } from '#lib/service/jobs.ts'
import { DEMO_TEAM_ID } from './journal/records.ts'

interface Options {
  /** The demo's inbox, which nobody else reaches: it believes every message. */
  take: Take
  now: () => Date
}

/** An address that ends in a status, such as `/503`, is answered with it. */
const ASKED_STATUS = /\/([2-5]\d\d)$/
/** Milliseconds that a receiver takes. */
const PACE = { inbox: [2, 9], url: [80, 420] } as const

/** Creates the sender of the demo. */
export function createDemoSend({ take, now }: Options): Send {
  return async ({ url, headers, body }): Promise<SendResult> => {
    const random = new Random(now().getTime(), body.length, 0)
    const answered = { kind: 'response', content_type: null, retry_after: null, text: '', is_cut: false } as const
    if (url !== null) {
      const status = Number(ASKED_STATUS.exec(new URL(url).pathname)?.[1] ?? 200)
      const text = status < 300 ? '{"ok":true}' : `{"error":"The demo answers with ${status}."}`
      return { ...answered, content_type: 'application/json', text, status, ms: random.int(...PACE.url) }
    }
    const event = webhookEvent.parse(JSON.parse(body))
    const received_at = now().toISOString()
    const sent_at = new Date(Number(headers['webhook-timestamp']) * 1000).toISOString()
    const message_id = headers['webhook-id'] ?? ''
    await take({ environment: DEMO_ENVIRONMENT.id, message_id, event, body, sent_at, received_at })
    return { ...answered, status: 204, ms: random.int(...PACE.inbox) }
  }
}

interface TakeParts {
  store: Pick<EventStore, 'saveEvents' | 'findEvent' | 'eventBody'> & Pick<StateStore, 'queueCheck'>
  states: Pick<ConnectionStates, 'noteEvent'>
  /** Has connections that are due read; nobody waits for it. */
  check: () => void
  heed: Bookings['heed']
  onOrder: CriticalResults['note']
}

/** Returns the demo's inbox: as the server's, without a signature to check. */
export function createDemoTake({ store, states, check, heed, onOrder }: TakeParts): Take {
  return createTake({
    teamOf: () => DEMO_TEAM_ID,
    kept: store,
    async keep(event) {
      const [saved] = await store.saveEvents([event])
      if (!saved) throw new Error('The store says nothing of an event that it was given.')
      return saved
    },
    async onNews(news) {
      if (news.kind === 'data') return states.noteEvent(news)
      await store.queueCheck(news.environment, news.user_id)
      check()
    },
    onOrder,
    onLab: ({ environment, ...event }) => heed(environment, event),
  })
}

interface Queued {
  name: JobName
  id: string
  at: Date
}

/** Jobs of webhooks, done when somebody looks at events or deliveries: nobody else would see what they do. */
export function createLookedJobs(now: () => Date) {
  let jobs: Queued[] = []
  let running = Promise.resolve()

  async function runDue(run: RunJob) {
    for (;;) {
      const due = jobs.filter(({ at }) => at <= now())
      if (due.length === 0) return
      jobs = jobs.filter((job) => !due.includes(job))
      for (const { name, id } of due) await run(name, id)
    }
  }

  return {
    add: (job: Queued) => void jobs.push(job),
    run(run: RunJob): Promise<void> {
      running = running.catch(() => undefined).then(() => runDue(run))
      return running
    },
  }
}
