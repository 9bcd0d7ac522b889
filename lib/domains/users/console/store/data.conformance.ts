/**
 * Conformance of stores for connection data: time, rhythm and types. Run by lib/system/console/store.test.ts.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterData, NO_RHYTHM, silentAt } from '#lib/domains/connections/rhythm.ts'
import type { ConnectionState } from '#lib/domains/connections/states.ts'
import { crawled } from '#lib/domains/users/console/directory-data.testing.ts'
import { connectionSearch } from '#lib/domains/users/directory-connections.ts'
import { userIdOf } from '#lib/domains/users/user.testing.ts'
import { MINUTE } from '#lib/utils/time/durations.ts'
import { at, claim, ONE, TWO, userWith } from './states.testing.ts'
import type { DirectoryStore } from './store.ts'

export function dataStatements(stored: () => DirectoryStore): void {
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

  test('the states: data that came before the directory knew its user or source counts once it does', async () => {
    const store = stored()
    const note = (user_id: string, minute: number, resource: string | null = null) =>
      store.noteData('early', [{ user_id, slug: 'a', at: at(minute), resource }])
    const data = async () => {
      const { connections } = await store.searchDirectoryConnections('early', connectionSearch.parse({}))
      return connections.map(({ user_id, last_data_at }) => [user_id, last_data_at])
    }
    await crawled(store, 'early', [userWith(2, [])], at(0))
    for (const minute of [3, 7, 5]) await note(ONE, minute, 'glucose')
    await note(TWO, 6)
    await crawled(store, 'early', [userWith(1, ['a'], at(1)), userWith(2, ['a'], at(8))], at(9))
    const known = [
      [TWO, null],
      [ONE, at(7)],
    ]
    expect(await data()).toEqual(known)
    await crawled(store, 'early', [userWith(1, ['a'], at(1)), userWith(2, ['a'], at(8))], at(10))
    expect(await data()).toEqual(known)
  })

  test('the states: data of a connection that is never listed is removed after its time', async () => {
    const store = stored()
    const note = (slug: string, minute: number) =>
      store.noteData('purged', [{ user_id: ONE, slug, at: at(minute), resource: null }])
    await note('a', 3)
    await note('b', 6)
    await store.purgeEarlyData(new Date(at(5)))
    await crawled(store, 'purged', [userWith(1, ['a', 'b'], at(1))], at(9))
    const { connections } = await store.searchDirectoryConnections('purged', connectionSearch.parse({}))
    const data = connections.map(({ source, last_data_at }) => `${source.slug} ${last_data_at}`)
    expect(data.toSorted()).toEqual(['a null', `b ${at(6)}`])
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
    // Data counts even for a user that the directory doesn't have yet.
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
        expect(await found({ action_on: before.toISOString() })).toHaveLength(0)
        expect(await found({ action_on: expected.toISOString() })).toHaveLength(1)
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
    // A new connection has had no time to send anything.
    expect((await store.countCoverage('types', new Date('2026-02-01'))).every(({ never }) => never === 0)).toBe(true)
    // A check that says nothing of them leaves them; one that says others replaces them.
    await store.saveStates('types', { user_id: TWO, at: at(3), states })
    const none = { available: [], denied: [] }
    await store.saveStates('types', { user_id: ONE, at: at(3), states, offers: new Map([['a', none]]) })
    expect((await store.countCoverage('types', new Date(at(9)))).map(({ available }) => available)).toEqual([1, 1, 0])
  })
}
