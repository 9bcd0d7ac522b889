/** The two weeks that a sandbox begins with: the same each time, once, marked as samples, and not of the future. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyChain } from '#lib/domains/audit/console/chain.ts'
import { audit } from '#lib/domains/audit/console/tables.ts'
import { bookingChanges, bookings } from '#lib/domains/bookings/console/tables.ts'
import { events } from '#lib/domains/events/console/tables.ts'
import type { OpenDatabase } from '#lib/platform/database/database.ts'
import { openInMemory } from '#lib/platform/database/embedded.testing.ts'
import { DEFAULT_SIZE } from '#lib/sandbox/data/generate.ts'
import { EMBEDDED_TEAM_ID, writeDataSet } from '#lib/sandbox/data-set.ts'
import { createPostgresStore } from '#lib/sandbox/service/store-sql.ts'
import type { UserBundle } from '#lib/service/records.ts'
import { sealingKey } from '#lib/service/secrets.ts'
import {
  appointments,
  connections,
  webhookAttempts,
  webhookDeliveries,
  webhookEndpoints,
  webhookMessages,
} from '#lib/service/tables.ts'
import { createPostgresConsoleStore } from '#lib/system/console/store-sql.ts'
import { DAY } from '#lib/utils/time/durations.ts'
import { makePast } from './past.ts'

const UNTIL = Date.parse('2026-11-25T15:00:00Z')
const environment = { id: 'sandbox', label: 'Sandbox' }
const opened: OpenDatabase[] = []

async function played() {
  const database = await openInMemory()
  opened.push(database)
  const records = createPostgresStore(database.db)
  const bundles: UserBundle[] = []
  const onBatch = (some: readonly UserBundle[]) => void bundles.push(...some)
  await writeDataSet(records, { ...DEFAULT_SIZE, seed: 0 }, new Date(UNTIL), { onBatch })
  await make(database, bundles)
  return { ...database, bundles, records, own: createPostgresConsoleStore(database.db) }
}

async function make({ db }: Pick<OpenDatabase, 'db'>, bundles: readonly UserBundle[]) {
  const sealing_key = await sealingKey(new Uint8Array(32).fill(7))
  await makePast(db, { environment, team_id: EMBEDDED_TEAM_ID, sealing_key, bundles, until: UNTIL })
}

let world: Awaited<ReturnType<typeof played>>
beforeAll(async () => {
  world = await played()
}, 240_000)
afterAll(async () => {
  for (const { close } of opened) await close()
})

/** How much of everything there is, by what tells it apart. */
async function contents({ db }: Pick<OpenDatabase, 'db'>) {
  const made = await db.select().from(bookings).orderBy(bookings.id)
  const log = await db.select().from(audit).orderBy(audit.id)
  const sent = await db.select({ type: webhookMessages.event_type, at: webhookMessages.at }).from(webhookMessages)
  return {
    bookings: made.map(({ id, state, asked_at, start_at }) => [id, state, asked_at, start_at]),
    log: log.flatMap(({ action, at, actor_id, request_id }) =>
      action === 'record_kept' ? [] : [[action, at, actor_id, request_id]],
    ),
    sent: sent.map(({ type, at }) => `${at.toISOString()} ${type}`).sort(),
    endpoints: (await db.select({ id: webhookEndpoints.id }).from(webhookEndpoints)).map(({ id }) => id).sort(),
    deliveries: await db.$count(webhookDeliveries),
    attempts: await db.$count(webhookAttempts),
    events: await db.$count(events),
  }
}

test('the same data and the same instant make the same again; a second time adds nothing', async () => {
  const first = await contents(world)
  await make(world, world.bundles)
  expect(await contents(world)).toEqual(first)
  expect(await contents(await played())).toEqual(first)
}, 240_000)

