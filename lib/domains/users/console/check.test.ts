import { expect, test } from 'vitest'
import { SourceFailure } from '#lib/console/sources.ts'
import type { Connection } from '#lib/domains/connections/connection.ts'
import { connectionSearch } from '#lib/domains/users/directory-connections.ts'
import { makeUser, userIdOf } from '#lib/domains/users/user.testing.ts'
import { createMemoryConsoleStore } from '#lib/system/console/store-memory.ts'
import { HOUR, MINUTE, SECOND } from '#lib/utils/time/durations.ts'
import { createConnectionChecker } from './check.ts'
import { clock, ENVIRONMENT, fails, NEVER } from './directory.testing.ts'
import { crawled } from './directory-data.testing.ts'

const SPACING = 100

function connectionOf(slug: string, more: Partial<Connection> = {}): Connection {
  const created_on = '2026-01-01T00:00:00Z'
  return { name: slug, slug, status: 'connected', created_on, resource_availability: {}, ...more }
}

/** So many users with one source each, and a service that says that it is connected. */
async function checking(count: number) {
  const { now, forward } = clock()
  const store = createMemoryConsoleStore()
  const connected_sources = [{ created_on: '2026-01-01T00:00:00Z', source: { name: 'Ring', slug: 'korrin_ring' } }]
  const users = Array.from({ length: count }, (_, index) => makeUser({ user_id: userIdOf(index), connected_sources }))
  await crawled(store, ENVIRONMENT, users, now().toISOString())
  const asked: string[] = []
  /** Steps that the next calls run before they answer; one that throws is the answer. */
  const next: (() => void)[] = []
  const answers = new Map<string, Connection[] | null>()
  const pauses: number[] = []
  const checker = createConnectionChecker({
    store,
    now,
    interval: HOUR,
    spacing: () => SPACING,
    source: {
      async listConnections(_, user_id) {
        asked.push(user_id)
        next.shift()?.()
        const answer = answers.get(user_id)
        return answer === undefined ? [connectionOf('korrin_ring')] : answer
      },
    },
    async pause(milliseconds) {
      pauses.push(milliseconds)
      forward(milliseconds)
    },
  })
  const states = async () => {
    const { connections } = await store.searchDirectoryConnections(ENVIRONMENT, connectionSearch.parse({}))
    return connections.map(({ state }) => state)
  }
  return { ...checker, store, asked, next, answers, pauses, states, now, forward }
}

test('every user is checked once, within the budget of calls', async () => {
  const { work, isWaiting, asked, pauses, states, next, forward, answers } = await checking(5)
  answers.set(userIdOf(1), [connectionOf('korrin_ring', { error_details: { error_type: 'token_refresh_failed' } })])
  answers.set(userIdOf(2), [])
  // A slow answer is followed by a rest as long.
  next.push(
    () => forward(30),
    () => forward(400),
  )
  expect(await isWaiting(ENVIRONMENT)).toBe(true)
  expect(await work(ENVIRONMENT, NEVER)).toBe(false)
  expect(asked).toEqual([0, 1, 2, 3, 4].map(userIdOf))
  expect(pauses).toEqual([70, 400, 100, 100, 100])
  expect(await states()).toEqual(['connected', 'needs_sign_in', 'not_listed', 'connected', 'connected'])
  expect(await isWaiting(ENVIRONMENT)).toBe(false)
})

test('a user is due again after an hour, or when somebody asks', async () => {
  const { work, isWaiting, asked, store, now, forward } = await checking(2)
  await work(ENVIRONMENT, NEVER)
  forward(HOUR - SECOND)
  expect([await isWaiting(ENVIRONMENT), await work(ENVIRONMENT, NEVER), asked.length]).toEqual([false, false, 2])
  forward(2 * SECOND)
  expect(await isWaiting(ENVIRONMENT)).toBe(true)
  await work(ENVIRONMENT, NEVER)
  expect(asked.length).toBe(4)
  forward(MINUTE)
  await store.saveCheckProgress(ENVIRONMENT, { asked_at: now().toISOString() })
  expect(await isWaiting(ENVIRONMENT)).toBe(true)
  await work(ENVIRONMENT, NEVER)
  expect(asked.length).toBe(6)
})

test('one user who cannot be read holds nobody up, and is tried again after an hour', async () => {
  const { work, answers, states, asked, store, forward } = await checking(3)
  answers.set(userIdOf(1), null)
  await work(ENVIRONMENT, NEVER)
  expect(await states()).toEqual(['connected', 'not_checked', 'connected'])
  expect(await store.connectionCoverage(ENVIRONMENT, null)).toMatchObject({ users: 3, checked: 2 })
  forward(30 * MINUTE)
  await work(ENVIRONMENT, NEVER)
  expect(asked.length).toBe(3)
  answers.delete(userIdOf(1))
  forward(31 * MINUTE)
  await work(ENVIRONMENT, NEVER)
  expect(await states()).toEqual(['connected', 'connected', 'connected'])
})

