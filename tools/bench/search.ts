/** Order search over a growing database: a page must not take longer because there is more behind it. */
import { setImmediate as pause } from 'node:timers/promises'
import { type OrderSearch, orderSearch } from '#lib/domains/orders/order.ts'
import { type Database, openDatabase, tidy } from '#lib/platform/database/database.ts'
import { startPostgres } from '#lib/platform/database/postgres.testing.ts'
import { EMBEDDED_TEAM_ID, writeDataSet } from '#lib/sandbox/data-set.ts'
import { createPostgresStore } from '#lib/sandbox/service/store-sql.ts'
import type { ServiceStore } from '#lib/service/store.ts'
import { withScratch } from './cleanup.ts'
import { percentile } from './statistics.ts'
import { figure, print, table, verdict } from './table.ts'

const SIZES = [10_000, 100_000]
const ORDERS_OF_A_USER = 10
const RUNS = 30
/** The first page may take this much longer over the largest set than over the smallest, for noise. */
const MAX_GROWTH = 1.5

interface Timing {
  total: string
  p50: number
  p95: number
}

const numbers = new Intl.NumberFormat('en')

/** The embedded database, growing from size to size; `largest` adds one more. */
export async function benchSearch(largest: number): Promise<void> {
  await withScratch((data_dir) => benchOver({ data_dir, database_url: null }, largest))
}

/** The same over a PostgreSQL server, started for it where the machine has the program. */
export async function benchService(largest: number): Promise<void> {
  const server = await startPostgres()
  try {
    await benchOver({ data_dir: '', database_url: server.url }, largest)
  } finally {
    await server.stop()
  }
}

async function benchOver(place: Parameters<typeof openDatabase>[0], largest: number) {
  const sizes = [...SIZES.filter((size) => size < largest), largest]
  const database = await openDatabase(place)
  try {
    show(sizes, await grow(database.db, sizes))
  } finally {
    await database.close()
  }
}

async function grow(db: Database, sizes: readonly number[]): Promise<Map<string, Timing>[]> {
  const store = createPostgresStore(db)
  // The embedded database never leaves the turn of the event loop it is in: without pauses no interrupt would be heard.
  const filling: ServiceStore = { ...store, insert: (bundles) => pause().then(() => store.insert(bundles)) }
  const today = new Date()
  const bySize: Map<string, Timing>[] = []
  let filled = 0
  for (const [seed, size] of sizes.entries()) {
    print(`  filling up to ${numbers.format(size)} orders`)
    const orders = size - filled
    await writeDataSet(filling, { users: Math.ceil(orders / ORDERS_OF_A_USER), orders, seed }, today)
    await tidy(db)
    filled = size
    bySize.push(await measure(store, await searches(store, today)))
  }
  return bySize
}

/** Every filter, sorting and paging of endpoint 13; values are taken from an order of the middle, so that each finds something. */
async function searches(store: ServiceStore, today: Date): Promise<Map<string, OrderSearch>> {
  const search = (values: Partial<OrderSearch> = {}) => orderSearch.parse(values)
  const { orders } = await store.searchOrders(EMBEDDED_TEAM_ID, search({ page: 20 }))
  const [some] = orders
  if (!some) throw new Error('The data set of the bench has too few orders.')
  const { id, user_id, order_transaction } = some.order
  const day = (ago: number) => new Date(today.getTime() - ago * 86_400_000).toISOString().slice(0, 10)
  const ids = orders.map(({ order }) => order.id)
  return new Map([
    ['first page, newest first', search()],
    ['page 100', search({ page: 100 })],
    ['size 100', search({ size: 100 })],
    ['order_key patient_name', search({ order_key: 'patient_name', order_direction: 'asc' })],
    ['order_key last_status', search({ order_key: 'last_status' })],
    ['start_date, end_date', search({ start_date: day(10), end_date: day(8) })],
    ['updated_start_date, updated_end_date', search({ updated_start_date: day(10), updated_end_date: day(9) })],
    ['status, rare', search({ status: ['sample_error'] })],
    ['status, common', search({ status: ['completed'] })],
    ['order_type', search({ order_type: ['on_site_collection'] })],
    ['is_critical', search({ is_critical: true })],
    ['interpretation unknown', search({ interpretation: 'unknown' })],
    ['order_activation_types', search({ order_activation_types: ['scheduled'] })],
    ['user_id', search({ user_id })],
    ['order_ids, 50 of them', search({ order_ids: ids })],
    ['order_transaction_id', search({ order_transaction_id: order_transaction?.id ?? id })],
    ['patient_name', search({ patient_name: some.patient_name })],
    ['shipping_recipient_name', search({ shipping_recipient_name: some.patient_name })],
    ['search_input, a full name', search({ search_input: some.patient_name })],
    ['search_input, three letters', search({ search_input: some.patient_name.slice(0, 3) })],
    ['search_input, an order id', search({ search_input: id })],
    ['search_input, nothing found', search({ search_input: 'zzqx nobody' })],
  ])
}

/** One turn each, again and again: what else the machine does meets all of them alike. */
async function measure(store: ServiceStore, all: ReadonlyMap<string, OrderSearch>): Promise<Map<string, Timing>> {
  const samples = new Map([...all.keys()].map((name): [string, number[]] => [name, []]))
  const totals = new Map<string, string>()
  for (let run = 0; run <= RUNS; run += 1) {
    for (const [name, search] of all) {
      await pause()
      const start = performance.now()
      const { total } = await store.searchOrders(EMBEDDED_TEAM_ID, search)
      // The first turn fills the caches.
      if (run > 0) samples.get(name)?.push(performance.now() - start)
      totals.set(name, total === null ? 'many' : numbers.format(total))
    }
  }
  return new Map(
    [...samples].map(([name, taken]) => [
      name,
      { total: totals.get(name) ?? '', p50: percentile(taken, 0.5), p95: percentile(taken, 0.95) },
    ]),
  )
}

function show(sizes: readonly number[], bySize: readonly ReadonlyMap<string, Timing>[]) {
  const [smallest] = bySize
  for (const [index, timings] of bySize.entries()) {
    const rows = [...timings].map(([name, { total, p50, p95 }]) => [
      name,
      total,
      figure(p50),
      figure(p95),
      figure(growth(smallest, timings, name)),
    ])
    print()
    print(table([`${numbers.format(sizes[index] ?? 0)} orders`, 'found', 'p50 ms', 'p95 ms', 'ratio'], rows))
  }
  const last = bySize.at(-1)
  const ratio = last ? growth(smallest, last, 'first page, newest first') : Number.NaN
  print(
    `  budget: the first page stays flat (ratio at most ${MAX_GROWTH}): ${figure(ratio)}, ${verdict(ratio, MAX_GROWTH)}`,
  )
}

/** The median over that of the smallest set. */
function growth(smallest: ReadonlyMap<string, Timing> | undefined, timings: ReadonlyMap<string, Timing>, name: string) {
  return (timings.get(name)?.p50 ?? Number.NaN) / (smallest?.get(name)?.p50 ?? Number.NaN)
}
