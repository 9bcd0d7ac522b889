/** One suite over every store of staff: the memory model says what is right, the databases must agree. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe } from 'vitest'
import { accountStatements } from '#lib/domains/staff/console/accounts.conformance.ts'
import { resetStatements } from '#lib/domains/staff/console/resets.conformance.ts'
import { staffRuleStatements } from '#lib/domains/staff/console/rules.conformance.ts'
import { staffStoreStatements } from '#lib/domains/staff/console/store.conformance.ts'
import type { StaffStore } from '#lib/domains/staff/console/store.ts'
import { createMemoryStaffStore } from '#lib/domains/staff/console/store-memory.ts'
import { type OpenDatabase, openDatabase } from '#lib/platform/database/database.ts'
import { openInMemory } from '#lib/platform/database/embedded.testing.ts'
import { startPostgres, type TestPostgres } from '#lib/platform/database/postgres.testing.ts'
import { createPostgresStaffStore } from './postgres-staff.ts'

const publicUrl = () => 'http://console.test/'

async function emptied({ db }: OpenDatabase) {
  await db.execute(sql`truncate auth.staff, auth.factor_roles cascade`)
  return createPostgresStaffStore({ db, publicUrl, onChanged: () => undefined })
}

function statements(open: () => Promise<StaffStore>) {
  staffStoreStatements(open)
  staffRuleStatements(open)
  resetStatements(open)
  accountStatements(open)
}

describe('memory', () => {
  statements(async () => createMemoryStaffStore({ publicUrl }))
})

describe('embedded PostgreSQL', () => {
  let database: OpenDatabase
  beforeAll(async () => {
    database = await openInMemory()
  })
  afterAll(() => database.close())

  statements(() => emptied(database))
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

  statements(() => emptied(database))
})
