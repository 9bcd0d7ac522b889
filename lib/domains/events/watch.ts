/** Keeps a stream of news open while its tab is in sight, and goes on where it was cut off. */
import { RequestError } from '#lib/kernel/client/errors.ts'
import { consoleStream } from '#lib/kernel/client/stream.ts'
import { MINUTE, SECOND } from '#lib/utils/time/durations.ts'
import { delay } from '#lib/utils/timers/delay.ts'
import { type LiveNews, watchEvents } from './live.ts'

export interface Watch {
  environment: string
  /** Order to follow; null for all. */
  order_id: string | null
  /** Orders that are named where they are among the news of all. */
  orders?: readonly string[]
  /** The newest event that is known at the beginning. */
  after: number | null
  signal: AbortSignal
  onNews: (news: LiveNews) => void
  /** Whether news are heard, as that changes. */
  onState: (isOpen: boolean) => void
}

/** Milliseconds before the next try: at first, and at most. */
const RETRY = { first: 3 * SECOND, most: MINUTE }
/** Refused for good: another try says the same. */
const FINAL: ReadonlySet<number | null> = new Set([401, 403, 404, 405, 422])

/** Resolves when the signal ends it, or when nobody may watch. */
export async function keepWatching({
  environment,
  order_id,
  orders = [],
  after,
  signal,
  onNews,
  onState,
}: Watch): Promise<void> {
  let lastId = after === null ? null : String(after)
  let wait = RETRY.first
  while (!signal.aborted) {
    await inSight(signal)
    const unseen = untilHidden(signal)
    try {
      await consoleStream(
        watchEvents,
        {
          params: { environment },
          query: { ...(order_id !== null && { order_id }), orders: [...orders] },
        },
        {
          signal: unseen.signal,
          lastId,
          onOpen() {
            wait = RETRY.first
            onState(true)
          },
          onMessage(news, id) {
            lastId = id
            onNews(news)
          },
        },
      )
    } catch (error) {
      const status = error instanceof RequestError ? (error.status ?? null) : null
      if (FINAL.has(status)) return onState(false)
      wait = Math.min(RETRY.most, status === 429 ? RETRY.most : wait * 2)
    } finally {
      unseen.forget()
    }
    onState(false)
    // Back in sight, it goes on at once.
    if (!unseen.signal.aborted) await delay(wait, signal)
  }
}

/** A tab that nobody sees holds no connection: a browser has six for a console, in all its tabs. */
export function untilHidden(signal: AbortSignal) {
  const hidden = new AbortController()
  const look = () => {
    if (document.visibilityState === 'hidden') hidden.abort()
  }
  document.addEventListener('visibilitychange', look)
  return {
    signal: AbortSignal.any([signal, hidden.signal]),
    forget: () => document.removeEventListener('visibilitychange', look),
  }
}

export function inSight(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.visibilityState === 'hidden' && !signal.aborted) return
      document.removeEventListener('visibilitychange', look)
      signal.removeEventListener('abort', look)
      resolve()
    }
    document.addEventListener('visibilitychange', look)
    signal.addEventListener('abort', look)
    look()
  })
}
