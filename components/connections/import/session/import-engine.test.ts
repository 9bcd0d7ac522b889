import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { syncClock } from '#lib/utils/time/clock.ts'
import { csvOf, engineWith, fakeConsole, id, row, SETTINGS } from './import-engine.testing.ts'
import { createImportEngine } from './import-engine.ts'

afterEach(() => vi.unstubAllGlobals())

const numbers = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index)
const usersOf = (count: number, has = false) => new Map(numbers(count).map((number) => [id(number), has]))

describe('a file', () => {
  test('has a fingerprint of its content, and facts about it', async () => {
    const engine = await engineWith([row(1), row(2)])
    const [one, same, other] = [
      await engine.read(csvOf([row(1)])),
      await engine.read(csvOf([row(1)])),
      await engine.read(csvOf([row(2)])),
    ]
    if (!(one.ok && same.ok && other.ok)) throw new Error('A file could not be read.')
    expect(one.facts).toMatchObject({ name: 'members.csv', rows: 1, format: 'csv', unit: 'row' })
    expect(one.facts.fingerprint).toMatch(/^[0-9a-f]{64}$/)
    expect(same.facts.fingerprint).toBe(one.facts.fingerprint)
    expect(other.facts.fingerprint).not.toBe(one.facts.fingerprint)
  })

  test('shows only the end of a token in rows, samples and downloads', async () => {
    const engine = await engineWith([row(1), ['no-uuid', ...row(2).slice(1)]])
    const { mapping } = await factsOf(engine)
    await engine.check({ provider: 'marrowfit', mapping, expiry: 'automatic', expired: 'send', duplicates: 'first' })
    const all = [
      await engine.showFiltered('all', 0, 10),
      await engine.preview(mapping, 'automatic'),
      await (await engine.problemFile()).text(),
      await (await engine.resultFile([{ row: 0, result: 'Failed', reason: '=1+1' }], true)).text(),
    ]
    expect(JSON.stringify(all)).not.toMatch(/(?:access|refresh)-token-number/)
    expect(all[0]).toMatchObject([
      { number: 2, tokenEnd: 'er-1' },
      { number: 3, problems: [{ text: 'user_id is not a UUID', found: { text: 'no-uuid', secret: false } }] },
    ])
    expect(all[2]).toBe('row,user_id,provider_id,problem,level\r\n3,no-uuid,account-2,user_id is not a UUID,error\r\n')
    expect(all[3]).toBe(
      `row,user_id,provider_id,result,reason\r\n2,${id(1)},account-1,Failed,"'=1+1"\r\n3,no-uuid,account-2,Skipped,user_id is not a UUID\r\n`,
    )
  })

  test('shows what the file has where a value is wrong; of what may be a token its end, and in no download', async () => {
    const token = `tok-${'x'.repeat(40)}-wxyz`
    const expiry = row(1).with(4, '45O0')
    const engine = await engineWith([expiry, row(2).with(0, token), row(3).with(1, 'broken\u0007token-abcd')])
    const [first, second, third] = await engine.showFiltered('all', 0, 3)
    expect(first?.problems[0]?.found).toMatchObject({ text: '45O0', secret: false })
    expect(second).toMatchObject({ user_id: '', problems: [{ found: { text: 'wxyz', secret: true } }] })
    expect(third?.problems[0]?.found).toMatchObject({ text: 'abcd', secret: true })
    expect(await (await engine.problemFile()).text()).not.toMatch(/45O0|wxyz|abcd/)
  })

  test('is judged by the server’s clock', async () => {
    syncClock(Date.parse('2040-01-01T00:00:00Z'))
    onTestFinished(() => syncClock(Date.now()))
    const engine = createImportEngine({ environment: 'sandbox', origin: 'http://console.test' })
    await engine.check({ ...SETTINGS, mapping: (await factsOf(engine)).mapping })
    expect((await engine.showFiltered('all', 0, 1))[0]?.problems[0]?.text).toMatch(/^Token expired 9 y/)
  })

  async function factsOf(engine: Awaited<ReturnType<typeof engineWith>>) {
    const outcome = await engine.read(csvOf([row(1), ['no-uuid', ...row(2).slice(1)]]))
    if (!outcome.ok) throw new Error(outcome.problem.title)
    return outcome.facts
  }

  test('is filtered, and shown page by page', async () => {
    const engine = await engineWith([row(1), ['x', ...row(2).slice(1)], row(3), row(4)])
    const indexes = async (filter: 'all' | 'ready' | 'error', from = 0, count = 2) =>
      (await engine.showFiltered(filter, from, count)).map(({ index }) => index)
    expect(await indexes('all', 2)).toEqual([2, 3])
    expect(await indexes('error')).toEqual([1])
    expect(await indexes('ready', 1)).toEqual([2, 3])
    const found = async (filter: 'all' | 'error', text: string) => {
      const rows = await engine.showFiltered(filter, 0, 10, text)
      expect(await engine.countFound(filter, text)).toBe(rows.length)
      return rows.map(({ index }) => index)
    }
    expect(await found('all', 'ACCOUNT-4')).toEqual([3])
    expect(await found('all', id(3).slice(-6))).toEqual([2])
    expect(await found('all', 'not a uuid')).toEqual([1])
    expect(await found('error', 'account')).toEqual([1])
    expect(await found('all', 'token-number')).toEqual([])
    expect((await engine.showRows([3, 0])).map(({ number }) => number)).toEqual([5, 2])
  })

  test('sends nothing after its tokens were wiped', async () => {
    const console = fakeConsole(usersOf(1))
    const engine = await engineWith([row(1)])
    await engine.wipeTokens()
    await expect(engine.send([0], true)).rejects.toThrow('can’t be sent')
    expect(console.calls).toEqual([])
  })
})

