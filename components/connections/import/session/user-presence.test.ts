import { afterEach, describe, expect, test, vi } from 'vitest'
import { listUserProviders } from '#lib/domains/connections/connection.ts'
import { listUsers } from '#lib/domains/users/user.ts'
import { engineWith, fakeConsole, id, row } from './import-engine.testing.ts'

afterEach(() => vi.unstubAllGlobals())

const USER_PAGE = `GET ${listUsers.path}`
const providersOf = (user_id: string) => `GET ${listUserProviders.path.replace('{user_id}', user_id)}`
const numbers = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index)
const usersOf = (count: number, has = false) => new Map(numbers(count).map((number) => [id(number), has]))

describe('looking up users', () => {
  test.each([
    ['in braces', (user_id: string) => `{${user_id}}`],
    ['with hyphens that don’t break', (user_id: string) => user_id.replaceAll('-', '\u2011')],
    ['behind a sign that isn’t seen', (user_id: string) => `\u200b${user_id}`],
    ['kept as text', (user_id: string) => `'${user_id}`],
  ])('asks for an ID as it is sent: %s', async (_, written) => {
    fakeConsole(usersOf(1))
    const engine = await engineWith([row(1).with(0, written(id(1)))])
    expect(await engine.askPresence([0])).toEqual({ kind: 'ok', value: new Map([[0, 'absent']]) })
    expect(await engine.showFiltered('all', 0, 1)).toMatchObject([{ user_id: id(1), status: 'ready' }])
  })

  test('asks one by one for few users, by pages for many, with the same result', async () => {
    const users = new Map(numbers(1200).map((number) => [id(number), number % 3 === 0]))
    const rows = [...numbers(20, 1181), 5000].map(row)
    const console = fakeConsole(users)
    const engine = await engineWith(rows)
    const expected = new Map(
      rows.map((_, index) => {
        const has = users.get(id(index < 20 ? 1181 + index : 5000))
        if (has === undefined) return [index, 'no_user'] as const
        return [index, has ? 'connected' : 'absent'] as const
      }),
    )
    const all = [...rows.keys()]
    const progress: number[] = []
    const many = await engine.askPresence(all, (done) => progress.push(done))
    expect(many).toEqual({ kind: 'ok', value: expected })
    expect(console.calls).toEqual([USER_PAGE, USER_PAGE, USER_PAGE])
    expect(progress).toEqual([500, 1000, 1200])
    console.calls.length = 0
    for (const index of all) {
      const one = await engine.askPresence([index])
      expect(one).toEqual({ kind: 'ok', value: new Map([[index, expected.get(index)]]) })
    }
    expect(console.calls).toHaveLength(21)
    expect(console.calls.every((call) => call.startsWith(providersOf('')))).toBe(true)
  })

  test('asks one by one when that takes fewer calls', async () => {
    const console = fakeConsole(usersOf(5000))
    const engine = await engineWith(numbers(6, 4000).map(row))
    await engine.askPresence([0, 1, 2, 3, 4, 5])
    expect(console.calls.filter((call) => call === USER_PAGE)).toHaveLength(1)
    expect(console.calls).toHaveLength(7)
  })

  test('asks again about a user who slipped between two pages', async () => {
    const users = usersOf(600)
    const console = fakeConsole(users)
    const engine = await engineWith(numbers(10, 501).map(row))
    const page = (from: number, total: number) => ({
      body: {
        users: numbers(100, from).map((number) => ({
          user_id: id(number),
          team_id: id(0),
          created_on: '2026-01-01T00:00:00Z',
          connected_sources: [],
        })),
        total,
        offset: 0,
        limit: 500,
      },
    })
    console.next = [page(1, 600), page(502, 599)]
    const outcome = await engine.askPresence(numbers(10, 0))
    expect(outcome).toMatchObject({
      kind: 'ok',
      value: new Map(numbers(10, 0).map((index) => [index, 'absent'])),
    })
    expect(console.calls.at(-1)).toBe(providersOf(id(501)))
  })

  test('finds who does not exist, who is connected, and the sample rows of a batch', async () => {
    fakeConsole(
      new Map([
        [id(1), false],
        [id(2), true],
        [id(3), false],
      ]),
    )
    const engine = await engineWith([row(1), row(2), row(3), row(9)])
    expect(await engine.lookUp(false)).toEqual({ kind: 'ok', value: { connected: 1, no_user: 1 } })
    expect(await engine.sampleRows([0, 1, 2])).toEqual({ kind: 'ok', value: [0, 2] })
    expect(await engine.sampleRows([1])).toEqual({ kind: 'ok', value: [] })
  })

  test('does not make many calls without agreement', async () => {
    const console = fakeConsole(usersOf(300))
    const total = 10_000_000
    console.next = [{ body: { users: [], total, offset: 0, limit: 500 } }]
    const engine = await engineWith(numbers(300).map(row))
    expect(await engine.lookUp(false)).toEqual({ kind: 'costly', calls: 300 })
    expect(console.calls).toHaveLength(1)
    expect(await engine.lookUp(true)).toEqual({ kind: 'ok', value: { connected: 0, no_user: 0 } })
  })

  test('asks about three users of a batch before sending when nobody was looked up', async () => {
    const console = fakeConsole(
      new Map([
        [id(1), false],
        [id(2), true],
        [id(3), false],
        [id(4), false],
      ]),
    )
    const engine = await engineWith([1, 2, 3, 4].map(row))
    expect(await engine.sampleRows([0, 1, 2, 3])).toEqual({ kind: 'ok', value: [0, 2] })
    expect(console.calls).toHaveLength(3)
    console.next = [new TypeError('fetch failed')]
    expect(await engine.sampleRows([0])).toMatchObject({ kind: 'lost' })
  })
})
