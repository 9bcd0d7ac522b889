/** The two files that the list of orders can make, loaded with the first of them. */

import type { OrdersQuery } from '#components/orders/search/orders-search.ts'
import type { ExportJob } from '#components/patterns/export/export-job.ts'
import {
  exportRows,
  type FileColumns,
  fileName,
  fileOf,
  type ListExport,
  reportExport,
} from '#lib/domains/audit/list-export.ts'
import { serviceSearch } from '#lib/domains/orders/id-search.ts'
import { listOrders, type Order } from '#lib/domains/orders/order.ts'
import { resultsOf } from '#lib/domains/orders/results/results.ts'
import { lastLowLevelStatus } from '#lib/domains/orders/status/status.ts'
import { searchDirectory } from '#lib/domains/users/directory.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { consoleRequest, request } from '#lib/kernel/client/request.ts'
import { exportPages, MOST_TURNS, movedNote } from '#lib/kernel/list/export-pages.ts'
import { unreadableIn } from '#lib/kernel/list/unreadable.ts'
import { formatCount } from '#lib/utils/text/counts.ts'
import { dayCell } from '#lib/utils/text/csv.ts'
import { clockNow } from '#lib/utils/time/clock.ts'
import { parseInstant } from '#lib/utils/time/instants.ts'

/** Rows of one file: some minutes of reading, and what a spreadsheet still opens at once. */
const MAX_ROWS = 50_000

/** Columns that say who a patient is. */
const PERSONAL: readonly string[] = ['recipient', 'birth']

interface JobOptions {
  environment: string
  /** Those chosen. What is masked on screen does not leave in a file. */
  columns: readonly string[]
  masked: boolean
}

const LIMIT = `A file can have at most ${formatCount(MAX_ROWS)} orders: the first in the order of the list`
const HIDDEN = 'Patient data is masked, so the file has no names or birth dates'

export function exportJobs({ environment, columns, masked }: JobOptions) {
  const given = columns.filter((id) => !(masked && PERSONAL.includes(id)))
  const hidden = given.length < columns.length ? HIDDEN : null
  const job = (rows: number | null, notes: readonly (string | null)[], run: ExportJob['run']): ExportJob => ({
    rows,
    note: notes.filter(Boolean).join('. ') || undefined,
    run,
  })
  return {
    /** `rows`: how many are found; null where nobody counted that far. */
    found: (query: OrdersQuery, rows: number | null) => {
      const isCut = rows === null || rows > MAX_ROWS
      const exportAll = query.stuck ? exportStuck : exportFound
      return job(isCut ? MAX_ROWS : rows, [isCut ? LIMIT : null, hidden], (options) =>
        exportAll(query, { environment, columns: given, ...options }),
      )
    },
    chosen: (orders: readonly Order[]) =>
      job(orders.length, [hidden], (options) => exportChosen(orders, { environment, columns: given, ...options })),
  }
}

/** An order, and what the directory says of its user: null for a user it doesn't know. */
type FileOrder = Order & { reference: string | null }

const CELLS: FileColumns<FileOrder> = {
  id: { name: 'order_id', value: ({ id }) => id },
  recipient: { name: 'receiver_name', value: ({ patient_address }) => patient_address?.receiver_name ?? null },
  status: { name: 'last_status', value: ({ events, status }) => lastLowLevelStatus(events) ?? status },
  results: { name: 'results', value: resultsOf },
  interpretation: { name: 'interpretation', value: ({ interpretation }) => interpretation ?? null },
  method: { name: 'method', value: ({ lab_test }) => lab_test.method },
  lab_test: { name: 'lab_test', value: ({ lab_test }) => lab_test.name },
  birth: { name: 'dob', value: ({ patient_details }) => dayCell(patient_details?.dob) },
  sample: { name: 'sample_id', value: ({ sample_id }) => sample_id ?? null },
  priority: { name: 'priority', value: ({ priority }) => priority ?? null },
  user: { name: 'user_id', value: ({ user_id }) => user_id },
  reference: { name: 'client_user_id', value: ({ reference }) => reference },
  created_at: { name: 'created_at', instant: ({ created_at }) => created_at },
  updated_at: { name: 'updated_at', instant: ({ updated_at }) => updated_at },
}

/** Whatever columns are shown, a file says whose each order is and whether its results are partial. */
const fileWith = (columns: readonly string[]) => fileOf(CELLS, [...columns, 'user', 'reference', 'results'])

/** Returns the orders with the references of their users, as far as the directory and the viewer's role have them. */
async function withReferences(
  orders: readonly Order[],
  environment: string,
  signal: AbortSignal,
): Promise<FileOrder[]> {
  const user_ids = [...new Set(orders.map(({ user_id }) => user_id))]
  const references = new Map<string, string>()
  for (let from = 0; from < user_ids.length; from += PAGE) {
    const body = { user_ids: user_ids.slice(from, from + PAGE), limit: PAGE }
    const found = await consoleRequest(searchDirectory, { params: { environment }, body }, {}, { signal }).catch(
      (error: unknown) => {
        if (error instanceof RequestError && error.status === 403) return null
        throw error
      },
    )
    for (const { user } of found?.users ?? [])
      if (user.client_user_id) references.set(user.user_id, user.client_user_id)
  }
  return orders.map((order) => ({ ...order, reference: references.get(order.user_id) ?? null }))
}

