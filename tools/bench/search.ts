/** Order search over a growing database: a page must not take longer because there is more behind it. */
import { setImmediate as pause } from 'node:timers/promises'
import { type OrderSearch, orderSearch } from '#lib/domains/orders/order.ts'
import { openDatabase, tidy } from '#lib/platform/database/database.ts'
import { EMBEDDED_TEAM_ID, writeDataSet } from '#lib/sandbox/data-set.ts'
import { createPostgresStore } from '#lib/sandbox/service/store-sql.ts'
import type { ServiceStore } from '#lib/service/store.ts'
import {
  type BenchOptions,
  defer,
  figure,
  median,
  percentile,
  print,
  printTable,
  scratch,
  takeTurns,
  verdict,
} from './harness.ts'
import { ownProcessor, type ProcessorClock } from './processor.ts'

const SIZES = [10_000, 100_000]
const ORDERS_OF_A_USER = 10
const RUNS = 30
const FIRST_PAGE = 'first page, newest first'
/** The first page may take this much longer over the largest set than over the smallest, for noise. */
const MAX_GROWTH = 1.5

const numbers = new Intl.NumberFormat('en')

/** The embedded database, growing from size to size. */
export const bench = ({ orders = 100_000 }: BenchOptions) =>
  searchOver({ data_dir: scratch(), database_url: null }, orders, ownProcessor)

/** `largest` adds one more size. Sizes are compared by processor time, which other work on the machine changes least. */
export async function searchOver(
  place: Parameters<typeof openDatabase>[0],
  largest: number,
  processor: ProcessorClock,
) {
  const { db, close } = await openDatabase(place)
  defer(close)
  const store = createPostgresStore(db)
  // The embedded database never leaves the turn of the event loop it is in: without pauses no interrupt would be heard.
  const filling: ServiceStore = { ...store, insert: (bundles) => pause().then(() => store.insert(bundles)) }
  const today = new Date()
  const smallest = new Map<string, number>()
  let ratio = Number.NaN
  let filled = 0
  for (const [seed, size] of [...SIZES.filter((each) => each < largest), largest].entries()) {
    print(`  filling up to ${numbers.format(size)} orders`)
    const orders = size - filled
    await writeDataSet(filling, { users: Math.ceil(orders / ORDERS_OF_A_USER), orders, seed }, today)
    await tidy(db)
    filled = size
    const found = new Map<string, string>()
    const turn = async (name: string, search: OrderSearch) => {
      const { total } = await store.searchOrders(EMBEDDED_TEAM_ID, search)
      found.set(name, total === null ? 'many' : numbers.format(total))
    }
    const turns = [...(await searches(store, today))].map(([name, search]) => [name, () => turn(name, search)] as const)
    const samples = await takeTurns(new Map(turns), RUNS, processor)
    const rows = [...samples].map(([name, { taken, used }]) => {
      if (seed === 0) smallest.set(name, used)
      const growth = used / (smallest.get(name) ?? Number.NaN)
      if (name === FIRST_PAGE) ratio = growth
      return [name, found.get(name) ?? '', median(taken), percentile(taken, 0.95), used, growth]
    })
    printTable([`${numbers.format(size)} orders`, 'found', 'p50 ms', 'p95 ms', 'processor ms', 'ratio'], rows)
  }
  print(
    `  budget: the first page stays flat (ratio at most ${MAX_GROWTH}): ${figure(ratio)}, ${verdict(ratio, MAX_GROWTH)}`,
  )
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
    [FIRST_PAGE, search()],
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