describe('batches', () => {
  test('hold at most the given number of rows, and leave out what cannot be sent', async () => {
    const engine = await engineWith([row(1), ['x', ...row(2).slice(1)], row(3), row(4), row(5)])
    expect(await engine.plan(2)).toEqual([
      [0, 2],
      [3, 4],
    ])
    expect(await engine.plan(10_000)).toEqual([[0, 2, 3, 4]])
  })

  test('stay below what one call may hold', async () => {
    const long = 'é'.repeat(6 * 1024 * 1024)
    const engine = await engineWith(numbers(3).map((number) => row(number).with(1, long)))
    expect(await engine.plan(10_000)).toEqual([[0, 1], [2]])
  })

  test('are sent as the contract says, and their results joined back to rows', async () => {
    const console = fakeConsole(usersOf(2))
    const engine = await engineWith([row(2), row(9), row(1)])
    expect(await engine.send([0, 1, 2], true)).toEqual({
      kind: 'taken',
      status: 200,
      imported: [0, 2],
      failed: [1],
    })
    expect(console.imports).toEqual([
      {
        provider: 'marrowfit',
        connections: [2, 9, 1].map((number) => ({
          user_id: id(number),
          access_token: `access-token-number-${number}`,
          refresh_token: `refresh-token-number-${number}`,
          provider_id: `account-${number}`,
          expires_at: 1_900_000_000,
          oauth_scopes: ['read'],
        })),
        wait_for_completion: true,
      },
    ])
  })

  test.each([
    [new TypeError('fetch failed'), { kind: 'lost', status: null }],
    [
      { status: 502, body: { detail: 'Cannot be reached.' } },
      { kind: 'lost', status: 502, detail: 'Cannot be reached.' },
    ],
    [{ status: 503 }, { kind: 'lost', status: 503 }],
    [{ status: 504 }, { kind: 'lost', status: 504 }],
    [{ status: 500 }, { kind: 'lost', status: 500 }],
    [
      { status: 200, body: { other: 1 } },
      { kind: 'lost', status: 200 },
    ],
    [
      { status: 429, headers: { 'retry-after': '7' } },
      { kind: 'busy', waitMs: 7_000 },
    ],
    [{ status: 429 }, { kind: 'busy', waitMs: 5_000 }],
    [
      { status: 403, body: { detail: 'Not enabled.' } },
      { kind: 'refused', status: 403, detail: 'Not enabled.' },
    ],
    [{ status: 413 }, { kind: 'refused', status: 413 }],
    [{ status: 401 }, { kind: 'refused', status: 401 }],
    [
      { status: 422, body: { detail: [{ loc: ['body', 'provider'], msg: 'Unknown.', type: 'enum' }] } },
      { kind: 'refused', status: 422, detail: 'provider: Unknown.' },
    ],
    [
      {
        status: 422,
        body: { detail: [{ loc: ['body', 'connections', 1, 'access_token'], msg: 'Too short.', type: 'x' }] },
      },
      { kind: 'rows_refused', status: 422, rows: [{ row: 2, reason: 'access_token: Too short.' }] },
    ],
    [{ status: 202 }, { kind: 'taken', status: 202, imported: [], failed: [] }],
  ])('answered with %o', async (answer, outcome) => {
    const console = fakeConsole(usersOf(3))
    const engine = await engineWith([row(1), row(2), row(3)])
    console.next = [answer]
    expect(await engine.send([0, 2], true)).toMatchObject(outcome)
  })

  test('finds out by an empty import whether the queue is idle', async () => {
    const console = fakeConsole(usersOf(1))
    const engine = await engineWith([row(1)])
    expect(await engine.isQueueIdle()).toEqual({ kind: 'ok', value: true })
    expect(console.imports).toEqual([{ provider: 'marrowfit', connections: [], wait_for_completion: true }])
    console.next = [{ status: 202 }, { status: 422 }, new TypeError('fetch failed')]
    expect(await engine.isQueueIdle()).toEqual({ kind: 'ok', value: false })
    expect(await engine.isQueueIdle()).toMatchObject({ kind: 'refused' })
    expect(await engine.isQueueIdle()).toMatchObject({ kind: 'lost' })
  })
})
