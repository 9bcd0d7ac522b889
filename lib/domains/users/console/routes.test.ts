import { describe, expect, test } from 'vitest'
import { listDeletedUsers, refreshDirectory, searchDirectory } from '#lib/domains/users/directory.ts'
import {
  checkConnections,
  countDirectorySources,
  searchDirectoryConnections,
} from '#lib/domains/users/directory-connections.ts'
import { NOW } from '#lib/system/console/console.testing.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { userOf } from './directory.testing.ts'
import { AT, consoleOver, STRANGER } from './routes.testing.ts'

const SANDBOX = { params: { environment: 'sandbox' } }

test('a remote service has no list of deleted users', async () => {
  const { send } = await consoleOver(0)
  expect((await send(listDeletedUsers, SANDBOX)).status).toBe(404)
})

describe('searching', () => {
  test('answers users, their count, and how fresh it is; the entry names the environment, never the text', async () => {
    const { send, rows } = await consoleOver(30)
    const response = await send(searchDirectory, { ...SANDBOX, json: { text: 'Member-2', limit: 2 }, as: 'read_only' })
    expect(await response.json()).toEqual({
      users: [userOf(2), userOf(20)].map((user) => ({ user, seen_at: AT })),
      total: 11,
      next: null,
      state: { users: 30, complete_at: AT, crawl: null, problem: null, retry_at: null },
    })
    expect(rows).toMatchObject([
      {
        action: 'search_directory',
        environment: 'sandbox',
        outcome: 'done',
        subjects: [userOf(2).user_id, userOf(20).user_id],
        listed: true,
      },
    ])
    expect(JSON.stringify(rows)).not.toMatch(/member/i)
  })

  test('for an id is about that person', async () => {
    const { send, rows } = await consoleOver(3)
    await send(searchDirectory, { ...SANDBOX, json: { text: ` ${STRANGER.toUpperCase()} ` } })
    expect(rows.at(-1)?.subjects).toEqual([STRANGER])
  })

  test.each([
    ['its last four characters', (id: string) => id.slice(-4)],
    ['the form in which the product shows it', shortId],
    ['the address of their page', (id: string) => `https://console.test/sandbox/users/${id}/orders?page=2`],
    ['its second half', (id: string) => id.slice(14)],
  ])('an ID is found by %s', async (_, written) => {
    const { send } = await consoleOver(30)
    const { user_id } = userOf(17)
    const response = await send(searchDirectory, { ...SANDBOX, json: { text: written(user_id) } })
    const { users } = searchDirectory.response.parse(await response.json())
    expect(users.map(({ user }) => user.user_id)).toEqual([user_id])
  })

  test('refuses what the contract does', async () => {
    const { send } = await consoleOver(3)
    for (const [field, body] of Object.entries({
      limit: { limit: 501 },
      created_from: { created_from: '2026-02-30' },
      time_zone: { time_zone: 'Mars/Base' },
    })) {
      const response = await send(searchDirectory, { ...SANDBOX, json: body })
      expect([response.status, (await response.json()).detail[0].loc]).toEqual([422, ['body', field]])
    }
  })

  test('of another environment finds nobody', async () => {
    const { send } = await consoleOver(3)
    expect(
      await (await send(searchDirectory, { params: { environment: 'production' }, json: {} })).json(),
    ).toMatchObject({ users: [], total: 0 })
  })
})

