/** Our own: batching libraries wait for a tick or a timer; here the load sets the size of the next write. */

interface Waiting<T, R> {
  item: T
  resolve: (result: R) => void
  reject: (error: unknown) => void
}

/**
 * `write` never runs twice at once and answers in order; its error is thrown to everyone in the batch. What comes while
 * `gather` runs joins the first batch.
 */
export function batched<T, R>(
  write: (items: T[]) => Promise<R[]>,
  most: number,
  gather?: () => Promise<unknown>,
): (item: T) => Promise<R> {
  const queue: Waiting<T, R>[] = []
  let busy = false

  async function drain(): Promise<void> {
    if (busy) return
    busy = true
    if (gather) await gather()
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
