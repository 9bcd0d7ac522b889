/** From one order of a list to the next, also beyond the page that was open; apart from what remembers the list. */
import { currentQueue, hasMore, type OrderQueue, type Step, setQueue } from './order-queue.ts'

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
