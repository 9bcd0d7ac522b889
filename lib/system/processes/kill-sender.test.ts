/** Events under way when the process is killed, again and again: none is missing in the inbox, and none is there twice. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { sendWearables } from '#lib/domains/events/wearable-endpoint.ts'
import { openDatabase } from '#lib/platform/database/database.ts'
import { prepareDirectory } from '#lib/platform/database/embedded.testing.ts'
import { writeDataSet } from '#lib/sandbox/data-set.ts'
import { createPostgresStore } from '#lib/sandbox/service/store-sql.ts'
import { book, openOrders } from './clients.testing.ts'
import { startProcess, until } from './spawn.testing.ts'

const SIZE = { users: 200, orders: 100, seed: 0 }
/** Events that the process is given each time before it is killed while it sends. */
const KILLS = [60, 60, 120]
/** Milliseconds that the last process has at a time to send what is left. */
const WORKS = 15_000

const row = z.object({ rows: z.tuple([z.record(z.string(), z.number())]) })

let home = ''
let data_dir = ''
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'vialdesk-sender-'))
  data_dir = join(home, 'data')
  await prepareDirectory(data_dir)
  await withDatabase((db) => writeDataSet(createPostgresStore(db), SIZE, new Date()))
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

async function withDatabase<T>(work: (db: Parameters<typeof createPostgresStore>[0]) => Promise<T>): Promise<T> {
  const database = await openDatabase({ data_dir, database_url: null })
  try {
    return await work(database.db)
  } finally {
    await database.close()
  }
}

const countsOf = async () =>
  row.parse(
    await withDatabase((db) =>
      db.execute(
        sql.raw(`select (select count(*)::int from service.webhook_messages) as messages,
          (select count(*)::int from service.webhook_deliveries where state = 'delivered') as delivered,
          (select count(*)::int from service.webhook_deliveries where state <> 'delivered') as open,
          (select count(*)::int from service.webhook_messages as sent where not exists (
            select 1 from console.events as kept where kept.message_id = sent.id and kept.outcome <> 'duplicate')) as missing,
          (select count(*)::int from (select message_id from console.events where outcome <> 'duplicate'
            group by message_id having count(*) > 1) as repeated) as doubled,
          (select count(*)::int from (select later.user_id from console.events as later
            join console.events as earlier on earlier.user_id = later.user_id and earlier.seq < later.seq
              and earlier.order_id is not distinct from later.order_id
              and earlier.outcome <> 'duplicate' and later.outcome <> 'duplicate'
            join service.webhook_messages as a on a.id = earlier.message_id
            join service.webhook_messages as b on b.id = later.message_id and b.seq < a.seq) as swapped) as swapped`),
      ),
    ),
  ).rows[0]

/** As if the time had passed for which a process that died has its deliveries to itself. */
const releaseClaims = () =>
  withDatabase((db) => db.execute(sql.raw('update service.webhook_deliveries set claimed_until = null')))

test('what the sender was at is sent again by the next process, and kept once', async () => {
  let process = await startProcess({ DATA_DIR: data_dir })
  let sent = 0
  try {
    const booked = await openOrders(process, 5)
    expect(booked.length).toBeGreaterThan(0)
    for (const { id } of booked) await book(process, id, { booking_key: 'sandbox_confirm' })
    for (const [kill, events] of KILLS.entries()) {
      const answer = await process.send(sendWearables, { json: { users: 100, events } })
      expect(answer.status).toBe(202)
      sent += sendWearables.response.parse(answer.json()).sent
      const begun = Date.now()
      await until(() => Date.now() - begun > 200 + 150 * kill, 'some time of sending')
      await process.kill()
      if (kill < KILLS.length - 1) process = await startProcess({ DATA_DIR: data_dir })
    }
    const { open: left = 0 } = await countsOf()
    expect(left).toBeGreaterThan(0)
    for (let open = left; open > 0; ) {
      await releaseClaims()
      process = await startProcess({ DATA_DIR: data_dir })
      const begun = Date.now()
      await until(() => Date.now() - begun > WORKS, 'some time of sending')
      await process.stop()
      open = (await countsOf()).open ?? 0
    }
    // Each booking sends three: created, confirmed, and the order's event.
    const messages = sent + 3 * booked.length
    expect(await countsOf()).toEqual({ messages, delivered: messages, open: 0, missing: 0, doubled: 0, swapped: 0 })
  } finally {
    await process.kill()
  }
}, 400_000)
