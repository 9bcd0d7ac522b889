import { expect, test } from 'vitest'
import { SourceFailure } from '#lib/console/sources.ts'
import { createMemoryConsoleStore } from '#lib/system/console/store-memory.ts'
import { MINUTE, SECOND } from '#lib/utils/time/durations.ts'
import { type CrawlerOptions, createCrawler } from './crawl.ts'
import { clock, ENVIRONMENT, fails, fakeService, NEVER, userOf } from './directory.testing.ts'

const INTERVAL = 15 * MINUTE

function crawling(count: number, bounds: Pick<CrawlerOptions, 'mostUsers' | 'hasRoom'> = {}) {
  const { now, forward } = clock()
  const store = createMemoryConsoleStore()
  const service = fakeService(count)
  const pauses: number[] = []
  const pause = async (milliseconds: number) => {
    pauses.push(milliseconds)
    forward(milliseconds)
  }
  const crawler = createCrawler({ store, source: service, now, interval: INTERVAL, pause, ...bounds })
  const progress = () => store.directoryProgress(ENVIRONMENT)
  return { ...crawler, service, store, pauses, progress, now, forward }
}

test('the whole list is read by pages, with pauses as long as each page took, within bounds', async () => {
  const { work, service, pauses, progress, forward } = crawling(1_750)
  service.next = [100, 5_000, 0].map((took) => () => forward(took))
  expect(await work(ENVIRONMENT, NEVER)).toBe(false)
  expect(service.asked).toEqual([0, 500, 1000, 1500])
  expect(pauses).toEqual([100, 1000, 20])
  expect(await progress()).toMatchObject({ users: 1_750, crawl: null, problem: null })
})

test('an empty list is a whole one', async () => {
  const { work, service, progress } = crawling(0)
  await work(ENVIRONMENT, NEVER)
  expect(service.asked).toEqual([0])
  expect(await progress()).toMatchObject({ users: 0, complete_at: '2026-11-21T08:00:00.000Z' })
})

test('a service that gives less than it is asked for is read to its end', async () => {
  const { work, service, progress } = crawling(250)
  const { listUsers } = service
  service.listUsers = (environment, { offset }, signal) => listUsers(environment, { offset, limit: 100 }, signal)
  await work(ENVIRONMENT, NEVER)
  expect(service.asked).toEqual([0, 100, 200])
  expect((await progress()).users).toBe(250)
})

test('the next crawl begins an interval after the end of the last, and not before', async () => {
  const { work, isWaiting, service, forward } = crawling(10)
  expect(await isWaiting(ENVIRONMENT)).toBe(true)
  await work(ENVIRONMENT, NEVER)
  forward(INTERVAL - 1)
  expect([await isWaiting(ENVIRONMENT), await work(ENVIRONMENT, NEVER), service.asked]).toEqual([false, false, [0]])
  forward(1)
  expect(await isWaiting(ENVIRONMENT)).toBe(true)
  await work(ENVIRONMENT, NEVER)
  expect(service.asked).toEqual([0, 0])
})

test('after a failure it goes on where it was, later and later', async () => {
  const { work, isWaiting, service, progress, now, forward } = crawling(1_200)
  service.next = [() => undefined, fails('away'), fails('still away'), fails('slow down', 45 * SECOND)]
  const waits: number[] = []
  for (const problem of ['away', 'still away', 'slow down']) {
    expect(await work(ENVIRONMENT, NEVER)).toBe(false)
    const { crawl, retry_at, ...rest } = await progress()
    expect([rest.problem, crawl?.position]).toEqual([problem, 500])
    const wait = Date.parse(retry_at ?? '') - now().getTime()
    waits.push(wait)
    forward(wait - 1)
    expect([await isWaiting(ENVIRONMENT), await work(ENVIRONMENT, NEVER)]).toEqual([false, false])
    forward(1)
    expect(await isWaiting(ENVIRONMENT)).toBe(true)
  }
  expect(waits).toEqual([5 * SECOND, 10 * SECOND, 45 * SECOND])
  await work(ENVIRONMENT, NEVER)
  expect(service.asked).toEqual([0, 500, 500, 500, 500, 1000])
  expect(await progress()).toMatchObject({ users: 1_200, problem: null, retry_at: null, failures: 0 })
})

test('waits never grow beyond ten minutes of our own, or an hour that the service asks for', async () => {
  const { work, service, progress, now, forward } = crawling(10)
  const waits: number[] = []
  service.next = [...Array.from({ length: 12 }, () => fails('away')), fails('away', 5 * 60 * MINUTE)]
  for (let failure = 0; failure < 13; failure += 1) {
    await work(ENVIRONMENT, NEVER)
    const wait = Date.parse((await progress()).retry_at ?? '') - now().getTime()
    waits.push(wait / MINUTE)
    forward(wait)
  }
  expect(waits.slice(-3)).toEqual([10, 10, 60])
})

