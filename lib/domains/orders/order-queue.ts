/** The list that an order was opened from, to go through one by one. In memory alone: a search may name a person. */

import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { createSignal } from '#lib/utils/data/signal.ts'

/** A list as it was shown when one of its orders was opened. */
export interface OrderQueue {
  environment: string
  /** Path and query of the list, and what its entry of the history held. */
  address: string
  held: Readonly<Record<string, string>>
  /** In the order of the list. */
  ids: readonly string[]
  /** Rows of the list before the first of `ids`, and those up to the last. */
  start: number
  end: number
  /** Rows of a page; null `total` where nobody counted. */
  size: number
  total: number | null
  /** Reads the IDs of the page that begins after so many rows. @throws RequestError */
  readPage: (offset: number) => Promise<readonly string[]>
}

export type Step = 1 | -1

let queue: OrderQueue | null = null
const changed = createSignal()

function setQueue(next: OrderQueue | null) {
  queue = next
  changed.send()
}

const currentQueue = () => queue
export const openQueue = (opened: OrderQueue) => setQueue(opened)
export const closeQueue = () => setQueue(null)

/** The list goes on beyond the IDs that are known. */
function hasMore({ ids, start, end, size, total }: OrderQueue, step: Step): boolean {
  if (step < 0) return start > 0
  return total === null ? ids.length > 0 && (end - start) % size === 0 : end < total
}

export function useOrderQueue(environment: string, order_id: string) {
  const known = useSyncExternalStore(
    changed.subscribe,
    () => queue,
    () => null,
  )
  return useMemo(() => {
    const index = known?.environment === environment ? known.ids.indexOf(order_id) : -1
    if (!known || index < 0) return null
    const { address, held, ids, start, total } = known
    return {
      address,
      held,
      /** From 1. */
      place: start + index + 1,
      total,
      hasPrevious: index > 0 || hasMore(known, -1),
      hasNext: index < ids.length - 1 || hasMore(known, 1),
    }
  }, [known, environment, order_id])
}

/** An order and its user are looked at together; any other page ends the queue. */
const KEEPS_QUEUE = /^\/[^/]+\/(?:orders(?:\/|$)|users\/[^/]+)/

/** Closes the queue on pages that open orders of their own; stands once in the shell. */
export function useQueueEnd(pathname: string) {
  useEffect(() => {
    if (!KEEPS_QUEUE.test(pathname)) closeQueue()
  }, [pathname])
}

/** Adds the page after or before those that are known. Rows that have moved since keep their first place. */
async function extend(known: OrderQueue, step: Step): Promise<OrderQueue> {
  const offset = step > 0 ? known.end : Math.max(0, known.start - known.size)
  const page = await known.readPage(offset)
  const added = page.filter((id) => !known.ids.includes(id))
  if (step < 0) return { ...known, ids: [...added, ...known.ids], start: offset }
  // Nothing more came, whatever was counted before.
  if (page.length === 0) return { ...known, total: known.end }
  return { ...known, ids: [...known.ids, ...added], end: offset + page.length }
}

/** Returns the order after (1) or before (-1) another in the list; null at its end. @throws RequestError */
export async function neighborOf(id: string, step: Step): Promise<string | null> {
  let known = currentQueue()
  if (!known?.ids.includes(id)) return null
  while (hasMore(known, step) && known.ids[known.ids.indexOf(id) + step] === undefined) {
    const before = known
    known = await extend(known, step)
    // Another list was opened while this one was read.
    if (currentQueue() !== before) return null
    setQueue(known)
  }
  return known.ids[known.ids.indexOf(id) + step] ?? null
}
