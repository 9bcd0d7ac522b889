/** The comparison of two sides that are asked the same (e2e/support/differential/replay.ts): what counts as equal, and what is told. */
import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import fc from 'fast-check'
import { type Comparison, differencesBetween, pairedIds } from '#e2e/support/differential/equivalent.ts'
import { IdPairs } from '#e2e/support/differential/id-pairs.ts'
import { parseRecordedCalls, type RecordedCall } from '#e2e/support/differential/recorded-calls.ts'
import { describeMismatch, replay, type Side } from '#e2e/support/differential/replay.ts'
import { replaceIds, tokensIn } from '#e2e/support/differential/tokens.ts'

const [A, B, C, D] = ['a', 'b', 'c', 'd'].map((letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000`)

const compared = (left: unknown, right: unknown, changed: Partial<Comparison> = {}) => {
  const comparison = {
    pairs: new IdPairs(),
    toleranceMs: 60_000,
    rename: (text: string) => text.replaceAll(/\bDemo\b/g, 'Sandbox'),
    isLeftOut: () => false,
    isNumbered: (at: string) => at.endsWith('.number'),
    ...changed,
  }
  const said = (value: unknown) => ({ status: 200, body: JSON.stringify(value) })
  return differencesBetween(said(left), said(right), comparison)
}
const places = (left: unknown, right: unknown, changed?: Partial<Comparison>) =>
  compared(left, right, changed).map(({ at }) => at)

for (const [what, left, right] of [
  ['random ids', { id: A, of: { id: A } }, { id: B, of: { id: B } }],
  ['tokens and hosts', 'http://localhost:1/setup#abcdefgh12345678', 'http://x.test/setup#87654321hgfedcba'],
  ['numbers of events', [{ number: 1 }, { number: 2 }], [{ number: 71 }, { number: 72 }]],
  ['instants of the call', { at: '2026-11-22T10:00:00Z' }, { at: '2026-11-22T10:00:59.5Z' }],
  ['instants in milliseconds', [1_795_000_000_000], [1_795_000_000_500]],
  ['durations', { request: { duration: 3 }, waited_ms: 7 }, { request: { duration: 4 }, waited_ms: 12 }],
  ['the name of the environment', 'Nothing in Sandbox', 'Nothing in Demo'],
  ['the order of fields', { a: 1, b: 2 }, { b: 2, a: 1 }],
] as const) {
  test(`${what} may differ`, () => {
    expect(compared(left, right)).toEqual([])
  })
}

for (const [what, left, right, at] of [
  ['a value', { orders: [{ status: 'lost' }] }, { orders: [{ status: 'done' }] }, ['orders[0].status']],
  ['a missing field', { a: { b: null } }, { a: {} }, ['a.b']],
  ['a type', { n: '1' }, { n: 1 }, ['n']],
  ['the length of a list', { rows: [1, 2] }, { rows: [1] }, ['rows.length']],
  ['an id that stood for another', [A, A], [B, C], ['[1]']],
  ['an id that another stood for', [A, C], [B, B], ['[1]']],
  ['an id that both sides know', [A, A], [A, B], ['[1]']],
  ['a number that stood for another', [{ number: 1 }, { number: 1 }], [{ number: 7 }, { number: 8 }], ['[1].number']],
  ['an instant of the data', { at: '2026-11-22T10:00:00Z' }, { at: '2026-11-21T10:00:00Z' }, ['at']],
  ['a count', { total: 41 }, { total: 42 }, ['total']],
  ['words around an id', `order ${A} is lost`, `order ${A} is done`, ['']],
] as const) {
  test(`${what} may not differ`, () => {
    expect(places(left, right)).toEqual([...at])
  })
}

test('a status is told with both answers, and places that are left out are not told', () => {
  const pairs = new IdPairs()
  const isLeftOut = (at: string) => at.endsWith('.name')
  const comparison = { pairs, toleranceMs: 0, rename: String, isLeftOut, isNumbered: () => false }
  expect(differencesBetween({ status: 200, body: '' }, { status: 404, body: 'no' }, comparison)).toEqual([
    { at: 'status', left: '200 ', right: '404 no' },
  ])
  expect(places([{ name: 'A' }], [{ name: 'B' }], comparison)).toEqual([])
})

test('whatever is said equals itself, and itself with other ids', () => {
  const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.uuid(), fc.date().map(String))
  const json = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 3 }, leaf, fc.array(tie('value')), fc.dictionary(fc.string(), tie('value'))),
  })).value
  const check = fc.property(json, (value) => {
    const text = JSON.stringify(value)
    const ids = tokensIn(text).tokens.filter(({ kind }) => kind === 'id')
    const others = new Map(ids.map((id) => [id.text, randomUUID()]))
    const renewed = JSON.parse(replaceIds(text, others))
    return compared(value, value).length === 0 && compared(value, renewed).length === 0
  })
  expect(() => fc.assert(check, { seed: 12, numRuns: 300 })).not.toThrow()
})

test('ids that are others this time are learned from what was recorded', () => {
  const recorded = JSON.stringify({ view: { id: A }, views: [{ id: A }, { id: B }], name: 'Went wrong' })
  const actual = JSON.stringify({ view: { id: C }, views: [{ id: C }, { id: B }], name: 'Went well' })
  expect([...pairedIds(recorded, actual)]).toEqual([
    [A, C],
    [B, B],
  ])
  expect(replaceIds(`/views/${A}?of=${B}`, new Map([[`${A}`, `${C}`]]))).toBe(`/views/${C}?of=${B}`)
})

const callOf = (method: string, path: string, body: string | null, response: unknown): RecordedCall => ({
  method,
  path,
  headers: body ? { 'content-type': 'application/json' } : {},
  body,
  status: 200,
  response: JSON.stringify(response),
})

/** Keeps one view, which it gives an id of its own. */
function sideOf(name: string, id: string, label: string, words = 'kept'): Side & { asked: string[] } {
  const asked: string[] = []
  const origin = `http://${name}.test`
  const answer = async (request: Request) => {
    const { pathname, search } = new URL(request.url)
    asked.push(`${request.method} ${pathname}${search} ${await request.text()}`)
    return request.method === 'POST' ? Response.json({ id }) : Response.json({ words: `${words} in ${label}`, id })
  }
  return { name, environment: { id: label.toLowerCase(), label }, origin, publicUrl: origin, answer, asked }
}

const CALLS = [
  callOf('POST', '/api/console/views/demo', '{"name":"Mine","environment":"demo"}', { id: A }),
  callOf('PATCH', `/api/console/views/demo/${A}`, '{}', { id: A, words: 'kept in Demo' }),
]

test('calls go to each side in its own words: its environment, and the ids that it gave', async () => {
  const [server, browser] = [sideOf('server', `${B}`, 'Sandbox'), sideOf('browser', `${D}`, 'Demo')]
  expect(await replay(CALLS, server, browser)).toEqual([])
  expect(server.asked).toEqual([
    'POST /api/console/views/sandbox {"name":"Mine","environment":"sandbox"}',
    `PATCH /api/console/views/sandbox/${B} {}`,
  ])
  expect(browser.asked[1]).toBe(`PATCH /api/console/views/demo/${D} {}`)
})

test('an id stays what it was first: a log with one entry more than the recorded one renames nothing', async () => {
  const answers: unknown[] = [{ user_id: A }, [{ subject: B }, { subject: A }], {}]
  const asked: string[] = []
  const answer = async ({ url }: Request) => {
    asked.push(new URL(url).search)
    return Response.json(answers[Math.floor((asked.length - 1) / 2)])
  }
  const side = { ...sideOf('server', '', 'Sandbox'), answer }
  const calls = [
    callOf('GET', '/api/console/directory/demo', null, { user_id: A }),
    callOf('GET', '/api/console/audit', null, [{ subject: A }]),
    callOf('GET', `/api/console/audit?subject=${A}`, null, {}),
  ]
  expect(await replay(calls, side, side)).toEqual([])
  expect(asked.slice(-2)).toEqual([`?subject=${A}`, `?subject=${A}`])
})

test('a difference names the call, the place and what both said', async () => {
  const [server, browser] = [sideOf('server', `${B}`, 'Sandbox'), sideOf('browser', `${D}`, 'Demo', 'lost')]
  const [mismatch, ...others] = await replay(CALLS, server, browser)
  expect(others).toEqual([])
  expect(mismatch && describeMismatch(mismatch, server, browser)).toBe(
    [
      `#1 PATCH /api/console/views/demo/${A}`,
      '  sent: {}',
      '  words',
      '    server: "kept in Sandbox"',
      '    browser: "lost in Demo"',
    ].join('\n'),
  )
})

test('a recording is read line by line, and one that is broken is refused', () => {
  const text = CALLS.map((call) => `${JSON.stringify(call)}\n`).join('')
  expect(parseRecordedCalls(text)).toEqual(CALLS)
  expect(() => parseRecordedCalls('{"method":"GET"}\n')).toThrow('path')
})
