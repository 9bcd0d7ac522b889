/** One stream for all tabs, since HTTP/1.1 has six connections; the tab with the lock reads, others take over. */

import { useEffect, useEffectEvent, useState } from 'react'
import { z } from 'zod'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { consoleStream } from '#lib/kernel/client/stream.ts'
import { isDemoPath } from '#lib/utils/browser/demo-path.ts'
import { newId } from '#lib/utils/ids/ids.ts'
import { MINUTE, SECOND } from '#lib/utils/time/durations.ts'
import { delay } from '#lib/utils/timers/delay.ts'
import { EVENT_FORMS } from './event-forms.ts'
import { type LiveNews, liveNews, MOST_ORDERS, watchEvents } from './live.ts'

/** Keeps a stream of news open while its tab is in sight, and goes on where it was cut off. */
interface Watch {
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
async function keepWatching({
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
function untilHidden(signal: AbortSignal) {
  const hidden = new AbortController()
  const poll = () => {
    if (document.visibilityState === 'hidden') hidden.abort()
  }
  document.addEventListener('visibilitychange', poll)
  return {
    signal: AbortSignal.any([signal, hidden.signal]),
    forget: () => document.removeEventListener('visibilitychange', poll),
  }
}

function inSight(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const poll = () => {
      if (document.visibilityState === 'hidden' && !signal.aborted) return
      document.removeEventListener('visibilitychange', poll)
      signal.removeEventListener('abort', poll)
      resolve()
    }
    document.addEventListener('visibilitychange', poll)
    signal.addEventListener('abort', poll)
    poll()
  })
}

const said = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('news'), news: liveNews }),
  /** `up_to`: the newest event that the reader knows; null for none yet. */
  z.object({ kind: z.literal('state'), isOpen: z.boolean(), up_to: z.number().nullable() }),
  /** The orders that a tab wants to hear of; none when it goes. */
  z.object({ kind: z.literal('wants'), tab: z.string(), orders: z.array(z.string()) }),
  /** A new reader asks who wants what. */
  z.object({ kind: z.literal('who') }),
])
type Said = z.infer<typeof said>

/** Milliseconds in which tabs say what they want, before the stream that names it is opened. */
const GATHER = 50

type Member = Pick<Watch, 'order_id' | 'after' | 'onNews' | 'onState'>

/** Watches with the other tabs of this browser; alone where it can't agree with them (plain HTTP has no locks). */
export function watchTogether(watch: Watch): void {
  if (!('locks' in navigator && typeof BroadcastChannel === 'function')) return void keepWatching(watch)
  const { environment, signal, ...member } = watch
  const tab = tabs.get(environment) ?? openTab(environment)
  tabs.set(environment, tab)
  const leave = tab.join({ ...member })
  signal.addEventListener('abort', () => {
    if (leave() === 0) tabs.delete(environment)
  })
}

const tabs = new Map<string, ReturnType<typeof openTab>>()

