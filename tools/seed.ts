/** `npm run seed -- --users N --orders N`: adds a made-up data set of any size to the embedded service. */
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { configFromProcess } from '#lib/config.ts'
import { openDatabase, tidy } from '#lib/platform/database/database.ts'
import { type Size, unusedSeed, writeDataSet } from '#lib/sandbox/data-set.ts'
import { createPostgresStore } from '#lib/sandbox/service/store-sql.ts'
import { runCommand } from '#tools/command.ts'

const USAGE = `npm run seed -- --users N --orders N [--seed S]
  Adds exactly N sample users and N orders. A set that was cut short goes on with the same numbers and its seed, which
  the next start of the server says.`

const count = z.coerce.number().int().min(0).max(100_000_000)
const options = z
  .object({ users: count, orders: count, seed: z.coerce.number().int().min(0).max(1_048_575).optional() })
  .refine(({ users, orders }) => users > 0 || orders === 0, { error: 'orders need at least one user', path: ['users'] })

function readOptions() {
  const { values } = parseArgs({
    options: { users: { type: 'string' }, orders: { type: 'string' }, seed: { type: 'string' } },
  })
  return options.parse(values)
}

const numbers = new Intl.NumberFormat('en')

function progress(total: Size) {
  const started = performance.now()
  let shown = 0
  return (written: Size) => {
    const now = performance.now()
    const done = written.users + written.orders
    const all = total.users + total.orders
    if (now - shown < 1000 && done < all) return
    shown = now
    const perSecond = (done / (now - started)) * 1000
    const left = Math.ceil((all - done) / perSecond)
    process.stdout.write(
      `  ${numbers.format(written.users)} of ${numbers.format(total.users)} users, ${numbers.format(written.orders)} of ${numbers.format(total.orders)} orders, ${numbers.format(Math.round(perSecond))} rows/s, ${left} s left\n`,
    )
  }
}

async function seed() {
  const { seed: asked, ...size } = readOptions()
  const database = await openDatabase(configFromProcess())
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  try {
    const store = createPostgresStore(database.db)
    const today = new Date()
    const number = asked ?? (await unusedSeed(store, today))
    process.stdout.write(`  seed ${number}, into ${database.where}\n`)
    await writeDataSet(store, { ...size, seed: number }, today, { onProgress: progress(size), signal: stop.signal })
    await tidy(database.db)
    if (stop.signal.aborted) {
      process.stdout.write(`  stopped; go on with --users ${size.users} --orders ${size.orders} --seed ${number}\n`)
    }
  } finally {
    await database.close()
  }
}

await runCommand(USAGE, seed)
