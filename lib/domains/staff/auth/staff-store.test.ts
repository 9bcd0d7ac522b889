/** One suite over every store of staff: the memory model says what is right, the databases must agree. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe } from 'vitest'
import { resetStatements } from '#lib/domains/staff/console/resets.testing.ts'
import { staffStatements } from '#lib/domains/staff/console/staff.testing.ts'
import { createMemoryStaffStore } from '#lib/domains/staff/console/store-memory.ts'
import { type OpenDatabase, openDatabase } from '#lib/platform/database/database.ts'
import { openInMemory } from '#lib/platform/database/embedded.testing.ts'
import { startPostgres, type TestPostgres } from '#lib/platform/database/postgres.testing.ts'
import { createPostgresStaffStore } from './postgres-staff.ts'

const publicUrl = () => 'http://console.test/'

async function emptied({ db }: OpenDatabase) {
  await db.execute(sql`truncate auth.staff cascade`)
  return createPostgresStaffStore({ db, publicUrl, onChanged: () => undefined })
}

describe('memory', () => {
  staffStatements(async () => createMemoryStaffStore({ publicUrl }))
  resetStatements(async () => createMemoryStaffStore({ publicUrl }))
})

describe('embedded PostgreSQL', () => {
  let database: OpenDatabase
  beforeAll(async () => {
    database = await openInMemory()
  })
  afterAll(() => database.close())

  staffStatements(() => emptied(database))
  resetStatements(() => emptied(database))
})

describe('PostgreSQL server', () => {
  let server: TestPostgres
  let database: OpenDatabase
  beforeAll(async () => {
    server = await startPostgres()
    database = await openDatabase({ data_dir: '', database_url: server.url })
  })
  afterAll(async () => {
    await database.close()
    await server.stop()
  })

  staffStatements(() => emptied(database))
  resetStatements(() => emptied(database))
})
