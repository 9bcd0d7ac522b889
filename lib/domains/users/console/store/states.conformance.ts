/**
 * Conformance of stores for connection states, and whom to check next. Run by lib/system/console/store.test.ts.
 */
import { expect, test } from 'vitest'
import type { ConnectionState } from '#lib/domains/connections/states.ts'
import { crawled } from '#lib/domains/users/console/directory-data.testing.ts'
import { connectionSearch } from '#lib/domains/users/directory-connections.ts'
import { userIdOf } from '#lib/domains/users/user.testing.ts'
import { at, claim, NEVER, ONE, stateOf, TWO, userWith } from './states.testing.ts'
import type { DirectoryStore } from './store.ts'

export function stateStatements(stored: () => DirectoryStore): void {
  test('the states: whoever was never checked comes first, then the oldest check; nobody is given out twice', async () => {
    const store = stored()
    const users = [userWith(1, ['korrin_ring']), userWith(2, ['pulsewren']), userWith(3, []), userWith(4, ['manual'])]
    await crawled(store, 'order', users, at(0))
    await store.saveStates('order', { user_id: ONE, at: at(1), states: new Map([['korrin_ring', 'connected']]) })
    expect(await claim(store, 'order', 5, 1)).toEqual([TWO])
    expect(await claim(store, 'order', 5)).toEqual(expect.arrayContaining([ONE, userIdOf(4)]))
    expect(await claim(store, 'order', 6)).toEqual([])
    expect(await store.hasDueChecks('order', { now: at(6), checked_before: at(6) })).toBe(false)
    // Their holder is gone.
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
    const inAction = await store.searchDirectoryConnections('counted', connectionSearch.parse({ action_on: at(9) }))
    expect(inAction.connections.map(({ state }) => state)).toEqual(['failing'])
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
