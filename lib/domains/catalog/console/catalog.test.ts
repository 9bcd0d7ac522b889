/** The catalog over HTTP, and what it learns of answers that pass by. */
import { describe, expect, test } from 'vitest'
import { CATALOG_BATCH, listCatalog, removeCatalogEntry, saveCatalogEntries } from '#lib/domains/catalog/catalog.ts'
import { endpoints } from '#lib/domains/service-endpoints.ts'
import { testConsole } from '#lib/system/console/console.testing.ts'
import { createLearner, factsOf, methodsOf } from './learner.ts'
import { memoryCatalog } from './store-memory.ts'

const A = '00000000-0000-4000-a000-000000000101'
const B = '00000000-0000-4000-a000-000000000102'
const SANDBOX = { environment: 'sandbox' }

function opened() {
  const { send, rows } = testConsole()
  const save = (json: object, as = 'administrator') => send(saveCatalogEntries, { params: SANDBOX, json, as })
  const removeLab = (id: string, as = 'administrator') =>
    send(removeCatalogEntry, { params: { ...SANDBOX, kind: 'lab', id }, as })
  const removeTest = (id: string) => send(removeCatalogEntry, { params: { ...SANDBOX, kind: 'lab_test', id } })
  const entries = async (as = 'administrator') =>
    listCatalog.response.parse(await (await send(listCatalog, { params: SANDBOX, as })).json()).entries
  const names = async (as = 'administrator') => {
    return (await entries(as)).map(({ kind, id, name, lab_id }) => [kind, id, name, lab_id])
  }
  return { save, removeLab, removeTest, rows, names, entries }
}

describe('over HTTP', () => {
  test('entries are added, named anew and removed by whom the roles allow, read by everybody, and it is on record', async () => {
    const { save, removeLab, rows, names } = opened()
    const entries = [
      { kind: 'lab_test', id: A.toUpperCase(), name: '  Lipids ', lab_id: '1' },
      { kind: 'lab', id: '1', name: 'Calder' },
      { kind: 'lab_account', id: B, name: 'Main' },
    ]
    const saved = await save({ entries }, 'lab_coordinator')
    expect(await saved.json()).toEqual({ added: 3, changed: 0, unchanged: 0 })
    expect(await names('read_only')).toEqual([
      ['lab', '1', 'Calder', null],
      ['lab_test', A, 'Lipids', '1'],
      ['lab_account', B, 'Main', null],
    ])
    const again = await save({ entries: [{ kind: 'lab', id: '1', name: 'Calder Lab' }] })
    expect(await again.json()).toEqual({ added: 0, changed: 1, unchanged: 0 })
    expect((await save({ entries }, 'support')).status).toBe(403)
    expect((await removeLab('1', 'support')).status).toBe(403)
    expect((await removeLab('1')).status).toBe(204)
    expect((await removeLab('1')).status).toBe(404)
    expect((await names()).map(([kind]) => kind)).toEqual(['lab_test', 'lab_account'])
    const done = rows.filter(({ outcome }) => outcome === 'done')
    expect(done.map(({ action, subjects }) => [action, subjects])).toEqual([
      ['save_catalogue_entries', [A, '1', B]],
      ['save_catalogue_entries', ['1']],
      ['remove_catalogue_entry', ['1']],
    ])
  })

  test('texts for patients are kept beside the entry: left out they stay, empty they go, and removal takes them along', async () => {
    const { save, entries, removeTest } = opened()
    const lipids = { kind: 'lab_test', id: A, name: 'Lipids' }
    await save({ entries: [{ ...lipids, preparation: ' Fast 10 h ', remarks: 'Morning' }] }, 'lab_coordinator')
    expect(await entries()).toMatchObject([{ ...lipids, preparation: 'Fast 10 h', remarks: 'Morning' }])
    const again = await save({ entries: [{ ...lipids, remarks: '' }] })
    expect(await again.json()).toEqual({ added: 0, changed: 1, unchanged: 0 })
    const [kept] = await entries()
    expect(kept).toMatchObject({ preparation: 'Fast 10 h' })
    expect(kept).not.toHaveProperty('remarks')
    expect(await (await save({ entries: [lipids] })).json()).toEqual({ added: 0, changed: 0, unchanged: 1 })
    expect((await save({ entries: [{ ...lipids, preparation: 'x'.repeat(301) }] })).status).toBe(422)
    await removeTest(A)
    await save({ entries: [lipids] })
    expect((await entries())[0]).not.toHaveProperty('preparation')
  })

  test.each([
    ['an id of another kind', { kind: 'lab', id: A, name: 'x' }, /whole number/],
    ['a number that no integer is', { kind: 'lab', id: '2147483648', name: 'x' }, /at most/],
    ['an id that is cut', { kind: 'lab_test', id: A.slice(1), name: 'x' }, /Not a UUID/],
    ['no name', { kind: 'lab', id: '1', name: '  ' }, /Enter a name/],
    ['too long a name', { kind: 'lab', id: '1', name: 'x'.repeat(201) }, /at most 200/],
    ['an unknown kind', { kind: 'clinic', id: '1', name: 'x' }, /./],
    ['half a character', { kind: 'lab', id: '1', name: '\ud800' }, /can’t be stored/],
  ])('%s is refused, and nothing of the call is saved', async (_, wrong, words) => {
    const { save, names } = opened()
    const answer = await save({ entries: [{ kind: 'lab', id: '7', name: 'Good' }, wrong] })
    expect(answer.status).toBe(422)
    expect(JSON.stringify(await answer.json())).toMatch(words)
    expect(await names()).toEqual([])
  })

  test('too many at once are refused; too many in all are, in words', async () => {
    const { save } = opened()
    const some = (from: number, count: number) => ({
      entries: Array.from({ length: count }, (__, index) => ({ kind: 'lab', id: String(from + index), name: 'Lab' })),
    })
    expect((await save(some(0, CATALOG_BATCH + 1))).status).toBe(422)
    for (let from = 0; from < 5000; from += 500) expect((await save(some(from, 500))).status).toBe(200)
    const full = await save(some(5000, 1))
    expect([full.status, JSON.stringify(await full.json())]).toEqual([
      409,
      expect.stringContaining('Nothing was saved'),
    ])
  })
})

