/** Events under way when the process is killed, again and again: none is missing in the inbox, and none is there twice. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { bulkImportConnections } from '#lib/domains/connections/connection.ts'
import { openDatabase } from '#lib/platform/database/database.ts'
import { prepareDirectory } from '#lib/platform/database/embedded.testing.ts'
import { generateBundles } from '#lib/sandbox/data/generate.ts'
import { EMBEDDED_TEAM_ID, writeDataSet } from '#lib/sandbox/data-set.ts'
import { createPostgresStore } from '#lib/sandbox/service/store-sql.ts'
import { book, openOrders } from './clients.testing.ts'
import { startProcess, until } from './spawn.testing.ts'

const SIZE = { users: 1_500, orders: 100, seed: 0 }
const SOURCE = 'marrowfit'
/** Times that the process is killed while it sends. */
const KILLS = 3

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
            join console.events as earlier on earlier.order_id = later.order_id and earlier.seq < later.seq
              and earlier.outcome <> 'duplicate' and later.outcome <> 'duplicate'
            join service.webhook_messages as a on a.id = earlier.message_id
            join service.webhook_messages as b on b.id = later.message_id and b.seq < a.seq) as swapped) as swapped`),
      ),
    ),
  ).rows[0]

test('what the sender was at is sent again by the next process, and kept once', async () => {
  const users = [...generateBundles({ ...SIZE, orders: 0, today: new Date(), team_id: EMBEDDED_TEAM_ID })]
  const connections = users.map(({ user }, index) => ({
    user_id: user.user_id,
    access_token: `a-${index}`,
    refresh_token: `r-${index}`,
    provider_id: `p-${index}`,
    expires_at: 1_900_000_000,
  }))
  let process = await startProcess({ DATA_DIR: data_dir })
  try {
    const { status } = await process.send(bulkImportConnections, { json: { provider: SOURCE, connections } })
    expect(status).toBe(202)
    const booked = await openOrders(process, 5)
    expect(booked.length).toBeGreaterThan(0)
    for (const { id } of booked) await book(process, id, { booking_key: 'sandbox_confirm' })
    for (let kill = 0; kill < KILLS; kill += 1) {
      const begun = Date.now()
      await until(() => Date.now() - begun > 700 + 500 * kill, 'some time of sending')
      await process.kill()
      process = await startProcess({ DATA_DIR: data_dir })
    }
    await process.kill()
    const { open: left = 0 } = await countsOf()
    expect(left).toBeGreaterThan(0)
    for (let open = left; open > 0; ) {
      process = await startProcess({ DATA_DIR: data_dir })
      const begun = Date.now()
      await until(() => Date.now() - begun > 50_000, 'the time of claims of the process before')
      await process.stop()
      open = (await countsOf()).open ?? 0
    }
    // Of each booking: created, confirmed, and the order's own event.
    const messages = SIZE.users + 3 * booked.length
    expect(await countsOf()).toEqual({ messages, delivered: messages, open: 0, missing: 0, doubled: 0, swapped: 0 })
  } finally {
    await process.kill()
  }
}, 400_000)
