import { expect, test } from 'vitest'
import { ttlCache } from './cache.ts'

const START = Date.parse('2026-11-21T00:00:00Z')

function makeCache(answers: (() => Promise<string>)[]) {
  const clock = { at: START }
  const made: string[] = []
  const { get, invalidate } = ttlCache(
    1_000,
    () => new Date(clock.at),
    async (key) => {
      made.push(key)
      return answers.shift()?.() ?? `${key} ${made.length}`
    },
  )
  return { clock, made, get, invalidate }
}

test('is made once for all who ask within its time, and apart for each key', async () => {
  const { clock, made, get, invalidate } = makeCache([])
  expect(await Promise.all([get('a'), get('a'), get('b')])).toEqual(['a 1', 'a 1', 'b 2'])
  clock.at = START + 999
  expect(await get('a')).toBe('a 1')
  clock.at = START + 1_000
  expect(await get('a')).toBe('a 3')
  expect(made).toEqual(['a', 'b', 'a'])
  invalidate('a')
  expect(await get('a')).toBe('a 4')
  expect(await get('b')).toBe('b 5')
})

test('what failed fails for those who wait for it, and is made again by the next', async () => {
  const { get } = makeCache([() => Promise.reject(new Error('down'))])
  const waiting = [get('a'), get('a')]
  for (const each of waiting) await expect(each).rejects.toThrow('down')
  expect(await get('a')).toBe('a 2')
})
