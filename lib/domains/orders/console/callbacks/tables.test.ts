/** Attempts cannot be rewritten, whoever asks the database. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postgresCallbacks } from '#lib/domains/orders/console/store-sql.ts'
import { makeCallback } from '#lib/domains/orders/critical/callbacks.testing.ts'
import type { OpenDatabase } from '#lib/platform/database/database.ts'
import { openInMemory } from '#lib/platform/database/embedded.testing.ts'

let database: OpenDatabase
const kept = makeCallback()

beforeAll(async () => {
  database = await openInMemory()
  await postgresCallbacks(database.db).addCallback('sandbox', kept)
})
afterAll(() => database.close())

test.each([
  ['an update', sql`update console.critical_callbacks set outcome = 'read_back'`],
  ['a delete', sql`delete from console.critical_callbacks`],
  ['a truncate', sql`truncate console.critical_callbacks`],
])('%s is refused, and nothing is lost', async (_, statement) => {
  await expect(database.db.execute(statement)).rejects.toMatchObject({
    cause: { code: '42501', message: expect.stringContaining('console.critical_callbacks is append-only') },
  })
  expect(await postgresCallbacks(database.db).callbacksOf('sandbox', [kept.order_id])).toEqual([kept])
})
