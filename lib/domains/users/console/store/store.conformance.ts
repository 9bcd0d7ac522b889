/**
 * Conformance of directory stores: random users, searches and crawls, compared with the model.
 * Run by lib/system/console/store.test.ts.
 */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  checked,
  connections,
  crawled,
  everybody,
  swept,
  userSearch,
  walked,
  walkedConnections,
} from '#lib/domains/users/console/directory-data.testing.ts'
import { event, happen, picture } from '#lib/domains/users/console/directory-story.testing.ts'
import { type DirectorySearch, directorySearch, directoryUser, USER_ORDER_KEYS } from '#lib/domains/users/directory.ts'
import type { ConnectionSearch } from '#lib/domains/users/directory-connections.ts'
import { remembered } from '#lib/utils/data/remembered.testing.ts'
import type { DirectoryStore } from './store.ts'
import { memoryDirectory } from './store-memory.ts'

const SEARCHES = 100
const STORIES = 12
const AT = '2026-11-21T08:00:00.000Z'

async function filled(store: DirectoryStore): Promise<DirectoryStore> {
  await crawled(store, 'searched', everybody, AT)
  await checked(store, 'searched', everybody, AT)
  // Somebody of another environment is never found.
  await crawled(store, 'another', everybody.slice(0, 20), AT)
  return store
}

const COUNTED_AT = new Date('2026-11-30T00:00:00Z')

const model = remembered(() => filled(memoryDirectory()))
/** Results of the model, for any store. */
const expected = {
  search: remembered(async (asked: DirectorySearch) => (await model()).searchDirectory('searched', asked)),
  walk: remembered(async (asked: DirectorySearch) => walked(await model(), 'searched', asked)),
  connections: remembered(async (asked: ConnectionSearch) =>
    (await model()).searchDirectoryConnections('searched', asked),
  ),
  walkConnections: remembered(async (asked: ConnectionSearch) => walkedConnections(await model(), 'searched', asked)),
  counts: remembered(async (asked: ConnectionSearch) =>
    (await model()).countDirectorySources('searched', asked, COUNTED_AT),
  ),
}