test('what is no failure of the service is not hidden', async () => {
  const { work, service } = crawling(10)
  service.next = [
    () => {
      throw new TypeError('a mistake of ours')
    },
  ]
  await expect(work(ENVIRONMENT, NEVER)).rejects.toThrow(TypeError)
  // And nothing is locked by it.
  expect(await work(ENVIRONMENT, NEVER)).toBe(false)
})

test('a long list takes several turns, each of which says that there is more', async () => {
  const { work, service, forward } = crawling(2_500)
  service.next = Array.from({ length: 5 }, () => () => forward(11 * SECOND))
  const more: boolean[] = []
  while (more.at(-1) !== false) more.push(await work(ENVIRONMENT, NEVER))
  expect(more).toEqual([true, true, false])
  expect(service.asked).toEqual([0, 500, 1000, 1500, 2000])
})

test('ended in the middle, it leaves what it has, and somebody goes on', async () => {
  const { work, service, progress } = crawling(1_200)
  const ended = new AbortController()
  service.next = [
    () => undefined,
    () => {
      ended.abort()
      throw new SourceFailure('cut by our own end')
    },
  ]
  expect(await work(ENVIRONMENT, ended.signal)).toBe(false)
  expect(await progress()).toMatchObject({ users: 500, crawl: { position: 500 }, problem: null })
  await work(ENVIRONMENT, NEVER)
  expect(service.asked).toEqual([0, 500, 500, 1000])
})

test('a list that never ends, of always new users, is kept up to a bound, which the page says', async () => {
  const { work, service, progress, forward } = crawling(0, { mostUsers: 1_000 })
  let listed = 0
  service.listUsers = async (_, { limit }) => {
    const users = Array.from({ length: limit }, (_, index) => userOf(listed + index))
    listed += limit
    return { users, entries: limit, unreadable: [], total: 1_000_000 }
  }
  for (let crawl = 0; crawl < 6; crawl += 1) {
    await work(ENVIRONMENT, NEVER)
    const { users, problem } = await progress()
    expect(users).toBeLessThanOrEqual(2_000)
    expect(problem).toMatch(/^The service lists more than 1,000 users/)
    forward(INTERVAL)
  }
  expect(listed).toBeGreaterThan(2_000)
})

test('a list within the bound is whole', async () => {
  const { work, progress } = crawling(1_000, { mostUsers: 1_000 })
  await work(ENVIRONMENT, NEVER)
  expect(await progress()).toMatchObject({ users: 1_000, problem: null })
})

test('nothing is read while the disk is almost full, and it goes on where it was', async () => {
  let hasRoom = false
  const { work, service, progress, forward } = crawling(700, { hasRoom: () => hasRoom })
  await work(ENVIRONMENT, NEVER)
  expect(service.asked).toEqual([])
  expect((await progress()).problem).toMatch(/disk of this console is almost full/)
  hasRoom = true
  forward(MINUTE)
  await work(ENVIRONMENT, NEVER)
  expect(await progress()).toMatchObject({ users: 700, problem: null })
})

test('of two at one crawl one goes on, whether in one process or in two', async () => {
  const first = crawling(3_000)
  const second = createCrawler({
    store: first.store,
    source: first.service,
    now: first.now,
    interval: INTERVAL,
    pause: async () => undefined,
  })
  const ends = [first, first, second].map(({ work }) => work(ENVIRONMENT, NEVER))
  expect(await Promise.all(ends)).toEqual([false, false, false])
  expect(await first.progress()).toMatchObject({ users: 3_000, crawl: null })
  // The other noticed with the first page it could not save.
  expect(first.service.asked.length).toBeLessThanOrEqual(7)
})

test('a crawl that somebody is at is not taken over until nothing has come for a minute', async () => {
  const { isWaiting, store, now, forward } = crawling(1_200)
  await store.beginCrawl(ENVIRONMENT, now().toISOString())
  forward(MINUTE - 1)
  expect(await isWaiting(ENVIRONMENT)).toBe(false)
  forward(1)
  expect(await isWaiting(ENVIRONMENT)).toBe(true)
})

test('users that cannot be read are left out, and named with their field', async () => {
  const { work, service, progress } = crawling(3)
  const unreadable = [
    { at: 1, id: 'e7c2327a', field: 'created_on' },
    { at: 2, id: null, field: '' },
  ]
  service.listUsers = async () => ({ users: [userOf(1)], entries: 3, unreadable, total: 3 })
  await work(ENVIRONMENT, NEVER)
  expect(await progress()).toMatchObject({
    users: 1,
    problem:
      '2 users can’t be read, so this list doesn’t show them: e7c2327a (created_on), no ID. Tell your administrator.',
  })
})

test('whoever left the service is gone after the next crawl', async () => {
  const { work, service, store, forward } = crawling(1_200)
  await work(ENVIRONMENT, NEVER)
  const [gone] = service.users.splice(700, 1)
  forward(INTERVAL)
  await work(ENVIRONMENT, NEVER)
  expect(await store.getDirectoryUser(ENVIRONMENT, gone?.user_id ?? '')).toBeNull()
  expect((await store.directoryProgress(ENVIRONMENT)).users).toBe(1_199)
})
