/** Streams of news to whoever has the events open: bounded, slow readers never waited for, and ended with their right. */
import type { EventForm } from '#lib/domains/events/event-forms.ts'
import type { LiveNews } from '#lib/domains/events/live.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import { SECOND } from '#lib/utils/time/durations.ts'
import type { ArrivedNews } from './resolve-batch.ts'
import type { EventStore } from './store.ts'

export interface Watching {
  environment: string
  order_id: string | null
  /** Orders of which it is said whether they are among the news. */
  orders?: readonly string[]
  /** The newest event that the reader knows; null for the newest there is. */
  after: number | null
  /** ID of the reader. */
  viewer: string
  lasts: number
  /** Whether they may still read: asked now and then. */
  isStillAllowed: () => Promise<boolean>
}

export interface LiveEvents {
  /** Reads what had arrived before. */
  begin(environments: readonly string[]): Promise<void>
  /** Number of the newest event, of any environment; 0 for none. */
  newest(): number
  /** Says what has arrived; returns at once. */
  publish(arrived: readonly ArrivedNews[]): void
  /** Looks again for everybody: something may have been missed. */
  recheck(): void
  /** @throws ApiError 429 where this person has too many streams. */
  watch(watching: Watching): Promise<ReadableStream<Uint8Array>>
  /** Ends all streams, and those that begin later. */
  close(): void
}

/** Limit for one person over all tabs; browsers keep streams only for visible tabs. */
const STREAMS_EACH = 8
/** Milliseconds between two messages at least. */
const SPACING = SECOND
/** Milliseconds between two signs of life, each with a look whether the reader may still read. */
const SIGN_EVERY = 10 * SECOND
/** Milliseconds before a reader who was cut off comes again. */
const RETRY = 3 * SECOND

const TOO_MANY = new ApiError(
  'too_many_requests',
  'You have this console open in too many tabs. This tab refreshes every minute.',
  {
    retry_after_ms: 60 * SECOND,
  },
)

interface Reader extends Watching {
  heard(news: ArrivedNews): void
  poll(): void
  end(): void
}

/** Creates the streams of a process; `timings` are for tests. */
export function createLiveEvents(
  { eventsSince }: Pick<EventStore, 'eventsSince'>,
  { spacing = SPACING, signEvery = SIGN_EVERY } = {},
): LiveEvents {
  const readers = new Set<Reader>()
  let isClosed = false
  let newest = 0

  return {
    async begin(environments) {
      const none = { after: null, order_id: null }
      const found = await Promise.all(environments.map((environment) => eventsSince(environment, none)))
      newest = Math.max(newest, ...found.map(({ up_to }) => up_to))
    },

    newest: () => newest,

    publish(arrived) {
      newest = Math.max(newest, ...arrived.map(({ up_to }) => up_to))
      for (const news of arrived)
        for (const reader of readers) if (reader.environment === news.environment) reader.heard(news)
    },

    recheck() {
      for (const reader of readers) reader.poll()
    },

    async watch(watching) {
      const own = [...readers].filter(({ viewer }) => viewer === watching.viewer)
      if (own.length >= STREAMS_EACH) throw TOO_MANY
      return new ReadableStream<Uint8Array>(
        streamOf(watching, {
          eventsSince,
          spacing,
          signEvery,
          join: (reader) => {
            if (isClosed) reader.end()
            else readers.add(reader)
            return () => void readers.delete(reader)
          },
        }),
      )
    },

    close() {
      isClosed = true
      for (const reader of [...readers]) reader.end()
    },
  }
}

interface Parts extends Pick<EventStore, 'eventsSince'> {
  spacing: number
  signEvery: number
  /** Returns how to leave. */
  join(reader: Reader): () => void
}

function streamOf(
  watching: Watching,
  { eventsSince, spacing, signEvery, join }: Parts,
): UnderlyingDefaultSource<Uint8Array> {
  const { environment, order_id, orders = [], isStillAllowed } = watching
  const encoder = new TextEncoder()
  const forms = new Set<EventForm>()
  const named = new Set<string>()
  let { after } = watching
  let out: ReadableStreamDefaultController<Uint8Array> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let said_at = Number.NEGATIVE_INFINITY
  let stop: () => void = () => undefined

  const write = (text: string) => out?.enqueue(encoder.encode(text))
  const hasRoom = () => (out?.desiredSize ?? 0) > 0

  /** Sends now, or when the time between two messages is over, together with what has arrived by then. */
  function sayWhenDue() {
    timer ??= setTimeout(say, Math.max(0, said_at + spacing - performance.now()))
  }

  function say() {
    timer = undefined
    // A slow reader gets one message with all that has arrived, as soon as it reads again.
    if (!out || forms.size === 0 || !hasRoom()) return
    said_at = performance.now()
    const news: LiveNews = { up_to: after ?? 0, forms: [...forms], ...(orders.length > 0 && { order_ids: [...named] }) }
    forms.clear()
    named.clear()
    write(`id: ${news.up_to}\ndata: ${JSON.stringify(news)}\n\n`)
  }

  async function poll() {
    const found = await eventsSince(environment, { after, order_id }).catch(() => null)
    if (!found || !out) return
    after = Math.max(after ?? 0, found.up_to)
    for (const form of found.forms) forms.add(form)
    // The orders of missed events aren’t known, so each is checked.
    if (found.forms.includes('lab')) for (const id of orders) named.add(id)
    if (forms.size > 0) sayWhenDue()
  }

  const reader: Reader = {
    ...watching,
    heard({ up_to, forms: arrived, order_ids }) {
      if (order_id !== null && order_ids !== null && !order_ids.includes(order_id)) return
      after = Math.max(after ?? 0, up_to)
      for (const form of arrived) if (order_id === null || form === 'lab') forms.add(form)
      for (const id of orders) if (order_ids === null || order_ids.includes(id)) named.add(id)
      if (forms.size > 0) sayWhenDue()
    },
    poll: () => void poll(),
    end: () => {
      const ended = out
      stop()
      ended?.close()
    },
  }

  async function sign() {
    if (!(await isStillAllowed().catch(() => false))) return reader.end()
    if (!hasRoom()) return
    if (forms.size > 0) say()
    else write(': still here\n\n')
  }

  return {
    async start(controller) {
      out = controller
      write(`retry: ${RETRY}\n\n`)
      let leave: () => void = () => undefined
      const signs = setInterval(() => void sign(), signEvery)
      const end = setTimeout(reader.end, watching.lasts)
      stop = () => {
        out = null
        leave()
        clearInterval(signs)
        clearTimeout(end)
        clearTimeout(timer)
      }
      leave = join(reader)
      // After it has joined: what arrives while it looks is heard as well.
      await poll()
    },
    cancel: () => stop(),
  }
}
