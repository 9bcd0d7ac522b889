/** Work under way at a kill is finished by the next process. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { bulkImportConnections, listUserProviders } from '#lib/domains/connections/connection.ts'
import { type OpenDatabase, openDatabase } from '#lib/platform/database/database.ts'
import { prepareDirectory } from '#lib/platform/database/embedded.testing.ts'
import { sealingBytes } from '#lib/platform/keys.ts'
import { generateBundles } from '#lib/sandbox/data/generate.ts'
import { EMBEDDED_TEAM_ID, writeDataSet } from '#lib/sandbox/data-set.ts'
import { createPostgresStore } from '#lib/sandbox/service/store-sql.ts'
import { sealingKey, unseal } from '#lib/service/secrets.ts'
import { book, eventsOf, openOrders } from './clients.testing.ts'
import { startProcess, type TestProcess, until } from './spawn.testing.ts'

const SIZE = { users: 10_000, orders: 600, seed: 0 }
const SOURCE = 'marrowfit'
/** Milliseconds until the provider confirms: time to be killed before. */
const SLOW_MS = 6_000
/** Part of every token: whatever holds it in plain text is found. */
const SECRET = 'sEcReT-tOkEn'

let home = ''
let prepared = ''
let user_ids: string[] = []
const running: TestProcess[] = []