test('a service that fails is given a rest, longer every time, and what it says is kept', async () => {
  const { work, isWaiting, next, store, asked, now, forward, states } = await checking(4)
  next.push(fails('away', null, 503), fails('still away', null, 503), fails('slow down', 45 * SECOND, 429))
  const waits: number[] = []
  for (const problem of ['away', 'still away', 'slow down']) {
    expect(await work(ENVIRONMENT, NEVER)).toBe(false)
    const progress = await store.checkProgress(ENVIRONMENT)
    expect(progress.problem).toBe(problem)
    const wait = Date.parse(progress.retry_at ?? '') - now().getTime()
    waits.push(wait)
    forward(wait - 1)
    expect([await isWaiting(ENVIRONMENT), await work(ENVIRONMENT, NEVER)]).toEqual([false, false])
    forward(1)
  }
  expect(waits).toEqual([5 * SECOND, 10 * SECOND, 45 * SECOND])
  await work(ENVIRONMENT, NEVER)
  // The user refused by the service is read again.
  expect(asked).toEqual([0, 0, 0, 0, 1, 2, 3].map(userIdOf))
  expect(await store.checkProgress(ENVIRONMENT)).toMatchObject({ problem: null, retry_at: null, failures: 0 })
  forward(HOUR)
  await work(ENVIRONMENT, NEVER)
  expect(await states()).toEqual(['connected', 'connected', 'connected', 'connected'])
})

test('what is no failure of the service is not hidden, and nothing is locked by it', async () => {
  const { work, next, forward } = await checking(2)
  next.push(() => {
    throw new TypeError('a mistake of ours')
  })
  await expect(work(ENVIRONMENT, NEVER)).rejects.toThrow(TypeError)
  forward(3 * MINUTE)
  expect(await work(ENVIRONMENT, NEVER)).toBe(false)
})

test('a long list takes several turns, each of which says that there is more', async () => {
  const { work, asked } = await checking(450)
  const more: boolean[] = []
  while (more.at(-1) !== false) more.push(await work(ENVIRONMENT, NEVER))
  expect(more).toEqual([true, true, false])
  expect(new Set(asked).size).toBe(450)
})

test('ended in the middle, it leaves the others to somebody else', async () => {
  const { work, next, asked, store, forward } = await checking(30)
  const ended = new AbortController()
  next.push(
    () => undefined,
    () => {
      ended.abort()
      throw new SourceFailure('canceled')
    },
  )
  expect(await work(ENVIRONMENT, ended.signal)).toBe(false)
  expect(asked).toHaveLength(2)
  expect(await store.checkProgress(ENVIRONMENT)).toMatchObject({ failures: 0 })
  forward(2 * MINUTE)
  await work(ENVIRONMENT, NEVER)
  expect(await store.connectionCoverage(ENVIRONMENT, null)).toMatchObject({ users: 30, checked: 30 })
})

test('users at whom the service fails alone hold nobody else up, and are tried again sooner than others', async () => {
  const { work, states, store, answers, asked, forward } = await checking(6)
  const broken = new Set([1, 4].map(userIdOf))
  const failing = { get: answers.get.bind(answers) }
  answers.get = (id) => {
    if (broken.has(id)) fails('broken', null, 500)()
    return failing.get(id)
  }
  expect(await work(ENVIRONMENT, NEVER)).toBe(false)
  expect(await states()).toEqual(['connected', 'not_checked', 'connected', 'connected', 'not_checked', 'connected'])
  expect(await store.checkProgress(ENVIRONMENT)).toMatchObject({ problem: null, failures: 0 })
  broken.clear()
  forward(11 * MINUTE)
  await work(ENVIRONMENT, NEVER)
  expect(asked.slice(6).sort()).toEqual([1, 4].map(userIdOf))
})

test('three failures in a row are the service’s; the others are free at once', async () => {
  const { work, next, store, forward } = await checking(8)
  next.push(fails('broken', null, 500), fails('broken', null, 500), fails('broken', null, 500))
  expect(await work(ENVIRONMENT, NEVER)).toBe(false)
  expect(await store.checkProgress(ENVIRONMENT)).toMatchObject({ problem: 'broken', failures: 1 })
  forward(6 * SECOND)
  await work(ENVIRONMENT, NEVER)
  expect(await store.connectionCoverage(ENVIRONMENT, null)).toMatchObject({ users: 8, checked: 5 })
})

test('an event that comes while its user is being read has them read again', async () => {
  const { work, next, store, asked } = await checking(2)
  next.push(() => void store.queueCheck(ENVIRONMENT, userIdOf(0)))
  await work(ENVIRONMENT, NEVER)
  expect(asked).toEqual([0, 1, 0].map(userIdOf))
})
