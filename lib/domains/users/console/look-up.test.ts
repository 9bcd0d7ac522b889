import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fakeService, NEVER, userOf } from './directory.testing.ts'
import { lookUp } from './directory.ts'
import { guessedPlaces } from './rules.ts'

function looking(count: number) {
  const service = fakeService(count)
  return { service, list: (page: { offset: number; limit: number }) => service.listUsers('sandbox', page, NEVER) }
}

const many = (pages: number) => ({ guesses: (total: number) => [0, total], pages: () => pages })

test('a user is on the page where they were last', async () => {
  const { service, list } = looking(10_000)
  const known = { position: 4_321, of_total: 10_000 }
  const guesses = (total: number) => guessedPlaces(known, total)
  const { user_id } = userOf(10_000 - 1 - 4_321)
  const found = await lookUp(list, { user_id, first: 4_321, guesses, pages: () => 8 })
  expect(found).toEqual({ listed: { user: userOf(5_678), ...known }, isGone: false })
  expect(service.asked).toEqual([4_000])
})

describe('a list that has moved', () => {
  test.each([
    ['newest first', (users: unknown[], added: unknown[]) => [...added, ...users]],
    ['oldest first', (users: unknown[], added: unknown[]) => [...users, ...added]],
  ])('%s: found within four pages, however many came and some went', async (_, grown) => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: 5_999 }),
        fc.nat({ max: 20_000 }),
        fc.uniqueArray(fc.nat({ max: 5_999 }), { maxLength: 100 }),
        async (position, more, left) => {
          const { service, list } = looking(6_000)
          const wanted = service.users[position]
          const away = new Set(left.filter((place) => place !== position))
          const stayed = service.users.filter((__, place) => !away.has(place))
          const added = Array.from({ length: more }, (__, index) => userOf(100_000 + index))
          service.users = grown(stayed, added).filter((user): user is (typeof added)[number] => user !== undefined)
          const guesses = (total: number) => guessedPlaces({ position, of_total: 6_000 }, total)
          const user_id = wanted?.user_id ?? ''
          const found = await lookUp(list, { user_id, first: position, guesses, pages: () => 8 })
          expect(found.listed?.user).toEqual(wanted)
          expect(service.asked.length).toBeLessThanOrEqual(4)
        },
      ),
      { numRuns: 60 },
    )
  })
})

test('nobody is searched for without bounds', async () => {
  const { service, list } = looking(10_000)
  const found = await lookUp(list, { user_id: userOf(99_999).user_id, first: 0, ...many(5) })
  expect(found).toEqual({ listed: null, isGone: false })
  expect(service.asked).toEqual([0, 9_500, 500, 9_000, 1_000])
})

test('a list as long as no list is holds nobody up', async () => {
  const list = async () => ({ users: [], entries: 0, unreadable: [], total: Number.MAX_SAFE_INTEGER })
  expect(await lookUp(list, { user_id: userOf(1).user_id, first: 0, ...many(8) })).toEqual({
    listed: null,
    isGone: false,
  })
})

test('who is nowhere in a whole list is gone', async () => {
  const { service, list } = looking(1_200)
  const found = await lookUp(list, { user_id: userOf(99_999).user_id, first: 0, ...many(8) })
  expect(found).toEqual({ listed: null, isGone: true })
  expect(service.asked.toSorted((a, b) => a - b)).toEqual([0, 500, 1_000])
})

test.each<[string, (users: { splice: (at: number, count: number) => unknown }) => void]>([
  ['shrank', (users) => users.splice(0, 1)],
  ['emptied', (users) => users.splice(0, 1_200)],
])('but not in one that %s meanwhile', async (_, change) => {
  const { service, list } = looking(1_200)
  service.next = [() => undefined, () => change(service.users)]
  const found = await lookUp(list, { user_id: userOf(99_999).user_id, first: 0, ...many(8) })
  expect(found).toEqual({ listed: null, isGone: false })
})
