import { beforeEach, describe, expect, test, vi } from 'vitest'
import { NO_FILTERS, type OrdersQuery, ordersQuery } from '#components/orders/search/orders-search.ts'
import { makeOrder, partialOrder } from '#lib/domains/orders/order.testing.ts'
import type { Order, OrderSearch } from '#lib/domains/orders/order.ts'
import { testSandbox } from '#lib/sandbox/sandbox.testing.ts'
import { exportChosen, exportFound } from './export-jobs.ts'

const backend = vi.hoisted(() => ({
  files: new Map<string, Blob>(),
  list: (_: OrderSearch): readonly Order[] => [],
  reported: new Set<unknown>(),
}))
vi.mock('#lib/utils/browser/browser.ts', async (actual) => ({
  ...(await actual<typeof import('#lib/utils/browser/browser.ts')>()),
  saveFile: (name: string, file: Blob) => backend.files.set(name, file),
}))
vi.mock('#lib/kernel/client/request.ts', () => ({
  request: async (_: unknown, { query }: { query: OrderSearch }) => ({ orders: backend.list(query) }),
  consoleRequest: async ({ name }: { name: string }, { body }: { body: { user_ids?: string[] } }) => {
    if (name === 'report_action') return backend.reported.add(body)
    const users = body.user_ids?.map((user_id) => ({ user: { user_id, client_user_id: `ref-${user_id.slice(0, 8)}` } }))
    return { users }
  },
}))

const { records } = await testSandbox({ users: 40, orders: 450 }, new Date('2026-11-21'))
const inTime = (orders: readonly Order[]) =>
  orders.toSorted((a, b) => a.created_at.localeCompare(b.created_at) || a.id.localeCompare(b.id))
const oldest = inTime(records.map(({ order }) => order))
const newest = oldest.toReversed()
const idsOf = (orders: readonly Order[]) => orders.map(({ id }) => id)

/** Answers as the service does, over a list that a test may change from call to call. */
function listed(change: (call: number, asked: OrderSearch) => readonly Order[]) {
  let calls = 0
  backend.list = (query) => {
    const { start_date = '', end_date = '', page, size } = query
    expect(size).toBe(100)
    const all = change(calls, query).filter(({ created_at }) => created_at >= start_date && created_at <= end_date)
    calls += 1
    if (query.order_key === 'last_status')
      all.sort((a, b) => a.status.localeCompare(b.status) || (a.id < b.id ? -1 : 1))
    else if (query.order_direction === 'desc') all.reverse()
    return all.slice((page - 1) * size, page * size)
  }
}

const job = { environment: 'sandbox', columns: ['id', 'status'], signal: new AbortController().signal, rows: null }
const query = ordersQuery(NO_FILTERS, { zone: 'UTC', now: 0 })

const onNote = vi.fn()

/** Runs the export without its pauses between pages. */
async function exportAll(onRows: (rows: number) => void = () => undefined, asked: Partial<OrdersQuery> = {}) {
  const exported = exportFound({ ...query, ...asked }, { ...job, onRows, onNote })
  await vi.runAllTimersAsync()
  return exported
}

async function idsOfFile() {
  const [file] = backend.files.values()
  const [, ...lines] = ((await file?.text()) ?? '').trim().split('\r\n')
  return lines.map((line) => line.split(',')[0])
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-22T12:00:00Z') })
  backend.files.clear()
  backend.reported.clear()
})

