import { describe, expect, test } from 'vitest'
import { consoleEndpoints } from '#lib/domains/console-endpoints.ts'
import { NO_ENVIRONMENT } from '#lib/domains/staff/denial.ts'
import { NOW, testConsole } from '#lib/system/console.testing.ts'
import { fails, fakeService, userOf, usersUpTo } from './directory.testing.ts'

const AT = '2026-11-21T07:30:00.000Z'
const STRANGER = 'ffffffff-0000-4000-8000-ffffffffffff'

/** A console whose directory knows `known` of the users of the service. */
async function asked(known: number, { complete = true, listed = known } = {}) {
  const source = fakeService(listed)
  const tested = testConsole({ source })
  const { store } = tested
  await store.beginCrawl('sandbox', AT)
  const users = usersUpTo(known)
  const page = { crawl: 1, position: 0, entries: known, unreadable: 0, total: complete ? known : known + 10_000 }
  await store.savePage('sandbox', { ...page, users, at: AT })
  if (complete) await store.completeCrawl('sandbox', 1, { at: AT, problem: null })
  const json = async (path: string) => (await tested.call(path)).json()
  return Object.assign(tested, { source, json })
}

const ADDRESSES = Object.values(consoleEndpoints)
  .filter(({ params }) => 'environment' in params.shape)
  .map(({ method, path, name }) => ({ name, method, path: path.replace('{user_id}', userOf(0).user_id) }))

describe('the environment of an address', () => {
  const at = (path: string, environment: string) => path.replace('{environment}', environment)
  const body = (method: string) => (method === 'POST' ? { body: '{}' } : {})
  const headers = { 'content-type': 'application/json' }

  test('is asked for by more than the directory alone', () => {
    const names = ADDRESSES.map(({ name }) => name)
    for (const name of ['search_directory', 'get_overview', 'save_view', 'list_catalogue', 'get_booking'])
      expect(names).toContain(name)
  })

  test.each(ADDRESSES)('$name: one that is not there is nobody’s', async ({ method, path }) => {
    const { call, rows } = await asked(3)
    for (const environment of ['staging', 'Sandbox', 'sandbox%20', '__proto__', '..%2Fsandbox']) {
      const response = await call(at(path, environment), { method, headers, ...body(method) })
      expect(response.status).toBe(404)
    }
    const response = await call(at(path, 'staging'), { method, headers, ...body(method) })
    expect(await response.json()).toEqual({
      detail: NO_ENVIRONMENT,
      code: 'unknown_environment',
      request_id: expect.any(String),
    })
    expect((await call(at(path, 'staging'), { method, as: null })).status).toBe(401)
    expect(rows).toEqual([])
  })

  test.each(ADDRESSES)('$name: one that a person may not enter is closed, and on record', async ({ name, ...to }) => {
    const { call, rows, source, woken } = await asked(3)
    const { method } = to
    const response = await call(at(to.path, 'production'), { method, as: 'limited', headers, ...body(method) })
    expect([response.status, await response.json()]).toEqual([
      404,
      { detail: NO_ENVIRONMENT, code: 'unknown_environment', request_id: expect.any(String) },
    ])
    expect(rows).toMatchObject([{ action: name, environment: 'production', actor_id: 'limited', outcome: 'refused' }])
    expect([source.asked, woken]).toEqual([[], []])
    // Whatever the service then says, or is wrong with the body.
    const own = await call(at(to.path, 'sandbox'), { method, as: 'limited', headers, ...body(method) })
    expect([200, 202, 422, 503]).toContain(own.status)
  })
})

describe('searching', () => {
  test('answers users, their count, and how fresh it is; the entry names the environment, never the text', async () => {
    const { post, rows } = await asked(30)
    const response = await post('/directory/sandbox/search', { text: 'Member-2', limit: 2 }, { as: 'read_only' })
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
    const { post, rows } = await asked(3)
    await post('/directory/sandbox/search', { text: ` ${STRANGER.toUpperCase()} ` })
    expect(rows.at(-1)?.subjects).toEqual([STRANGER])
  })

  test('refuses what the contract does', async () => {
    const { post } = await asked(3)
    for (const [field, body] of Object.entries({
      limit: { limit: 501 },
      created_from: { created_from: '2026-02-30' },
      time_zone: { time_zone: 'Mars/Base' },
    })) {
      const response = await post('/directory/sandbox/search', body)
      expect([response.status, (await response.json()).detail[0].loc]).toEqual([422, ['body', field]])
    }
  })

  test('of another environment finds nobody', async () => {
    const { post } = await asked(3)
    expect(await (await post('/directory/production/search', {})).json()).toMatchObject({ users: [], total: 0 })
  })
})

