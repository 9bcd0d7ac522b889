/** The index of people: the time to build it, its size, and the processor time of a search by what a caller says. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { makeOrder } from '#lib/domains/orders/order.testing.ts'
import { MOST_ROWS } from '#lib/domains/users/console/people-index.ts'
import { infoTerms, plansOf, recordOf } from '#lib/domains/users/console/people-terms.ts'
import type { PeopleRow } from '#lib/domains/users/console/store/store.ts'
import { peopleIndex } from '#lib/domains/users/console/tables.ts'
import { openDatabase } from '#lib/platform/database/database.ts'
import { peopleHash } from '#lib/platform/keys.ts'
import { makeInfo, makePerson } from '#lib/sandbox/data/people.ts'
import { Random } from '#lib/sandbox/data/prng.ts'
import { createPostgresConsoleStore } from '#lib/system/console/store-sql.ts'
import { fakeId } from './fake-users.ts'
import {
  type BenchOptions,
  defer,
  figure,
  overBoth,
  type Place,
  percentile,
  print,
  printTable,
  takeTurns,
  verdict,
} from './harness.ts'
import type { ProcessorClock } from './processor.ts'

const ENVIRONMENT = 'production'
const ORDERS_EACH = 3
const BATCH = 200
const RUNS = 20
/** Milliseconds of processor time of one search at most. */
const MAX_SEARCH_MS = 50
const MEBIBYTE = 2 ** 20
const TODAY = Date.UTC(2026, 10, 25)
const sizes = z.object({ rows: z.tuple([z.object({ bytes: z.coerce.number() })]) })

/** As many on the embedded database at most. */
const MOST_EMBEDDED = 100_000

export const bench = ({ users = 1_000_000 }: BenchOptions) =>
  overBoth((place, processor) =>
    benchOver(place, place.database_url ? users : Math.min(users, MOST_EMBEDDED), processor),
  )

function infoOf(number: number) {
  const random = new Random(number, 7, 0)
  return makeInfo(makePerson(number, TODAY, random), number, random)
}

async function benchOver(place: Place, users: number, processor: ProcessorClock) {
  const { db, close } = await openDatabase(place)
  defer(close)
  const store = createPostgresConsoleStore(db)
  const hash = await peopleHash('a key of the bench alone, long enough', place.data_dir)
  const rowsOf = (number: number): PeopleRow[] => {
    const user_id = fakeId(number)
    const info = infoOf(number)
    const to = { receiver_name: `${info.first_name} ${info.last_name}`, phone_number: info.phone_number, zip: '85004' }
    const orders = Array.from({ length: ORDERS_EACH }, (_, at) =>
      recordOf(
        makeOrder({
          id: fakeId(number * ORDERS_EACH + at + 2 ** 28),
          user_id,
          patient_address: to,
          sample_id: `S${number}-${at}`,
        }),
      ),
    )
    const hashed = (terms: readonly string[]) => terms.map((term) => hash(ENVIRONMENT, term))
    return [
      { id: user_id, user_id, order_id: null, hashes: hashed(infoTerms(info)) },
      ...orders.flatMap((order) => (order ? [{ ...order, hashes: hashed(order.terms()) }] : [])),
    ]
  }
  const begun = performance.now()
  for (let at = 0; at < users; at += BATCH) {
    const some = Array.from({ length: Math.min(BATCH, users - at) }, (_, index) => rowsOf(at + index)).flat()
    await store.savePeople(ENVIRONMENT, some)
  }
  await db.execute(sql`vacuum (analyze) ${peopleIndex}`)
  const seconds = (performance.now() - begun) / 1000
  const { rows } = sizes.parse(await db.execute(sql`select pg_total_relation_size('console.people_index') as bytes`))
  print(
    `  ${users} users, ${users * ORDERS_EACH} orders: ${figure(seconds)} s to build, ${figure(rows[0].bytes / MEBIBYTE)} MiB`,
  )
  const { first_name, last_name, email, phone_number, dob } = infoOf(Math.floor(users / 2))
  const texts = [email, phone_number, dob, `${first_name} ${last_name}`, last_name, first_name, first_name.slice(0, 3)]
  const find = (text: string) => async () => {
    for (const { groups } of plansOf(text)) {
      const hashed = groups.map((group) => group.map((term) => hash(ENVIRONMENT, term)))
      const rows = await store.searchPeople(ENVIRONMENT, hashed, MOST_ROWS)
      if (rows.length === MOST_ROWS) break
    }
  }
  const labels = ['email', 'phone', 'birth date', 'whole name', 'last name', 'first name', 'three letters']
  const asked = new Map(labels.map((label, at) => [label, find(texts[at] ?? '')]))
  const samples = await takeTurns(asked, RUNS, processor)
  const measured = [...samples].map(([name, { taken, used }]) => [
    name,
    percentile(taken, 0.5),
    percentile(taken, 0.95),
    used,
  ])
  printTable(['search', 'p50 ms', 'p95 ms', 'processor ms'], measured)
  const most = Math.max(...[...samples.values()].map(({ used }) => used))
  print(
    `  budget: at most ${MAX_SEARCH_MS} ms of processor time a search: ${figure(most)}, ${verdict(most, MAX_SEARCH_MS)}`,
  )
}