const { list_orders, list_markers, get_service_centers, list_users } = endpoints
const orderOf = (lab_test: unknown) => ({ id: 'x', lab_test })
const params = { lab_test_id: A }

describe('what an answer tells', () => {
  test.each([
    [
      'orders of tests with ids',
      list_orders,
      [{ kind: 'lab_test', id: A, name: 'Lipids', lab_id: '3' }],
      {
        orders: [
          orderOf({ id: A, name: ' Lipids ', lab_id: 3 }),
          orderOf({ id: A, name: 'Lipids', lab_id: 3 }),
          orderOf({ name: 'No id' }),
          orderOf(null),
          7,
        ],
      },
    ],
    [
      'an order that names its lab',
      list_orders,
      [
        { kind: 'lab_test', id: B, name: 'Thyroid', lab_id: '12' },
        { kind: 'lab', id: '12', name: 'Sandpiper', lab_id: null },
      ],
      { orders: [orderOf({ id: B, name: 'Thyroid', lab: { id: 12, name: 'Sandpiper' } })] },
    ],
    [
      'markers of one lab',
      list_markers,
      [{ kind: 'lab_test', id: A, name: null, lab_id: '3' }],
      { markers: [{ lab_id: 3 }, { lab_id: 3 }] },
    ],
    ['markers of two labs', list_markers, [], { markers: [{ lab_id: 3 }, { lab_id: 4 }] }],
    ['no markers', list_markers, [], { markers: [] }],
    [
      'service centers',
      get_service_centers,
      [{ kind: 'lab', id: '3', name: 'brightpine', lab_id: null, is_makeshift: true }],
      { lab_id: 3, slug: 'brightpine' },
    ],
    [
      'names that no database keeps',
      list_orders,
      [],
      { orders: [orderOf({ id: A, name: 'a\0b' }), orderOf({ id: B, name: 'x'.repeat(201) })] },
    ],
    ['what is something else', list_users, [], { orders: [orderOf({ id: A, name: 'Lipids' })] }],
    ['no JSON', list_orders, [], null],
  ])('%s', (_, { name: endpoint }, facts, body) => {
    expect(factsOf({ endpoint, params, body })).toEqual(facts)
  })
})

