import { describe, expect, test } from 'vitest'
import { batched } from './batch.ts'

/** A write that lasts until it is told to end. */
function writer(most = 100) {
  const batches: number[][] = []
  let finish: (() => void)[] = []
  const write = batched(async (items: number[]) => {
    batches.push(items)
    await new Promise<void>((resolve) => finish.push(resolve))
    if (items.includes(-1)) throw new Error('no')
    return items.map((item) => item * 10)
  }, most)
  const settle = async () => {
    for (let turns = 0; turns < 20; turns++) {
      for (const end of finish) end()
      finish = []
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return { batches, write, settle }
}

describe('batched', () => {
  test('the first goes at once, the rest together, each with its own result', async () => {
    const { batches, write, settle } = writer()
    const results = Promise.all([1, 2, 3, 4].map(write))
    expect(batches).toEqual([[1]])
    await settle()
    expect(await results).toEqual([10, 20, 30, 40])
    expect(batches).toEqual([[1], [2, 3, 4]])
  })

  test('takes no more at once than it may', async () => {
    const { batches, write, settle } = writer(2)
    const results = Promise.all([1, 2, 3, 4].map(write))
    await settle()
    await results
    expect(batches).toEqual([[1], [2, 3], [4]])
  })

  test('a failure is everyone’s in the batch, and nobody’s after it', async () => {
    const { write, settle } = writer()
    const results = Promise.allSettled([1, 2, -1].map(write))
    await settle()
    expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
    const later = write(5)
    await settle()
    expect(await later).toBe(50)
  })

  test('an answer that is missing is a failure', async () => {
    const write = batched(async () => [], 10)
    await expect(write(1)).rejects.toThrow('did not answer')
  })
})