describe('reading it again', () => {
  test('begins a crawl, wakes whoever crawls, and is on record as a change', async () => {
    const { send, rows, woken } = await consoleOver(3)
    const response = await send(refreshDirectory, SANDBOX)
    expect([response.status, await response.json()]).toMatchObject([
      202,
      { users: 3, complete_at: AT, crawl: { started_at: NOW.toISOString(), read: 0, total: null } },
    ])
    expect(woken).toEqual(['sandbox'])
    expect(rows).toMatchObject([
      { action: 'refresh_directory', environment: 'sandbox', outcome: 'started' },
      { action: 'refresh_directory', environment: 'sandbox', outcome: 'done', status: 202 },
    ])
  })

  test('goes on with one that waits', async () => {
    const { send, store } = await consoleOver(3, { complete: false })
    await store.interruptCrawl('sandbox', 1, { problem: 'away', retry_at: '2026-11-21T09:00:00.000Z' })
    const state = await (await send(refreshDirectory, SANDBOX)).json()
    expect(state).toMatchObject({ crawl: { started_at: AT, read: 3 }, problem: 'away', retry_at: null })
  })

  test('is done once in five minutes an environment, and whoever asks sooner is told when', async () => {
    const { send, store, woken } = await consoleOver(3)
    const refresh = () => send(refreshDirectory, SANDBOX)
    expect((await refresh()).status).toBe(202)
    // Under way: everybody is told how far it is.
    expect((await refresh()).status).toBe(202)
    await store.completeCrawl('sandbox', 2, { at: NOW.toISOString(), problem: null })
    woken.length = 0
    const refused = await refresh()
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toMatchObject([
      429,
      '300',
      {
        detail: 'The user directory was refreshed a short time ago. You can refresh it again in 5 minutes.',
        code: 'too_many_requests',
        retry_after_ms: 300_000,
      },
    ])
    expect([woken, (await store.directoryProgress('sandbox')).crawl]).toEqual([[], null])
    expect((await send(refreshDirectory, { params: { environment: 'production' } })).status).toBe(202)
  })

  test('from another site is refused', async () => {
    const { send, woken } = await consoleOver(3)
    const headers = { 'sec-fetch-site': 'cross-site' }
    expect((await send(refreshDirectory, { ...SANDBOX, headers })).status).toBe(403)
    expect(woken).toEqual([])
  })
})

describe('all connections', () => {
  test('are listed and counted', async () => {
    const { store, send } = await consoleOver(2)
    const source = { name: 'Marrow Fit', slug: 'marrowfit', logo: null }
    const user = { ...userOf(1), connected_sources: [{ created_on: '2026-11-01T00:00:00Z', source }] }
    await store.saveDirectoryUser('sandbox', { user, position: 0, of_total: 2 }, AT)
    const state = { users: 2, complete_at: AT, crawl: null, problem: null, retry_at: null }
    expect(
      await (await send(searchDirectoryConnections, { ...SANDBOX, query: { sources: ['marrowfit', 'other'] } })).json(),
    ).toEqual({
      connections: [
        {
          user_id: user.user_id,
          client_user_id: 'member-1',
          source,
          created_on: '2026-11-01T00:00:00.000Z',
          seen_at: AT,
          state: 'not_checked',
          checked_at: null,
          last_data_at: null,
          awaited_since: null,
          silent_at: null,
        },
      ],
      total: 1,
      next: null,
      state,
    })
    expect(await (await send(countDirectorySources, SANDBOX)).json()).toEqual({
      source_counts: [{ source, connections: 1, states: { not_checked: 1 }, timed: 0, silent: 0 }],
      state,
      coverage: {
        users: 1,
        checked: 0,
        oldest_at: null,
        last_data_at: null,
        asked_at: null,
        rechecked: 0,
        problem: null,
        retry_at: null,
      },
    })
    const none = await send(countDirectorySources, {
      ...SANDBOX,
      query: { created_from: '2026-11-02', time_zone: 'America/New_York' },
    })
    expect(await none.json()).toMatchObject({ source_counts: [] })
  })

  test('are checked again when somebody asks, once in five minutes', async () => {
    const { send, store, woken } = await consoleOver(2)
    const asked = await send(checkConnections, { ...SANDBOX, as: 'read_only' })
    expect([asked.status, await asked.json()]).toEqual([202, expect.objectContaining({ users: 0, problem: null })])
    expect(woken).toEqual(['sandbox'])
    expect(await store.checkProgress('sandbox')).toMatchObject({ asked_at: NOW.toISOString(), retry_at: null })
    const again = await send(checkConnections, SANDBOX)
    expect([again.status, await again.json()]).toEqual([
      429,
      expect.objectContaining({
        detail: 'A check was started a short time ago. You can start another in 5 minutes.',
        retry_after_ms: 300_000,
      }),
    ])
    expect(woken).toEqual(['sandbox'])
  })
})