/** Follows one environment for this tab, and tells the parts of its page. */
function openTab(environment: string) {
  const id = newId()
  const name = `vialdesk-live ${environment}`
  const channel = new BroadcastChannel(name)
  const left = new AbortController()
  const members = new Set<Member>()
  /** By tab, while this one reads for all. */
  const wanted = new Map<string, readonly string[]>()
  let up_to: number | null = null
  let isOpen = false
  let isReader = false
  let reading = new AbortController()

  const own = () => [...new Set([...members].flatMap(({ order_id }) => order_id ?? []))]
  const say = (message: Said) => {
    if (!left.signal.aborted) channel.postMessage(message)
  }
  const tell = (member: Member, { up_to: newest, forms, order_ids = [] }: LiveNews) => {
    if (member.after !== null) member.after = newest
    if (member.order_id === null) member.onNews({ up_to: newest, forms })
    else if (order_ids.includes(member.order_id)) member.onNews({ up_to: newest, forms: ['lab'] })
  }
  const catchUp = (member: Member) => {
    if (member.after !== null && up_to !== null && up_to > member.after)
      tell(member, { up_to, forms: [...EVENT_FORMS], order_ids: own() })
  }
  function hear(message: Said) {
    if (message.kind === 'news') {
      up_to = Math.max(up_to ?? 0, message.news.up_to)
      for (const member of members) tell(member, message.news)
    }
    if (message.kind === 'state') hearState(message)
    if (message.kind === 'who') say({ kind: 'wants', tab: id, orders: own() })
    if (message.kind === 'wants' && isReader) hearWants(message)
  }
  function hearState(state: Extract<Said, { kind: 'state' }>) {
    up_to = state.up_to ?? up_to
    for (const member of members) {
      if (state.isOpen && !isOpen) catchUp(member)
      member.onState(state.isOpen)
    }
    isOpen = state.isOpen
  }
  function hearWants({ tab, orders }: Extract<Said, { kind: 'wants' }>) {
    const known = wanted.get(tab) ?? []
    wanted.set(tab, orders)
    // The stream is opened again where it has to name another order.
    if (orders.some((order) => !known.includes(order))) reading.abort()
    say({ kind: 'state', isOpen, up_to })
  }
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    // A tab of another version of the console may say something else.
    const message = said.safeParse(data).data
    if (message) hear(message)
  }
  function toAll(message: Said) {
    say(message)
    hear(message)
  }

  /** Reads for all tabs while this one is in sight. */
  async function read(unseen: AbortSignal) {
    isReader = true
    wanted.clear()
    wanted.set(id, own())
    say({ kind: 'who' })
    while (!unseen.aborted) {
      await delay(GATHER, unseen)
      reading = new AbortController()
      const orders = [...new Set([...wanted.values()].flat())].slice(-MOST_ORDERS)
      await keepWatching({
        environment,
        order_id: null,
        orders,
        after: up_to,
        signal: AbortSignal.any([unseen, reading.signal]),
        onNews: (news) => toAll({ kind: 'news', news }),
        onState(isHeard) {
          // One that is opened again right away was never closed for those who listen.
          if (isHeard || !reading.signal.aborted) toAll({ kind: 'state', isOpen: isHeard, up_to })
        },
      })
      // Refused for good.
      if (!(unseen.aborted || reading.signal.aborted)) break
    }
    isReader = false
  }
  async function takeTurns() {
    while (!left.signal.aborted) {
      await inSight(left.signal)
      const unseen = untilHidden(left.signal)
      // Rejects where the tab goes out of sight before its turn.
      await navigator.locks.request(name, { signal: unseen.signal }, () => read(unseen.signal)).catch(() => undefined)
      unseen.forget()
      if (!unseen.signal.aborted) return
    }
  }

  return {
    join(member: Member) {
      const isFirst = members.size === 0
      members.add(member)
      if (isFirst) {
        up_to = member.after
        void takeTurns()
      }
      const wants = { kind: 'wants', tab: id, orders: own() } as const
      if (isReader) hear(wants)
      else say(wants)
      if (isOpen) member.onState(true)
      catchUp(member)
      return () => {
        members.delete(member)
        if (members.size === 0) {
          say({ kind: 'wants', tab: id, orders: [] })
          left.abort()
          channel.close()
        }
        return members.size
      }
    },
  }
}

interface LiveEvents {
  environment: string
  order_id?: string
  /** The newest event that the page knows; null for the newest there is. */
  after?: number | null
  isOn?: boolean
  onNews: (news: LiveNews) => void
}

/** Returns whether news are heard; while they aren’t, the page must look now and then. */
export function useLiveEvents({ environment, order_id, after = null, isOn = true, onNews }: LiveEvents): boolean {
  const [isOpen, setOpen] = useState(false)
  const tell = useEffectEvent(onNews)
  const known = useEffectEvent(() => after)
  const isWanted = isOn && !isDemoPath(`/${environment}`)
  useEffect(() => {
    if (!isWanted) return
    const left = new AbortController()
    const { signal } = left
    const watch = { environment, order_id: order_id ?? null, after: known(), signal }
    watchTogether({
      ...watch,
      onNews: (news) => !signal.aborted && tell(news),
      onState: (isHeard) => !signal.aborted && setOpen(isHeard),
    })
    return () => {
      left.abort()
      setOpen(false)
    }
  }, [environment, order_id, isWanted])
  return isOpen
}