async function withDatabase<T>(data_dir: string, work: (database: OpenDatabase) => Promise<T>): Promise<T> {
  const database = await openDatabase({ data_dir, database_url: null })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'vialdesk-kill-'))
  prepared = join(home, 'prepared')
  await prepareDirectory(prepared)
  const today = new Date()
  await withDatabase(prepared, ({ db }) => writeDataSet(createPostgresStore(db), SIZE, today))
  const everyone = [...generateBundles({ ...SIZE, orders: 0, today, team_id: EMBEDDED_TEAM_ID })]
  user_ids = everyone.map(({ user }) => user.user_id)
})
afterEach(async () => {
  for (const process of running.splice(0)) await process.kill()
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

function copyOfData(name: string): string {
  const data_dir = join(home, name)
  cpSync(prepared, data_dir, { recursive: true })
  return data_dir
}

async function start(data_dir: string): Promise<TestProcess> {
  const process = await startProcess({ DATA_DIR: data_dir })
  running.push(process)
  return process
}

const oneRow = z.object({ rows: z.tuple([z.record(z.string(), z.unknown())]) })

/** A kill that came before or after what is to be cut says nothing, and comes so on a busy machine: done again on a copy. */
async function inTheMiddle<T>(name: string, work: (data_dir: string) => Promise<T | null>): Promise<T> {
  for (let round = 1; round <= 8; round += 1) {
    const done = await work(copyOfData(`${name}-${round}`))
    if (done !== null) return done
  }
  throw new Error('Never killed in the middle.')
}

/** The one row that a query finds in the data of a process that is gone. */
async function rowOf(data_dir: string, query: string) {
  return oneRow.parse(await withDatabase(data_dir, ({ db }) => db.execute(sql.raw(query)))).rows[0]
}

function holdsSecret(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile() && readFileSync(path).includes(SECRET))
}

describe('a bulk import of 10,000 connections', () => {
  test('is accepted at once, and imported to the end though the process is killed in the middle', async () => {
    // One in a hundred is nobody.
    const unknown = new Set(user_ids.filter((_, index) => index % 100 === 50))
    const connections = user_ids.map((user_id, index) => ({
      user_id: unknown.has(user_id) ? user_id.replace(/^.{8}/, '00000000') : user_id,
      access_token: `${SECRET}-access-${index}`,
      refresh_token: `${SECRET}-refresh-${index}`,
      provider_id: `at-source-${index}`,
      expires_at: 1_900_000_000,
    }))
    const isImported = async (process: TestProcess, user_id: string) =>
      (await process.send(listUserProviders, { params: { user_id } })).text.includes(`"${SOURCE}"`)
    const [early = '', last = ''] = withoutSource()

    const since = new Date().toISOString()
    const { data_dir, first } = await inTheMiddle('import', async (data_dir) => {
      const first = await start(data_dir)
      const { status } = await first.send(bulkImportConnections, { json: { provider: SOURCE, connections } })
      expect(status).toBe(202)
      await until(() => isImported(first, early), 'the first connections')
      await first.kill()
      const { left } = await rowOf(
        data_dir,
        'select count(*)::int as left from service.import_batches where failed is null',
      )
      expect(left).toBeLessThan(100)
      return left === 0 ? null : { data_dir, first }
    })
    const second = await start(data_dir)
    await until(() => isImported(second, last), 'the last connection')
    await second.stop()

    const ofImport = 'service.connections where sealed is not null'
    const row = await rowOf(
      data_dir,
      `select (select sum(json_array_length(failed))::int from service.import_batches) as failed,
        (select count(*)::int from service.import_batches where sealed is not null) as kept,
        (select count(*)::int from service.imports where finished_at is null) as unfinished,
        (select count(*)::int from ${ofImport} and slug = '${SOURCE}') as imported,
        -- A row that was written twice bears the mark of the second transaction.
        (select count(*)::int from ${ofImport} and xmax::text <> '0' and created_on >= '${since}') as twice,
        (select sealed from ${ofImport} and slug = '${SOURCE}' and user_id = '${early}') as sealed`,
    )
    expect(row).toMatchObject({ failed: 100, kept: 0, unfinished: 0, imported: 9900, twice: 0 })
    const key = await sealingKey(await sealingBytes(null, data_dir))
    expect(await unseal(key, String(row.sealed))).toContain(`${SECRET}-access-${user_ids.indexOf(early)}`)
    expect(holdsSecret(data_dir)).toEqual([])
    expect(`${first.output()}${second.output()}`).not.toContain(SECRET)
    expect(second.output()).not.toContain('"level":50')

    /** The first and the last user of the import who had no such connection before. */
    function withoutSource(): [string | undefined, string | undefined] {
      const fresh = [...generateBundles({ ...SIZE, orders: 0, today: new Date(), team_id: EMBEDDED_TEAM_ID })]
        .filter(
          (bundle) => !unknown.has(bundle.user.user_id) && bundle.connections.every(({ slug }) => slug !== SOURCE),
        )
        .map(({ user }) => user.user_id)
      return [fresh[0], fresh.at(-1)]
    }
  }, 1_200_000)
})

describe('bookings', () => {
  test('under way when the process is killed are confirmed by the next one, once each, at their own time', async () => {
    const later = { async_confirmation: true, async_confirmation_timeout_millisecond: 600_000 }
    const sync = (milliseconds: number) => ({ ...later, sync_confirmation_timeout_millisecond: milliseconds })
    const booking_key = `sandbox_slow_${SLOW_MS}`
    const statuses = 'select json_agg(status order by status) as statuses from service.appointments'
    const { data_dir, begin, killed, orders } = await inTheMiddle('booking', async (data_dir) => {
      const first = await start(data_dir)
      const orders = (await openOrders(first, 3)).map(({ id }) => id)
      const [waiting = '', asynchronous = '', pending = ''] = orders
      const begin = Date.now()
      const cut = [
        book(first, waiting, { booking_key }),
        book(first, asynchronous, { booking_key, ...sync(10_000) }),
      ].map((call) =>
        call.then(
          () => 'answered',
          () => 'cut off',
        ),
      )
      await book(first, pending, { booking_key, ...sync(1000) })
      await first.kill()
      const killed = Date.now()
      const areCut = (await Promise.all(cut)).every((end) => end === 'cut off')
      const found = (await rowOf(data_dir, statuses))['statuses']
      const isMiddle = areCut && isDeepStrictEqual(found, ['pending', 'reserved', 'reserved'])
      return isMiddle ? { data_dir, begin, killed, orders } : null
    })
    await until(() => Date.now() > killed + SLOW_MS + 100, 'the time of the confirmations')
    const second = await start(data_dir)
    const isSettled = async (order: string) => (await eventsOf(second, order)).at(-1)?.low === 'appointment_scheduled'
    for (const order of orders) await until(() => isSettled(order), 'the confirmation')
    const settled = await Promise.all(orders.map((order) => eventsOf(second, order)))
    expect(
      settled.map((events) => events.map(({ low }) => low).filter((low) => low.startsWith('appointment_'))),
    ).toEqual([['appointment_scheduled'], ['appointment_scheduled'], ['appointment_pending', 'appointment_scheduled']])
    for (const events of settled) {
      const at = Date.parse(events.at(-1)?.created_at ?? '')
      expect(at - begin).toBeGreaterThanOrEqual(SLOW_MS - 10)
      expect(at - killed).toBeLessThanOrEqual(SLOW_MS)
    }
    for (const order of orders) expect((await book(second, order, { booking_key: 'sandbox_confirm' })).status).toBe(409)
    await second.stop()
    expect(await rowOf(data_dir, statuses)).toEqual({ statuses: ['confirmed', 'confirmed', 'confirmed'] })
  }, 1_200_000)
})