describe('everything that is found', () => {
  test('is read once, in the order of the list, and is on record before the first row', async () => {
    listed(() => oldest)
    const onRows = vi.fn()
    expect(await exportAll(onRows)).toBe(450)
    expect(await idsOfFile()).toEqual(idsOf(newest))
    expect(onRows.mock.calls.at(0)).toEqual([100])
    expect(onRows.mock.calls.at(-1)).toEqual([450])
    expect([...backend.reported]).toEqual([{ action: 'export_orders', environment: 'sandbox', subjects: [] }])
  })

  test('although orders leave the list between two pages, none of the others is missing and none is twice', async () => {
    // By their places in the list, the ten that move up to the first page would never be read.
    const gone = new Set(idsOf(newest.slice(10, 20)))
    listed((call) => (call === 0 ? oldest : oldest.filter(({ id }) => !gone.has(id))))
    expect(await exportAll()).toBe(450)
    expect(await idsOfFile()).toEqual(idsOf(newest))
  })

  test('without what was created after it began', async () => {
    const late = oldest.slice(-5).map((order) => ({ ...order, created_at: '2026-11-22T12:00:01.000Z' }))
    listed(() => [...oldest.slice(0, -5), ...late])
    expect(await exportAll()).toBe(445)
  })

  test('also where more than two pages are of one instant', async () => {
    const created_at = '2026-06-01T10:00:00.000Z'
    const together = oldest.map((order, index) => (index >= 50 && index < 330 ? { ...order, created_at } : order))
    const sorted = inTime(together)
    listed(() => sorted)
    expect(await exportAll()).toBe(450)
    expect(await idsOfFile()).toEqual(idsOf(sorted.toReversed()))
  })

  test('the oldest first where the list is', async () => {
    listed(() => oldest)
    expect(await exportAll(() => undefined, { order_direction: 'asc' })).toBe(450)
    expect(await idsOfFile()).toEqual(idsOf(oldest))
  })

  test('by another column where the list is, also where an order moved between two pages', async () => {
    listed((call) => (call === 0 ? oldest.filter((order) => order !== oldest[7]) : oldest))
    expect(await exportAll(() => undefined, { order_key: 'last_status', order_direction: 'asc' })).toBe(450)
    const statuses = new Map(oldest.map(({ id, status }) => [id, status]))
    const column = (await idsOfFile()).map((id) => statuses.get(id ?? ''))
    expect(column).toEqual(column.toSorted())
    expect(new Set(await idsOfFile()).size).toBe(450)
  })

  test('with what never stops moving last', async () => {
    const without = oldest.filter((order) => order !== oldest[7])
    listed((_, { order_key }) => (order_key === 'last_status' ? without : oldest))
    expect(await exportAll(() => undefined, { order_key: 'last_status', order_direction: 'asc' })).toBe(450)
    expect(onNote).toHaveBeenLastCalledWith('Some orders moved while the file was made; they come last, out of order')
    const ids = await idsOfFile()
    expect([new Set(ids).size, ids.at(-1)]).toEqual([450, oldest[7]?.id])
  })

  test('with the user and the reference of each, and its times on the viewer’s clock', async () => {
    listed(() => oldest.slice(0, 1))
    await exportFound(query, { ...job, columns: ['id', 'created_at'], onRows: () => undefined })
    const [file] = backend.files.values()
    const [head, line] = ((await file?.text()) ?? '').split('\r\n')
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    expect(head).toBe(`order_id,created_at,created_at (${timeZone}),user_id,client_user_id,results`)
    const user_id = oldest[0]?.user_id ?? ''
    expect(line).toContain(`,${user_id},ref-${user_id.slice(0, 8)},`)
  })
})

test('those that were chosen are on record by their ids, in the columns given', async () => {
  const chosen = oldest.slice(0, 2)
  expect(await exportChosen(chosen, { ...job, onRows: () => undefined })).toBe(2)
  expect([...backend.reported]).toEqual([
    { action: 'export_orders', environment: 'sandbox', subjects: idsOf(chosen), rows: 2 },
  ])
  expect(await idsOfFile()).toEqual(idsOf(chosen))
})

test('a file says whose results are partial, whatever columns it has', async () => {
  const rows = [
    partialOrder({ interpretation: 'normal' }),
    partialOrder({ interpretation: 'normal' }, 'lab_processing_blocked'),
    partialOrder({ interpretation: 'normal' }, 'completed'),
    makeOrder(),
  ]
  await exportChosen(rows, { ...job, columns: ['interpretation'], onRows: () => undefined })
  const [file] = backend.files.values()
  const lines = (await file?.text())?.trim().split('\r\n')
  expect(lines?.map((line) => line.replace(/^\uFEFF/, ''))).toEqual([
    'interpretation,user_id,client_user_id,results',
    ...rows.map(({ user_id, ...order }, at) => {
      const results = ['partial', 'partial', 'complete', ''][at]
      return `${order.interpretation ?? ''},${user_id},ref-${user_id.slice(0, 8)},${results}`
    }),
  ])
})
