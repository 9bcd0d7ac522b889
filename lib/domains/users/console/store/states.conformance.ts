/**
 * What every store must say of the states of connections, and of whose are checked next.
 * Run by lib/system/console/store.test.ts.
 */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterData, NO_RHYTHM, silentAt } from '#lib/domains/connections/rhythm.ts'
import type { ConnectionState } from '#lib/domains/connections/states.ts'
import { crawled } from '#lib/domains/users/console/directory-data.testing.ts'
import { connectionSearch } from '#lib/domains/users/directory-connections.ts'
import { makeUser, userIdOf } from '#lib/domains/users/user.testing.ts'
import { MINUTE } from '#lib/utils/time/durations.ts'
import type { DirectoryStore } from './store.ts'

const NEVER = '1970-01-01T00:00:00.000Z'
const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 8, minute)).toISOString()

function userWith(index: number, slugs: readonly string[], created_on = '2026-03-01T00:00:00.000Z') {
  const connected_sources = slugs.map((slug) => ({ created_on, source: { name: slug.toUpperCase(), slug } }))
  return makeUser({ user_id: userIdOf(index), created_on: '2026-01-01T00:00:00.000Z', connected_sources })
}

const ONE = userIdOf(1)
const TWO = userIdOf(2)

export function stateStatements(stored: () => DirectoryStore): void {
  const claim = (store: DirectoryStore, environment: string, minute: number, limit = 9) =>
    store.claimChecks(environment, { now: at(minute), checked_before: at(minute), until: at(minute + 2), limit })
  const stateOf = async (store: DirectoryStore, environment: string) => {
    const { connections } = await store.searchDirectoryConnections(environment, connectionSearch.parse({}))
    return connections.map(({ source, state, checked_at }) => [source.slug, state, checked_at]).sort()
  }

  test('the states: whoever was never checked comes first, then the oldest check; nobody is given out twice', async () => {
    const store = stored()
    const users = [userWith(1, ['korrin_ring']), userWith(2, ['pulsewren']), userWith(3, []), userWith(4, ['manual'])]
    await crawled(store, 'order', users, at(0))
    await store.saveStates('order', { user_id: ONE, at: at(1), states: new Map([['korrin_ring', 'connected']]) })
    expect(await claim(store, 'order', 5, 1)).toEqual([TWO])
    expect(await claim(store, 'order', 5)).toEqual(expect.arrayContaining([ONE, userIdOf(4)]))
    expect(await claim(store, 'order', 6)).toEqual([])
    expect(await store.hasDueChecks('order', { now: at(6), checked_before: at(6) })).toBe(false)
    // Whoever held them is gone.
    expect((await claim(store, 'order', 7)).length).toBe(3)
    expect(await store.connectionCoverage('order', at(1))).toEqual({
      users: 3,
      checked: 1,
      rechecked: 1,
      oldest_at: at(1),
      last_data_at: null,
    })
    expect(await store.connectionCoverage('nowhere at all', null)).toEqual({
      users: 0,
      checked: 0,
      rechecked: 0,
      oldest_at: null,
      last_data_at: null,
    })
  })

  test('the states: a check is due again when it is older than was asked for', async () => {
    const store = stored()
    await crawled(store, 'due', [userWith(1, ['korrin_ring'])], at(0))
    await store.saveStates('due', { user_id: ONE, at: at(1), states: new Map() })
    const due = (checked_before: string) => store.hasDueChecks('due', { now: at(9), checked_before })
    expect([await due(at(1)), await due(at(2)), await due(NEVER)]).toEqual([false, true, false])
    await store.postponeCheck('due', ONE, at(10))
    expect(await due(at(2))).toBe(false)
  })

  test('the states: the newest check counts, whichever is saved last', async () => {
    const store = stored()
    await crawled(store, 'newest', [userWith(1, ['Korrin_Ring'])], at(0))
    await store.saveStates('newest', { user_id: ONE, at: at(3), states: new Map([['korrin_ring', 'needs_sign_in']]) })
    await store.saveStates('newest', { user_id: ONE, at: at(2), states: new Map([['korrin_ring', 'connected']]) })
    await store.saveStates('newest', { user_id: TWO, at: at(2), states: new Map([['korrin_ring', 'connected']]) })
    expect(await stateOf(store, 'newest')).toEqual([['Korrin_Ring', 'needs_sign_in', at(3)]])
  })

  test('the states: what the service no longer lists is said to be so; a newer connection was not checked', async () => {
    const store = stored()
    const user = userWith(1, ['korrin_ring', 'pulsewren'])
    await crawled(store, 'listed', [user], at(0))
    await store.saveStates('listed', { user_id: ONE, at: at(1), states: new Map([['pulsewren', 'revoked']]) })
    expect(await stateOf(store, 'listed')).toEqual([
      ['korrin_ring', 'not_listed', at(1)],
      ['pulsewren', 'revoked', at(1)],
    ])
    // Connected anew, and one more source: both are to be checked, the third keeps what is known of it.
    const [, kept] = user.connected_sources
    const changed = userWith(1, ['korrin_ring', 'manual'], at(4))
    const connected_sources = [...changed.connected_sources, ...(kept ? [kept] : [])]
    await crawled(store, 'listed', [{ ...changed, connected_sources }], at(5))
    expect(await stateOf(store, 'listed')).toEqual([
      ['korrin_ring', 'not_checked', null],
      ['manual', 'not_checked', null],
      ['pulsewren', 'revoked', at(1)],
    ])
    expect(await store.hasDueChecks('listed', { now: at(5), checked_before: at(-60) })).toBe(true)
    await store.saveStates('listed', { user_id: ONE, at: at(3), states: new Map([['pulsewren', 'connected']]) })
    expect(await stateOf(store, 'listed')).toEqual([
      ['korrin_ring', 'not_checked', null],
      ['manual', 'not_checked', null],
      ['pulsewren', 'connected', at(3)],
    ])
  })

  test('the states: whoever is released may be checked at once', async () => {
    const store = stored()
    await crawled(store, 'released', [userWith(1, ['a']), userWith(2, ['a']), userWith(3, ['a'])], at(0))
    await claim(store, 'released', 1)
    await store.releaseChecks('released', [TWO])
    expect(await claim(store, 'released', 1)).toEqual([TWO])
    await store.releaseChecks('released')
    expect(await claim(store, 'released', 1)).toHaveLength(3)
  })

  test('the states: years at the edge find what they mean', async () => {
    const store = stored()
    await crawled(store, 'edges', [userWith(1, ['a'])], at(0))
    const found = async (asked: object) =>
      (await store.searchDirectoryConnections('edges', connectionSearch.parse(asked))).connections.length
    expect(await found({ data_from: '0000-01-01T00:00:00Z' })).toBe(0)
    expect(await found({ no_data_since: '9999-12-31T23:59:59-14:00' })).toBe(1)
    expect(await found({ created_from: '0001-01-01', time_zone: 'Pacific/Auckland' })).toBe(1)
    expect(await found({ created_to: '9999-12-31', time_zone: 'America/Denver' })).toBe(1)
    expect(await found({ after: `0000-01-01T00:00:00.000Z_${ONE}_x` })).toBe(0)
  })

  test('the states: found and counted', async () => {
    const store = stored()
    await crawled(store, 'counted', [userWith(1, ['a', 'b']), userWith(2, ['a'])], at(0))
    await store.saveStates('counted', {
      user_id: ONE,
      at: at(1),
      states: new Map([
        ['a', 'failing'],
        ['b', 'connected'],
      ]),
    })
    const counts = await store.countDirectorySources('counted', {}, new Date(at(9)))
    expect(counts.map(({ source, connections, states }) => [source.slug, connections, states])).toEqual([
      ['a', 2, { failing: 1, not_checked: 1 }],
      ['b', 1, { connected: 1 }],
    ])
    const search = connectionSearch.parse({ states: ['failing', 'connected'], sources: ['a'] })
    const { connections, total } = await store.searchDirectoryConnections('counted', search)
    expect([connections.map(({ user_id }) => user_id), total]).toEqual([[ONE], 1])
  })

  test('the states: when data last arrived, to the minute; whoever had an event is checked next', async () => {
    const store = stored()
    await crawled(store, 'data', [userWith(1, ['a']), userWith(2, ['a'])], at(0))
    const second = (seconds: number) => new Date(Date.parse(at(5)) + seconds * 1_000).toISOString()
    const last = async () => {
      const { connections } = await store.searchDirectoryConnections('data', connectionSearch.parse({ has_data: true }))
      return connections.map(({ user_id, last_data_at }) => [user_id, last_data_at])
    }
    const note = (seconds: number) => store.noteData('data', [{ user_id: ONE, slug: 'A', at: second(seconds) }])
    await note(0)
    for (const seconds of [30, 59, -300]) await note(seconds)
    expect(await last()).toEqual([[ONE, second(0)]])
    await note(60)
    expect(await last()).toEqual([[ONE, second(60)]])
    await store.noteData('data', [{ user_id: ONE, slug: 'unknown', at: second(999) }])
    expect((await store.connectionCoverage('data', null)).last_data_at).toBe(second(60))
    for (const user_id of [ONE, TWO]) await store.saveStates('data', { user_id, at: at(8), states: new Map() })
    await store.postponeCheck('data', TWO, at(90))
    await store.queueCheck('data', TWO)
    expect(await claim(store, 'data', 9, 1)).toEqual([TWO])
  })

  test('the states: data of a connection is awaited since it was made, or since the first of any arrived', async () => {
    const store = stored()
    await crawled(store, 'awaited', [userWith(1, ['a']), userWith(2, ['a'], at(8))], at(0))
    const awaited = async () => {
      const { connections } = await store.searchDirectoryConnections('awaited', connectionSearch.parse({}))
      return connections.map(({ user_id, awaited_since }) => [user_id, awaited_since])
    }
    const note = (user_id: string, ...times: readonly string[]) =>
      store.noteData(
        'awaited',
        times.map((time) => ({ user_id, slug: 'a', at: time })),
      )
    const unknown = [TWO, ONE].map((id) => [id, null])
    expect(await awaited()).toEqual(unknown)
    await note(ONE)
    expect(await awaited()).toEqual(unknown)
    // Of somebody who isn't in the directory yet: that this console hears is what counts.
    await note(userIdOf(3), at(7), at(5))
    await note(ONE, at(3), at(9))
    const known = [
      [TWO, at(8)],
      [ONE, at(5)],
    ]
    expect(await awaited()).toEqual(known)
    await crawled(store, 'awaited', [userWith(1, ['a']), userWith(2, ['a'], at(8))], at(10))
    expect(await awaited()).toEqual(known)
  })

  test('the states: the rhythm of a source is that of the rule, and from then on it is silent', async () => {
    const store = stored()
    const minutes = fc.array(fc.oneof(fc.integer({ min: 1, max: 600 }), fc.integer({ min: 1, max: 9_000 })), {
      maxLength: 20,
    })
    let environments = 0
    let timed = 0
    await fc.assert(
      fc.asyncProperty(minutes, async (gaps) => {
        environments += 1
        const environment = `rhythm ${environments}`
        await crawled(store, environment, [userWith(1, ['a'])], at(0))
        let [now, rhythm] = [Date.parse(at(0)), NO_RHYTHM]
        for (const gap of gaps) {
          now += gap * MINUTE
          rhythm = afterData(rhythm, new Date(now))
          await store.noteData(environment, [{ user_id: ONE, slug: 'a', at: new Date(now).toISOString() }])
        }
        const expected = silentAt(rhythm, new Date(now))
        const found = async (asked: object) =>
          (await store.searchDirectoryConnections(environment, connectionSearch.parse(asked))).connections
        expect(await found({})).toMatchObject([{ silent_at: expected?.toISOString() ?? null }])
        if (!expected) return
        timed += 1
        const before = new Date(expected.getTime() - 1)
        expect(await found({ silent_on: before.toISOString() })).toHaveLength(0)
        expect(await found({ silent_on: expected.toISOString() })).toHaveLength(1)
        const counts = async (instant: Date) => store.countDirectorySources(environment, {}, instant)
        expect([await counts(before), await counts(expected)]).toMatchObject([
          [{ timed: 1, silent: 0 }],
          [{ timed: 1, silent: 1 }],
        ])
      }),
      // One that has a rhythm, whatever is drawn beside it.
      { numRuns: 15, examples: [[Array.from({ length: 20 }, () => 60)]] },
    )
    expect(timed).toBeGreaterThan(0)
  })

  test('the states: notes of many, of one connection more than once among them, are as each by itself', async () => {
    const store = stored()
    const note = fc.record({
      user_id: fc.constantFrom(ONE, TWO),
      slug: fc.constantFrom('a', 'b', 'unknown'),
      seconds: fc.integer({ min: 0, max: 200 }),
      resource: fc.constantFrom('sleep', 'steps', null),
    })
    let environments = 0
    await fc.assert(
      fc.asyncProperty(fc.array(note, { maxLength: 12 }), async (drawn) => {
        const notes = drawn
          .toSorted((a, b) => a.seconds - b.seconds)
          .map(({ seconds, ...each }) => ({ ...each, at: new Date(Date.parse(at(5)) + seconds * 1_000).toISOString() }))
        environments += 1
        const [together, apart] = [`together ${environments}`, `apart ${environments}`]
        for (const environment of [together, apart])
          await crawled(store, environment, [userWith(1, ['a', 'b']), userWith(2, ['a'])], at(0))
        await store.noteData(together, notes)
        for (const each of notes) await store.noteData(apart, [each])
        const offers = new Map(['a', 'b'].map((slug) => [slug, { available: ['sleep', 'steps'], denied: [] }]))
        const states = new Map<string, ConnectionState>([...offers.keys()].map((slug) => [slug, 'connected']))
        const seen = async (environment: string) => {
          for (const user_id of [ONE, TWO]) await store.saveStates(environment, { user_id, at: at(9), states, offers })
          const { connections } = await store.searchDirectoryConnections(environment, connectionSearch.parse({}))
          const times = connections.map(({ user_id, source, last_data_at }) => [user_id, source.slug, last_data_at])
          return [times, await store.countCoverage(environment, new Date(at(9)))]
        }
        expect(await seen(together)).toEqual(await seen(apart))
      }),
      { numRuns: 20 },
    )
  })

  test('the states: data types that can be sent, were denied, and never came', async () => {
    const store = stored()
    await crawled(store, 'types', [userWith(1, ['a', 'b']), userWith(2, ['a'])], at(0))
    const offer = { available: ['sleep', 'steps'], denied: ['workouts'] }
    const states = new Map<string, ConnectionState>([['a', 'connected']])
    for (const user_id of [ONE, TWO])
      await store.saveStates('types', { user_id, at: at(1), states, offers: new Map([['a', offer]]) })
    const note = (resource: string | null) =>
      store.noteData('types', [{ user_id: ONE, slug: 'a', at: at(2), resource }])
    for (const resource of ['steps', 'steps', 'sleep', null]) await note(resource)
    expect(await store.countCoverage('types', new Date(at(9)))).toEqual([
      { slug: 'a', resource: 'sleep', available: 2, denied: 0, never: 1 },
      { slug: 'a', resource: 'steps', available: 2, denied: 0, never: 1 },
      { slug: 'a', resource: 'workouts', available: 0, denied: 2, never: 0 },
    ])
    // What was connected only now has had no time to send anything.
    expect((await store.countCoverage('types', new Date('2026-02-01'))).every(({ never }) => never === 0)).toBe(true)
    // A check that says nothing of them leaves them; one that says others replaces them.
    await store.saveStates('types', { user_id: TWO, at: at(3), states })
    const none = { available: [], denied: [] }
    await store.saveStates('types', { user_id: ONE, at: at(3), states, offers: new Map([['a', none]]) })
    expect((await store.countCoverage('types', new Date(at(9)))).map(({ available }) => available)).toEqual([1, 1, 0])
  })

  test('the states: connected, revoked and connected again are told in order, each once', async () => {
    const store = stored()
    await crawled(store, 'told', [userWith(1, ['a'])], at(0))
    const check = (minute: number, state: ConnectionState) =>
      store.saveStates('told', { user_id: ONE, at: at(minute), states: new Map([['a', state]]) })
    await check(1, 'connected')
    expect(await store.connectionChanges('told', ONE)).toEqual([])
    for (const minute of [2, 3]) await check(minute, 'revoked')
    await check(1, 'connected')
    await crawled(store, 'told', [userWith(1, ['a'], at(4))], at(5))
    await check(6, 'connected')
    const changes = await store.connectionChanges('told', ONE)
    expect(changes).toEqual([
      { slug: 'a', state: 'connected', at: at(6) },
      { slug: 'a', state: 'revoked', at: at(2) },
    ])
    expect(await store.connectionChanges('told', TWO)).toEqual([])
    await store.removeDirectoryUser('told', ONE)
    expect(await store.connectionChanges('told', ONE)).toEqual([])
  })

  test('the states: how the checks go is kept, and only what is given is changed', async () => {
    const store = stored()
    expect(await store.checkProgress('goes')).toEqual({ problem: null, retry_at: null, failures: 0, asked_at: null })
    await store.saveCheckProgress('goes', { problem: 'The service is away.', retry_at: at(2), failures: 3 })
    await store.saveCheckProgress('goes', { asked_at: at(1), retry_at: null })
    const expected = { problem: 'The service is away.', retry_at: null, failures: 3, asked_at: at(1) }
    expect(await store.checkProgress('goes')).toEqual(expected)
    // The crawl of users is another matter.
    expect(await store.directoryProgress('goes')).toMatchObject({ problem: null, failures: 0, crawl: null })
  })

  test('the states: two who ask at once are given different users', async () => {
    const store = stored()
    const users = Array.from({ length: 12 }, (_, index) => userWith(index, ['a']))
    await crawled(store, 'shared', users, at(0))
    const given = (await Promise.all([1, 2, 3].map(() => claim(store, 'shared', 1, 4)))).flat()
    expect(new Set(given).size).toBe(given.length)
  })
}