export function directoryStatements(stored: () => DirectoryStore): void {
  test('the directory: references by id, of those who have one, in their environment alone', async () => {
    const store = stored()
    await crawled(store, 'named', everybody, AT)
    const ids = everybody.map(({ user_id }) => user_id)
    const named = everybody.filter(({ client_user_id }) => client_user_id)
    const found = await store.directoryReferences('named', [...ids, '00000000-0000-4000-8000-000000000000'])
    expect([...found].sort()).toEqual(named.map((user) => [user.user_id, user.client_user_id]).sort())
    expect(named.length).toBeGreaterThan(10)
    expect(await store.directoryReferences('nowhere', ids)).toEqual(new Map())
    expect(await store.directoryReferences('named', [])).toEqual(new Map())
  })

  test(`the directory: ${SEARCHES} random searches are answered as the model does`, async () => {
    const store = await filled(stored())
    let found = 0
    await fc.assert(
      fc.asyncProperty(userSearch, connections, async (asked, listed) => {
        const page = await expected.search(asked)
        expect(await store.searchDirectory('searched', asked)).toEqual(page)
        if (asked.limit > 20) {
          expect(await walked(store, 'searched', asked)).toEqual(await expected.walk(asked))
        }
        const rows = await expected.connections(listed)
        expect(await store.searchDirectoryConnections('searched', listed)).toEqual(rows)
        if (listed.limit > 20) {
          const whole = { ...listed, offset: 0, limit: 500 }
          const all = (await expected.connections(whole)).connections
          expect(await walkedConnections(store, 'searched', listed)).toEqual(all)
          expect(await expected.walkConnections(listed)).toEqual(all)
        }
        const counts = await expected.counts(listed)
        expect(await store.countDirectorySources('searched', listed, COUNTED_AT)).toEqual(counts)
        if (page.users.length > 0) found += 1
      }),
      { numRuns: SEARCHES },
    )
    expect(found).toBeGreaterThan(SEARCHES / 3)
  }, 120_000)

  test('the directory: a reference finds its user first, whatever signs it has', async () => {
    const store = stored()
    const signs = [
      'a/b',
      'a?c',
      'a#d',
      'a%2Fe',
      '%2F',
      '..',
      '#',
      '100%',
      'User 5',
      'ref: 7',
      'x_y',
      'Ü/1',
      '-',
      'a\\f',
    ]
    const users = everybody.slice(0, signs.length).map((one, at) => ({ ...one, client_user_id: signs[at] ?? null }))
    await crawled(store, 'signs', users, AT)
    const first = async (text: string) =>
      (await store.searchDirectory('signs', directorySearch.parse({ text }))).users[0]?.user.client_user_id
    for (const text of signs) expect([text, await first(text)]).toEqual([text, text])
    expect([await first('a%2Fb'), await first('a%3Fc'), await first('user 5')]).toEqual(['a/b', 'a?c', 'User 5'])
  })

  test('the directory: a walk meets everybody once while others come and go', async () => {
    const store = stored()
    const users = everybody.slice(0, 60)
    const [come, gone, ...stay] = users.toSorted((a, b) => b.created_on.localeCompare(a.created_on))
    if (!come || !gone) throw new Error('There are two.')
    await crawled(store, 'walked', [gone, ...stay], AT)
    const walk = async (after: string) => store.searchDirectory('walked', directorySearch.parse({ limit: 7, after }))
    const met: string[] = []
    let after: string | null = ''
    while (after !== null) {
      const { users: page, next, total }: Awaited<ReturnType<typeof walk>> = await walk(after)
      expect(total).toBeNull()
      met.push(...page.map(({ user }) => user.user_id))
      after = next
      // One at the head is added, whoever was met last is removed: every offset has shifted.
      const last = page.at(-1)?.user
      if (last) await store.removeDirectoryUser('walked', last.user_id)
      await store.saveDirectoryUser('walked', { user: come, position: 0, of_total: 60 }, AT)
    }
    expect(new Set(met).size).toBe(met.length)
    for (const { user_id } of [gone, ...stay]) expect(met).toContain(user_id)
    const other = await store.searchDirectory('walked', directorySearch.parse({}))
    expect(other.next).toBeNull()
  })

  test('the directory: each order is the model’s from either end, with whoever has no value last', async () => {
    const store = await filled(stored())
    for (const order_key of USER_ORDER_KEYS) {
      for (const order_direction of ['asc', 'desc'] as const) {
        for (const offset of [0, 140, 270, 300]) {
          const asked = directorySearch.parse({ order_key, order_direction, offset, limit: 40 })
          expect(await store.searchDirectory('searched', asked)).toEqual(await expected.search(asked))
        }
      }
    }
    const counted = await store.searchDirectory('searched', directorySearch.parse({ text: 'member', limit: 0 }))
    expect([counted.users.length, (counted.total ?? 0) > 0]).toEqual([0, true])
  })

  test('the directory: users are kept as they were listed', async () => {
    const store = stored()
    await crawled(store, 'kept', everybody.slice(0, 120), AT)
    for (const user of everybody.slice(0, 120)) {
      const { user: kept, ...known } = (await store.getDirectoryUser('kept', user.user_id)) ?? {}
      expect(kept).toEqual(user)
      expect(known).toEqual({ seen_at: AT, position: everybody.indexOf(user), of_total: 120 })
    }
    const { users, total } = await store.searchDirectory('kept', directorySearch.parse({ limit: 500 }))
    expect([users.length, total]).toEqual([120, 120])
    for (const each of users) expect(directoryUser.parse(each)).toEqual(each)
    expect(await store.getDirectoryUser('another', everybody[119]?.user_id ?? '')).toBeNull()
  })

  test(`the directory: ${STORIES} random stories end as the model says`, async () => {
    let stories = 0
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 10, maxLength: 30 }), async (events) => {
        stories += 1
        const environment = `story-${stories}`
        const [model, store] = [memoryDirectory(), stored()]
        for (const [minute, each] of events.entries()) {
          const expected = await happen(model, environment, each, minute)
          expect(await happen(store, environment, each, minute)).toEqual(expected)
        }
        expect(await picture(store, environment)).toEqual(await picture(model, environment))
      }),
      { numRuns: STORIES, endOnFailure: true },
    )
  }, 120_000)

  test('the directory: whoever vanished is removed at once where the list kept still', async () => {
    const store = stored()
    const [first, second, third] = everybody
    if (!first || !second || !third) throw new Error('There are three.')
    await crawled(store, 'still', [first, second, third], AT)
    await crawled(store, 'still', [first, third], '2026-11-21T09:00:00.000Z')
    const { users } = await store.searchDirectory('still', directorySearch.parse({}))
    expect(users.map(({ user }) => user.user_id).sort()).toEqual([first.user_id, third.user_id])
    // Not written again, and seen all the same.
    expect(users[0]?.seen_at).toBe('2026-11-21T09:00:00.000Z')
  })

  test('the directory: whom a moving list hid is removed when a second crawl misses them too', async () => {
    const store = stored()
    const [first, second, third] = everybody
    if (!first || !second || !third) throw new Error('There are three.')
    await crawled(store, 'moving', [first, second, third], AT)
    const pass = async (at: string) => {
      await store.beginCrawl('moving', at)
      const number = (await store.directoryProgress('moving')).crawl?.number ?? 0
      const saved = { crawl: number, entries: 1, unreadable: 0, at }
      await store.savePage('moving', { ...saved, position: 0, total: 3, users: [first] })
      await store.savePage('moving', { ...saved, position: 1, total: 2, users: [third] })
      await swept(store, 'moving', number)
      await store.completeCrawl('moving', number, { at, problem: null })
      return store.getDirectoryUser('moving', second.user_id)
    }
    expect((await pass('2026-11-21T09:00:00.000Z'))?.seen_at).toBe(AT)
    expect(await pass('2026-11-21T10:00:00.000Z')).toBeNull()
  })

  test('the directory: what was asked for later is not undone by a page that was under way', async () => {
    const store = stored()
    const [user] = everybody
    if (!user) throw new Error('There is one.')
    await store.beginCrawl('late', AT)
    const changed = { user: { ...user, client_user_id: 'changed-since' }, position: 0, of_total: 1 }
    await store.saveDirectoryUser('late', changed, '2026-11-21T09:00:00.000Z')
    const saved = { crawl: 1, position: 0, entries: 1, unreadable: 0, total: 1, users: [user] }
    await store.savePage('late', { ...saved, at: '2026-11-21T08:59:59.999Z' })
    await store.saveDirectoryUser('late', { ...changed, user }, '2026-11-21T08:59:59.999Z')
    expect((await store.getDirectoryUser('late', user.user_id))?.user.client_user_id).toBe('changed-since')
    await swept(store, 'late', 1)
    expect(await store.directoryProgress('late')).toMatchObject({ users: 1 })
  })

  test('the index of people: rows that hold a hash of each group, until their user is removed', async () => {
    const store = stored()
    const [ann, bea] = everybody
    if (!ann || !bea) throw new Error('There are two.')
    await crawled(store, 'indexed', [ann, bea], AT)
    const row = (id: string, user_id: string, ...hashes: string[]) => ({
      id,
      user_id,
      order_id: id === user_id ? null : id,
      hashes,
    })
    const order_id = '00000000-0000-4000-8000-0000000000aa'
    const [least, most] = ['-9223372036854775808', '9223372036854775807']
    const rows = [
      row(ann.user_id, ann.user_id, '1', '2', least),
      row(bea.user_id, bea.user_id, '1', '3'),
      row(order_id, bea.user_id, most),
    ]
    await store.savePeople('indexed', rows)
    await store.savePeople('indexed', rows.slice(0, 1))
    await store.savePeople('other', [row(ann.user_id, ann.user_id, '1')])
    await store.savePeople('indexed', [])
    const find = async (...groups: string[][]) =>
      (await store.searchPeople('indexed', groups, 10)).map(({ user_id, order_id: of }) => of ?? user_id).sort()
    expect(await find(['1'])).toEqual([ann.user_id, bea.user_id].sort())
    expect(await find(['1'], ['4', '2'])).toEqual([ann.user_id])
    expect([await find([most]), await find([least]), await find(['5'])]).toEqual([[order_id], [ann.user_id], []])
    expect(await store.searchPeople('indexed', [['1']], 1)).toHaveLength(1)
    const owners = [order_id, '00000000-0000-4000-8000-0000000000ab'].map((id) => store.userOfOrder('indexed', id))
    expect(await Promise.all([...owners, store.userOfOrder('other', order_id)])).toEqual([bea.user_id, null, null])
    await store.savePeople('indexed', [row(ann.user_id, ann.user_id, '7')])
    expect([await find(['2']), await find(['7'])]).toEqual([[], [ann.user_id]])
    await store.removeDirectoryUser('indexed', bea.user_id)
    expect([await find(['1']), await find([most])]).toEqual([[], []])
    await store.clearPeople('indexed')
    expect([await find(['7']), await store.searchPeople('other', [['1']], 1)]).toMatchObject([
      [],
      [{ user_id: ann.user_id }],
    ])
  })

  test('the directory: two who save the same page at once do it once', async () => {
    const store = stored()
    await store.beginCrawl('twice', AT)
    const users = everybody.slice(0, 50)
    const saved = { crawl: 1, position: 0, entries: 50, unreadable: 0, total: 100, users, at: AT }
    const results = await Promise.all(Array.from({ length: 4 }, () => store.savePage('twice', saved)))
    expect(results.filter(Boolean)).toHaveLength(1)
    expect(await store.directoryProgress('twice')).toMatchObject({ users: 50, crawl: { position: 50 } })
    const begun = await Promise.all(Array.from({ length: 4 }, () => store.beginCrawl('begun', AT)))
    expect(begun.filter(Boolean)).toHaveLength(1)
  })
}