test('orders tell how their tests are collected, each pair once', () => {
  const orders = [
    orderOf({ name: 'Lipids', method: 'testkit' }),
    orderOf({ name: 'Lipids', method: 'testkit' }),
    orderOf({ name: 'Lipids', method: 'walk_in_test' }),
    orderOf({ name: 'Lipids', method: 7 }),
    orderOf(null),
  ]
  expect(methodsOf({ endpoint: list_orders.name, body: { orders } })).toEqual([
    { lab_test: 'Lipids', method: 'testkit' },
    { lab_test: 'Lipids', method: 'walk_in_test' },
  ])
  expect(methodsOf({ endpoint: list_users.name, body: { orders } })).toEqual([])
})

describe('the learner', () => {
  const bytes = (name: string, id = A) => new TextEncoder().encode(JSON.stringify({ orders: [orderOf({ id, name })] }))
  const answer = (name: string, id = A) => ({
    environment: 'sandbox',
    endpoint: 'list_orders',
    params: {},
    body: bytes(name, id),
  })

  function learning({ fails = 0 } = {}) {
    const store = memoryCatalog()
    const writes: string[] = []
    const failures: unknown[] = []
    let left = fails
    const learner = createLearner({
      store: {
        ...store,
        async learnCatalog(environment, facts, origin) {
          writes.push(facts.map(({ name }) => name).join())
          if (left-- > 0) throw new Error('disk full')
          return store.learnCatalog(environment, facts, origin)
        },
      },
      pause: async () => undefined,
      onError: (error) => failures.push(error),
    })
    const names = async () => (await store.catalogEntries('sandbox')).map(({ name }) => name)
    /** Long enough for all that waits: each answer takes a few turns of the microtask queue and no timer. */
    const settled = () => new Promise((resolve) => setImmediate(resolve))
    return { learner, writes, failures, names, settled }
  }

  test('a name is kept once, a new one for the same id again; nothing is read before notice returns', async () => {
    const { learner, writes, names, settled } = learning()
    learner.notice(answer('Lipids'))
    expect(writes).toEqual([])
    await settled()
    learner.notice(answer('Lipids'))
    await settled()
    learner.notice(answer('Lipids, full'))
    await settled()
    expect(writes).toEqual(['Lipids', 'Lipids, full'])
    expect(await names()).toEqual(['Lipids, full'])
  })

  test('what cannot be kept is told, and learned the next time; what is no JSON, or too long, is passed over', async () => {
    const { learner, failures, names, settled } = learning({ fails: 1 })
    learner.notice(answer('Lipids'))
    await settled()
    expect(failures).toHaveLength(1)
    learner.notice({ ...answer('x'), body: new TextEncoder().encode('{') })
    learner.notice({ ...answer('x'), body: new Uint8Array(1024 * 1024 + 1) })
    learner.notice(answer('Lipids'))
    await settled()
    expect([failures.length, await names()]).toEqual([1, ['Lipids']])
  })

  test('more than eight that wait are passed over, and a stop forgets them', async () => {
    const ids = Array.from({ length: 12 }, (_, index) => `00000000-0000-4000-a000-0000000003${10 + index}`)
    const busy = learning()
    for (const id of ids) busy.learner.notice(answer('Test', id))
    await busy.settled()
    expect(busy.writes.length).toBeGreaterThanOrEqual(8)
    expect(busy.writes.length).toBeLessThan(12)
    const ended = learning()
    for (const id of ids) ended.learner.notice(answer('Test', id))
    await ended.learner.stop()
    ended.learner.notice(answer('Late'))
    await ended.settled()
    expect(ended.writes.length).toBeLessThanOrEqual(1)
  })
})
