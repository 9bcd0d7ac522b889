/** The list of orders as a file: all that is asked for, or those that were chosen. Loaded with the first export. */

import type { OrdersQuery } from '#components/orders/list/orders-search.ts'
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
import { request } from '#lib/kernel/client/request.ts'
import { exportPages } from '#lib/kernel/list/export-pages.ts'
import { clockNow } from '#lib/utils/time/clock.ts'
import { parseInstant } from '#lib/utils/time/instants.ts'
import { MAX_ROWS } from './export-limit.ts'

const CELLS: FileColumns<Order> = {
  id: { name: 'order_id', value: ({ id }) => id },
  recipient: { name: 'receiver_name', value: ({ patient_address }) => patient_address?.receiver_name ?? null },
  status: { name: 'last_status', value: ({ events, status }) => lastLowLevelStatus(events) ?? status },
  results: { name: 'results', value: resultsOf },
  interpretation: { name: 'interpretation', value: ({ interpretation }) => interpretation ?? null },
  method: { name: 'method', value: ({ lab_test }) => lab_test.method },
  lab_test: { name: 'lab_test', value: ({ lab_test }) => lab_test.name },
  birth: { name: 'dob', value: ({ patient_details }) => patient_details?.dob ?? null },
  sample: { name: 'sample_id', value: ({ sample_id }) => sample_id ?? null },
  priority: { name: 'priority', value: ({ priority }) => priority ?? null },
  user: { name: 'user_id', value: ({ user_id }) => user_id },
  created_at: { name: 'created_at', value: ({ created_at }) => created_at },
  updated_at: { name: 'updated_at', value: ({ updated_at }) => updated_at },
}

/** Whatever columns are shown, a file says whether results are partial. */
const fileWith = (columns: readonly string[]) => fileOf(CELLS, [...columns, 'results'])

/** The most that the service gives at a time. */
const PAGE = 100
/** Orders from this instant on, of which some pages are read already. */
interface Place {
  since: string | undefined
  page: number
}

/**
 * Reads the oldest first, up to this moment, and goes on from the last order's instant: what is created during
 * the export is not in it, and an order that no longer fits makes no other fall between two pages. None is written twice.
 */
export async function exportFound(query: OrdersQuery, { environment, columns, signal, onRows, rows }: ListExport) {
  await reportExport('export_orders', { environment, signal, rows })
  const file = fileWith(columns)
  const seen = new Set<string>()
  const now = new Date(clockNow()).toISOString()
  // A part of an ID stands for the same orders on every page.
  const question = await serviceSearch(query, { environment }, signal)
  const { end_date: asked = now } = query
  const until = parseInstant(asked) < parseInstant(now) ? asked : now
  return exportPages<Place>({
    name: fileName('orders', environment),
    head: file.head,
    first: { since: query.start_date, page: 1 },
    read: async ({ since, page }) => {
      if (question === null) return { rows: [], next: null }
      const sorted = { ...question, order_key: 'created_at', order_direction: 'asc' } as const
      const dates = { ...(since !== undefined && { start_date: since }), end_date: until }
      const input = { query: { ...sorted, ...dates, page, size: PAGE } }
      const { orders } = await request(listOrders, input, { environment }, { signal })
      const fresh = orders.filter(({ id }) => !seen.has(id)).slice(0, MAX_ROWS - seen.size)
      for (const { id } of fresh) seen.add(id)
      const last = orders.at(-1)?.created_at
      const isEnd = orders.length < PAGE || last === undefined || seen.size >= MAX_ROWS
      const isOneInstant = last === since
      const next = isOneInstant ? { since, page: page + 1 } : { since: last, page: 1 }
      return { rows: file.lines(fresh), next: isEnd ? null : next }
    },
    signal,
    onRows,
  })
}

/** All of them are read before the first line: they are checked one by one. */
export async function exportStuck(query: OrdersQuery, { environment, columns, signal, onRows }: ListExport) {
  const { stuckOrders } = await import('#lib/domains/orders/stuck/stuck-orders.ts')
  const { stuck, ...search } = query
  const { orders } = await stuckOrders(search, { environment }, signal)
  const oldestFirst = orders.toSorted((a, b) => parseInstant(a.created_at) - parseInstant(b.created_at))
  return exportChosen(oldestFirst, { environment, columns, signal, onRows })
}

export function exportChosen(rows: readonly Order[], { columns, ...job }: Omit<ListExport, 'rows'>) {
  const file = fileWith(columns)
  return exportRows({ list: 'orders', action: 'export_orders', file, rows, idOf: ({ id }) => id }, job)
}
