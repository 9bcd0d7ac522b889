import { describe, expect, test } from 'vitest'
import { createTurns } from './turns.ts'

/** Work that ends when it is told to, and who is at it. */
function desk(turns: ReturnType<typeof createTurns>) {
  const at: string[] = []
  const begin = (who: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const done = turns(who, async () => {
      at.push(who)
      await promise.finally(() => at.splice(at.indexOf(who), 1))
    })
    return { done, end: resolve, fail: reject }
  }
  const settle = () => new Promise(setImmediate)
  return { at, begin, settle }
}

describe('turns', () => {
  test('one person has so many under way, the next when one of them ends, also badly', async () => {
    const { at, begin, settle } = desk(createTurns({ each: 2 }))
    const [first, second, third] = [begin('ann'), begin('ann'), begin('ann')]
    await settle()
    expect(at).toEqual(['ann', 'ann'])
    first.fail(new Error('broken'))
    await expect(first.done).rejects.toThrow('broken')
    await settle()
    expect(at).toEqual(['ann', 'ann'])
    second.end()
    third.end()
    await Promise.all([second.done, third.done])
    expect(at).toEqual([])
  })

  test('another person does not wait for those who are waiting', async () => {
    const { at, begin, settle } = desk(createTurns({ each: 1, all: 2 }))
    const many = Array.from({ length: 20 }, () => begin('ann'))
    const other = begin('bo')
    await settle()
    expect(at).toEqual(['ann', 'bo'])
    for (const { end } of [...many, other]) end()
    await Promise.all([...many, other].map(({ done }) => done))
  })

  test('no more than so many of all', async () => {
    const { at, begin, settle } = desk(createTurns({ each: 1, all: 2 }))
    const all = ['ann', 'bo', 'cy'].map(begin)
    await settle()
    expect(at).toEqual(['ann', 'bo'])
    all[0]?.end()
    await settle()
    expect(at).toEqual(['bo', 'cy'])
    for (const { end } of all) end()
    await Promise.all(all.map(({ done }) => done))
  })
})