test('there is some of everything: visits in each state, deliveries that failed, a slow receiver', async () => {
  const { own, records } = world
  const found = await own.searchBookings('sandbox', { offset: 0, limit: 500 }, new Date(UNTIL))
  expect(found.total).toBeGreaterThanOrEqual(38)
  expect(new Set(found.bookings.map(({ state }) => state))).toEqual(
    new Set(['pending', 'confirmed', 'cancelled', 'failed', 'completed']),
  )
  const days = found.bookings.flatMap(({ start_at }) => (start_at ? [(Date.parse(start_at) - UNTIL) / DAY] : []))
  expect([Math.min(...days) < -1, days.some((day) => Math.abs(day) < 0.5), Math.max(...days) > 3]).toEqual(
    Array(3).fill(true),
  )
  const search = { offset: 0, limit: 500 }
  const { deliveries } = await records.searchDeliveries(EMBEDDED_TEAM_ID, { ...search, limit: 1000 })
  const ofState = Map.groupBy(deliveries, ({ state }) => state)
  expect(ofState.get('gave_up')?.length).toBeGreaterThan(2)
  expect([ofState.has('waiting'), ofState.has('retrying')]).toEqual([false, false])
  const endpoints = await records.listWebhookEndpoints(EMBEDDED_TEAM_ID)
  const status = await Promise.all(endpoints.map(({ id }) => records.webhookStatus(id, new Date(UNTIL - DAY))))
  expect(status.map(({ health: { p95_ms } }) => (p95_ms ?? 0) > 4_000).sort()).toEqual([false, false, true])
  expect((await own.searchEvents('sandbox', search)).total).toBeGreaterThan(250)
  const kept = (kind: string) => own.records('sandbox', kind)
  expect([(await kept('lab_test_texts')).length, (await kept('visit_time')).length]).toEqual([5, 3])
})

test('what was played is in the database: orders, visits and sources stand as was last said of them', async () => {
  const { db, records, bundles } = world
  const sent = await db.select().from(webhookMessages).orderBy(webhookMessages.seq)
  const saidLast = (type: string) =>
    new Map(sent.flatMap((each) => (each.event_type.startsWith(type) ? [[each.order_id ?? '', each]] : [])))
  const orders = [...saidLast('labtest.order.')]
  const isAsSaid = async ([id, { data }]: (typeof orders)[number]) =>
    JSON.stringify((await records.getOrder(EMBEDDED_TEAM_ID, id))?.order) === data
  expect(orders.length).toBeGreaterThan(70)
  expect((await Promise.all(orders.map(isAsSaid))).filter((isSame) => !isSame)).toEqual([])
  const visits = saidLast('labtest.appointment.')
  expect(visits.size).toBeGreaterThan(35)
  for (const { order_id, body } of await db.select().from(appointments))
    expect(JSON.parse(visits.get(order_id)?.data ?? '{}')).toMatchObject(Object(body))
  const removed = await db.$count(audit, eq(audit.action, 'deregister_provider'))
  const marrowfit = await db.$count(connections, eq(connections.slug, 'marrowfit'))
  const sample = bundles.flatMap((bundle) => bundle.connections)
  const ofSample = sample.filter(({ slug }) => slug === 'marrowfit').length
  expect([removed, marrowfit - ofSample]).toEqual([2, 5])
  // Each change has two entries: that it began, and how it ended.
  expect(await db.$count(connections)).toBe(sample.length + 5 - removed / 2)
}, 60_000)

test('the log says that all of it is by samples, nothing is of the future, and the chain holds', async () => {
  const { db } = world
  const log = await db.select().from(audit)
  const people = log.flatMap(({ action, actor_id, actor_name }) =>
    action === 'record_kept' ? [] : [`${actor_id} ${actor_name}`],
  )
  expect(people.filter((name) => !/^sample-\w+ Sample /.test(name))).toEqual([])
  expect(new Set(people).size).toBe(3)
  const times = [
    ...log.flatMap(({ action, at }) => (action === 'record_kept' ? [] : [at])),
    ...(await db.select({ at: events.received_at }).from(events)).map(({ at }) => at),
    ...(await db.select({ at: webhookAttempts.at }).from(webhookAttempts)).map(({ at }) => at),
    ...(await db.select({ at: bookingChanges.at }).from(bookingChanges)).map(({ at }) => at),
  ]
  expect(times.filter((at) => at.getTime() > UNTIL || at.getTime() < UNTIL - 14 * DAY)).toEqual([])
  const { entries, ...chain } = await verifyChain(db)
  expect(entries).toBeGreaterThan(300)
  expect(chain).toMatchObject({ broken_at: [], back_in_time: [], changed_records: [] })
})

test('a database where somebody has worked gets none', async () => {
  const database = await openInMemory()
  opened.push(database)
  const own = createPostgresConsoleStore(database.db)
  const entry = { ...{ actor_id: null, actor_email: null, role: null, environment: null, subjects: [] } }
  const rest = { action: 'sign_in', outcome: 'done', status: null, duration: 0, listed: false, masked: false } as const
  await own.appendAudit({ ...entry, ...rest, at: new Date(UNTIL).toISOString(), request_id: 'r', completes: null })
  await make(database, [])
  expect([await database.db.$count(audit), await database.db.$count(webhookEndpoints)]).toEqual([1, 0])
})