/** The most that the service gives at a time. */
const PAGE = 100

/**
 * Position of a running export. By creation it moves to the last order's instant, so that an order that leaves the
 * list makes no other fall between two pages. In any other order it goes by pages, then once more by creation: where
 * that finds an order that moved between two pages, all are read anew.
 */
interface Place {
  by: 'created_at' | 'order_asked'
  edge: string | undefined
  page: number
  turn: number
}

/** Reads in screen order up to this moment: no order is written twice, none is missing. */
export async function exportFound(query: OrdersQuery, { environment, columns, rows, ...job }: ListExport) {
  const { signal, onRows, onNote } = job
  await reportExport('export_orders', { environment, signal, rows })
  const file = fileWith(columns)
  const seen = new Set<string>()
  const now = new Date(clockNow()).toISOString()
  // A part of an ID stands for the same orders on every page.
  const question = await serviceSearch(query, { environment }, signal)
  const { start_date, end_date: asked = now, order_key = 'created_at', order_direction = 'desc' } = query
  const end_date = parseInstant(asked) < parseInstant(now) ? asked : now
  const isRising = order_key === 'created_at' && order_direction === 'asc'
  const byCreation = { by: 'created_at', edge: isRising ? start_date : end_date, page: 1 } as const
  const inOrder = { by: 'order_asked', edge: undefined, page: 1 } as const
  return exportPages<Place>({
    name: fileName('orders', environment),
    head: file.head,
    first: { ...(order_key === 'created_at' ? byCreation : inOrder), turn: 1 },
    read: async ({ by, edge, page, turn }) => {
      if (question === null) return { rows: [], next: null }
      const input = { query: { ...question, ...within(by, edge), page, size: PAGE } }
      const answer = await request(listOrders, input, { environment }, { signal, skipUnreadable: true })
      const { orders } = answer
      const bad = unreadableIn(answer).filter(({ id }) => id === null || !seen.has(id))
      const fresh = orders.filter(({ id }) => !seen.has(id)).slice(0, MAX_ROWS - seen.size)
      const hasMoved = by === 'created_at' && order_key !== 'created_at' && fresh.length > 0
      if (hasMoved && turn < MOST_TURNS) {
        seen.clear()
        return { rows: [], next: { ...inOrder, turn: turn + 1 }, isMoved: true }
      }
      if (hasMoved) onNote?.(movedNote('orders'))
      const { only_spelling } = answer
      if (typeof only_spelling === 'string')
        onNote?.(`Orders under other spellings than “${only_spelling}” are left out`)
      const lines = file.lines(await withReferences(fresh, environment, signal))
      for (const { id } of [...fresh, ...bad]) seen.add(id ?? '')
      const rows = [...lines, ...bad.map(({ id, field }) => [id, `can’t be read (${field})`])]
      const entries = orders.length + unreadableIn(answer).length
      return { rows, next: seen.size < MAX_ROWS ? placeAfter(orders, entries, { by, edge, page, turn }) : null }
    },
    signal,
    onRows,
  })

  function within(by: Place['by'], edge: string | undefined) {
    const creation = { order_key: 'created_at', order_direction: isRising ? 'asc' : 'desc' } as const
    const start = isRising ? edge : start_date
    return {
      ...(by === 'created_at' ? creation : { order_key, order_direction }),
      ...(start !== undefined && { start_date: start }),
      end_date: isRising || by === 'order_asked' ? end_date : edge,
    }
  }

  function placeAfter(orders: readonly Order[], entries: number, { by, edge, page, turn }: Place): Place | null {
    const last = orders.at(-1)?.created_at
    const isEnd = entries < PAGE || last === undefined
    if (by === 'order_asked') return isEnd ? { ...byCreation, turn } : { by, edge, page: page + 1, turn }
    if (isEnd) return null
    return last === edge ? { by, edge, page: page + 1, turn } : { by, edge: last, page: 1, turn }
  }
}

/** All of them are read before the first line: they are checked one by one. */
async function exportStuck(query: OrdersQuery, { environment, columns, signal, onRows }: ListExport) {
  const { stuckOrders } = await import('#lib/domains/orders/stuck/stuck-orders.ts')
  const { stuck, ...search } = query
  const { orders } = await stuckOrders(search, { environment }, signal)
  return exportChosen(orders, { environment, columns, signal, onRows })
}

export async function exportChosen(orders: readonly Order[], { columns, ...job }: Omit<ListExport, 'rows'>) {
  const file = fileWith(columns)
  const rows = await withReferences(orders, job.environment, job.signal)
  return exportRows({ list: 'orders', action: 'export_orders', file, rows, idOf: ({ id }) => id }, job)
}
