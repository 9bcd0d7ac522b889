/** Attempts and entries cannot be rewritten, whoever asks the database. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postgresCallbacks } from '#lib/domains/orders/console/store-sql.ts'
import { makeCallback } from '#lib/domains/orders/critical/callbacks.testing.ts'
import type { OpenDatabase } from '#lib/platform/database/database.ts'
import { openInMemory } from '#lib/platform/database/embedded.testing.ts'
import { postgresRecords } from '#lib/system/console/store-sql.ts'

let database: OpenDatabase
const kept = makeCallback()
const { id, at } = kept
const ENTRY = { id, at, key: 'user', body: { text: 'Called.' }, by_id: 'ann', by_name: 'Ann' }

beforeAll(async () => {
  database = await openInMemory()
  await postgresCallbacks(database.db).addCallback('sandbox', kept)
  await postgresRecords(database.db).addEntry('sandbox', 'contact', ENTRY)
})
afterAll(() => database.close())

test.each([
  ['an update of a callback', 'critical_callbacks', sql`update console.critical_callbacks set outcome = 'read_back'`],
  ['a delete of a callback', 'critical_callbacks', sql`delete from console.critical_callbacks`],
  ['a truncate of callbacks', 'critical_callbacks', sql`truncate console.critical_callbacks`],
  ['an update of an entry', 'record_history', sql`update console.record_history set body = '{}'`],
  ['a delete of an entry', 'record_history', sql`delete from console.record_history`],
  ['a truncate of entries', 'record_history', sql`truncate console.record_history`],
])('%s is refused, and nothing is lost', async (_, table, statement) => {
  await expect(database.db.execute(statement)).rejects.toMatchObject({
    cause: { code: '42501', message: expect.stringContaining(`console.${table} is append-only`) },
  })
  expect(await postgresCallbacks(database.db).callbacksOf('sandbox', [kept.order_id])).toEqual([kept])
  expect(await postgresRecords(database.db).entries('sandbox', 'contact', 'user')).toEqual([ENTRY])
})