describe('one user', () => {
  test('is answered from the directory, without asking the service', async () => {
    const { json, source, rows } = await asked(3)
    const { user_id } = userOf(1)
    expect(await json(`/directory/sandbox/users/${user_id}`)).toEqual({ user: userOf(1), seen_at: AT, problem: null })
    expect(source.asked).toEqual([])
    expect(rows.at(-1)).toMatchObject({ action: 'get_directory_user', environment: 'sandbox', subjects: [user_id] })
  })

  test('fresh is read from the service and kept', async () => {
    const { json, source } = await asked(3)
    const changed = { ...userOf(1), client_user_id: 'new-reference' }
    source.users.splice(1, 1, changed)
    const expected = { user: changed, seen_at: NOW.toISOString(), problem: null }
    const path = `/directory/sandbox/users/${changed.user_id}`
    expect(await json(`${path}?fresh=true`)).toEqual(expected)
    expect(await json(path)).toEqual(expected)
    expect(source.asked).toEqual([0])
  })

  test('fresh, while the service cannot be asked, is as old as it says, and why', async () => {
    const { json, source } = await asked(3)
    source.next = [fails('The service cannot be reached.')]
    expect(await json(`/directory/sandbox/users/${userOf(1).user_id}?fresh=true`)).toEqual({
      user: userOf(1),
      seen_at: AT,
      problem: 'The service cannot be reached.',
    })
  })

  test('who has left the service is gone at once', async () => {
    const { call, source } = await asked(3)
    const [gone] = source.users.splice(1, 1)
    const response = await call(`/directory/sandbox/users/${gone?.user_id}?fresh=true`)
    expect([response.status, (await response.json()).detail]).toEqual([
      404,
      'The service lists no user with this id. Check the id, and whether this is the right environment.',
    ])
    expect(await (await call('/directory/sandbox')).json()).toMatchObject({ users: 2 })
  })

  test('who is not found near their place is shown as they were', async () => {
    const { json, source } = await asked(500, { listed: 20_000 })
    source.users = source.users.filter(({ user_id }) => user_id !== userOf(1).user_id)
    const answer = await json(`/directory/sandbox/users/${userOf(1).user_id}?fresh=true`)
    expect(answer).toMatchObject({ user: userOf(1), seen_at: AT })
    expect(answer.problem).toContain('not found in the live list')
    expect(source.asked).toHaveLength(8)
  })

  test('who is new is found in the live list', async () => {
    const { json, source } = await asked(1_200, { listed: 1_201 })
    const path = `/directory/sandbox/users/${userOf(1_200).user_id}`
    expect(await json(path)).toMatchObject({ user: userOf(1_200), seen_at: NOW.toISOString() })
    expect(source.asked).toEqual([0])
    await json(path)
    expect(source.asked).toEqual([0])
  })

  test.each([
    ['complete', { complete: true, listed: 20_000 }, /last read 30 min ago\. Check the id/, 8],
    ['not yet', { complete: false, listed: 20_000 }, /still being read: 1,500 of 11,500 so far/, 8],
  ])('nobody, while the directory is %s: bounded, and it says how fresh it is', async (_, how, words, pages) => {
    const { call, source } = await asked(1_500, how)
    const response = await call(`/directory/sandbox/users/${STRANGER}`)
    expect([response.status, (await response.json()).detail]).toEqual([404, expect.stringMatching(words)])
    expect(source.asked).toHaveLength(pages)
  })

  test('nobody, and the service cannot be asked: another time', async () => {
    const { call, source } = await asked(3)
    source.next = [fails('The service cannot be reached.')]
    const response = await call(`/directory/sandbox/users/${STRANGER}`)
    expect([response.status, (await response.json()).detail]).toEqual([
      503,
      'No user with this id was found. The whole list of users was last read 30 min ago. Check the id and the environment, or read the list again. The service cannot be reached.',
    ])
  })
})

describe('reading it again', () => {
  test('begins a crawl, wakes whoever crawls, and is on record as a change', async () => {
    const { post, rows, woken } = await asked(3)
    const response = await post('/directory/sandbox/refresh', '')
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
    const { post, store } = await asked(3, { complete: false })
    await store.interruptCrawl('sandbox', 1, { problem: 'away', retry_at: '2026-11-21T09:00:00.000Z' })
    const state = await (await post('/directory/sandbox/refresh', '')).json()
    expect(state).toMatchObject({ crawl: { started_at: AT, read: 3 }, problem: 'away', retry_at: null })
  })

  test('is done once in five minutes an environment, and whoever asks sooner is told when', async () => {
    const { post, store, woken } = await asked(3)
    const refresh = () => post('/directory/sandbox/refresh', '')
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
        detail: 'The list of users was read again a short time ago. You can have it read again in 5 minutes.',
        code: 'too_many_requests',
        retry_after_ms: 300_000,
      },
    ])
    expect([woken, (await store.directoryProgress('sandbox')).crawl]).toEqual([[], null])
    expect((await post('/directory/production/refresh', '')).status).toBe(202)
  })

  test('from another site is refused', async () => {
    const { post, woken } = await asked(3)
    const headers = { 'sec-fetch-site': 'cross-site' }
    expect((await post('/directory/sandbox/refresh', '', { headers })).status).toBe(403)
    expect(woken).toEqual([])
  })
})

describe('all connections', () => {
  test('are listed and counted', async () => {
    const { store, call } = await asked(2)
    const source = { name: 'Marrow Fit', slug: 'marrowfit', logo: null }
    const user = { ...userOf(1), connected_sources: [{ created_on: '2026-11-01T00:00:00Z', source }] }
    await store.saveDirectoryUser('sandbox', { user, position: 0, of_total: 2 }, AT)
    const state = { users: 2, complete_at: AT, crawl: null, problem: null, retry_at: null }
    expect(await (await call('/directory/sandbox/connections?sources=marrowfit&sources=other')).json()).toEqual({
      connections: [
        {
          user_id: user.user_id,
          client_user_id: 'member-1',
          source,
          created_on: '2026-11-01T00:00:00.000Z',
          seen_at: AT,
        },
      ],
      total: 1,
      next: null,
      state,
    })
    expect(await (await call('/directory/sandbox/sources')).json()).toEqual({
      source_counts: [{ source, connections: 1 }],
      state,
    })
    const none = await call('/directory/sandbox/sources?created_from=2026-11-02&time_zone=America/New_York')
    expect(await none.json()).toMatchObject({ source_counts: [] })
  })
})
