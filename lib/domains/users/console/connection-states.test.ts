import { expect, test } from 'vitest'
import { connectionSearch } from '#lib/domains/users/directory-connections.ts'
import { makeUser, userIdOf } from '#lib/domains/users/user.testing.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import { createMemoryConsoleStore } from '#lib/system/console/store-memory.ts'
import { createConnectionStates } from './connection-states.ts'
import { clock, ENVIRONMENT } from './directory.testing.ts'
import { crawled } from './directory-data.testing.ts'

const USER = userIdOf(1)
const created_on = '2026-01-01T00:00:00Z'
const broken = {
  name: 'Ring',
  slug: 'korrin_ring',
  status: 'error',
  created_on,
  resource_availability: {},
  error_details: { error_type: 'token_refresh_failed' },
}

async function watching() {
  const { now } = clock()
  const store = createMemoryConsoleStore()
  const connected_sources = [{ created_on, source: { name: 'Ring', slug: 'korrin_ring' } }]
  await crawled(store, ENVIRONMENT, [makeUser({ user_id: USER, connected_sources })], now().toISOString())
  const errors: unknown[] = []
  const states = createConnectionStates({
    store,
    now,
    wake: async () => undefined,
    onError: (error) => errors.push(error),
  })
  const notice = (body: unknown, changes = {}) =>
    states.notice({
      environment: ENVIRONMENT,
      endpoint: 'list_user_providers',
      params: { user_id: USER },
      body: new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)),
      ...changes,
    })
  const known = async () => {
    await states.settled()
    const { connections } = await store.searchDirectoryConnections(ENVIRONMENT, connectionSearch.parse({}))
    return connections.map(({ state, checked_at }) => [state, checked_at])
  }
  return { notice, known, errors, now }
}

test('what somebody is shown of a user’s connections is kept', async () => {
  const { notice, known, now } = await watching()
  notice({ providers: [broken] })
  expect(await known()).toEqual([['needs_sign_in', now().toISOString()]])
})

test('other answers, and those that are not understood, change nothing', async () => {
  const { notice, known, errors } = await watching()
  notice({ providers: [broken] }, { endpoint: 'list_users' })
  notice({ providers: [{ slug: 'korrin_ring' }] })
  notice({ providers: [broken] }, { params: { user_id: userIdOf(2) } })
  expect(await known()).toEqual([['not_checked', null]])
  expect(errors).toEqual([])
})

test('an answer that is no JSON is reported, and the next is kept all the same', async () => {
  const { notice, known, errors, now } = await watching()
  notice('<html>')
  notice({ providers: [broken] })
  expect(await known()).toEqual([['needs_sign_in', now().toISOString()]])
  expect(errors).toEqual([expect.any(SyntaxError)])
})

test('an event of a connection has its user looked up, and of very many the whole list is read once more', async () => {
  const asked: string[] = []
  const { now } = clock()
  const states = createConnectionStates({
    store: createMemoryConsoleStore(),
    now,
    wake: async (environment) => void asked.push(`check ${environment}`),
    directory: {
      async getUser({ user_id, fresh }) {
        asked.push(`${fresh ? 'fresh' : 'kept'} ${user_id}`)
        throw new ApiError('not_found', 'Not in the list yet.')
      },
      catchUp: async (environment) => void asked.push(`list ${environment}`),
    },
    onError: (error) => asked.push(String(error)),
  })
  const note = (index: number) =>
    states.noteEvent({
      environment: ENVIRONMENT,
      user_id: userIdOf(index),
      at: now().toISOString(),
      kind: 'connection',
    })
  await note(1)
  await states.settled()
  expect(asked).toEqual([`check ${ENVIRONMENT}`, `fresh ${userIdOf(1)}`, `check ${ENVIRONMENT}`])
  asked.length = 0
  await Promise.all(Array.from({ length: 60 }, (_, index) => note(index % 30)))
  await states.settled()
  const lookUps = asked.filter((each) => each.startsWith('fresh'))
  expect(new Set(lookUps).size).toBe(lookUps.length)
  expect(lookUps.length).toBeLessThanOrEqual(30)
  expect(asked.filter((each) => each === `list ${ENVIRONMENT}`)).toHaveLength(1)
  expect(asked.filter((each) => /error/i.test(each))).toEqual([])
})
