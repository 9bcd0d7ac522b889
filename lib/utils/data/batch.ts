/**
 * Gathers what comes while one write is under way into the next one: the load sets the size, no timer does. Our own:
 * batching libraries (dataloader, p-queue) wait for a tick or a timer instead.
 */

interface Waiting<T, R> {
  item: T
  resolve: (result: R) => void
  reject: (error: unknown) => void
}

/**
 * `write` gets at most `most` items and answers one result an item, in their order; it never runs twice at once.
 * An error of `write` is thrown to everyone in the batch.
 */
export function batched<T, R>(write: (items: T[]) => Promise<R[]>, most: number): (item: T) => Promise<R> {
  const queue: Waiting<T, R>[] = []
  let busy = false

  async function drain(): Promise<void> {
    if (busy) return
    busy = true
    while (queue.length > 0) await settle(queue.splice(0, most), write)
    busy = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject })
      void drain()
    })
}

async function settle<T, R>(batch: readonly Waiting<T, R>[], write: (items: T[]) => Promise<R[]>): Promise<void> {
  try {
    const results = await write(batch.map(({ item }) => item))
    for (const [index, { resolve, reject }] of batch.entries()) {
      const result = results[index]
      if (result === undefined) reject(new Error('The write did not answer for every item.'))
      else resolve(result)
    }
  } catch (error) {
    for (const { reject } of batch) reject(error)
  }
}
