import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openInMemory } from '#lib/platform/database/embedded.testing.ts'
import { generateBundles } from '#lib/sandbox/data/generate.ts'
import { newestEvent } from './order-change.ts'
import { searchKeys } from './search-keys.ts'
import { insertBundles, orderRow } from './sql-insert.ts'
import { postgresOrderEvents } from './sql-order-events.ts'
import { orders } from './tables.ts'

const TEAM = '00000000-0000-4000-8000-000000000001'
const AT = new Date('2026-11-22T08:00:00.000Z')

test('an event brings every column that is derived from the order up to date', async () => {
  const { db, close } = await openInMemory()
  const bundles = [...generateBundles({ users: 5, orders: 5, today: new Date('2026-11-21'), team_id: TEAM })]
  await insertBundles(db, bundles)
  const [record] = bundles.flatMap((bundle) => bundle.orders)
  if (!record) throw new Error('The data set is too small.')
  const id = record.order.id
  // Column values from before a rule changed.
  const stale = Object.fromEntries(Object.keys(searchKeys(record)).map((column) => [column, 'stale']))
  await db.update(orders).set(stale).where(eq(orders.id, id))

  const change = { low: 'cancelled', at: AT, appointment: null } as const
  const changed = await postgresOrderEvents(db).changeOrder(TEAM, id, newestEvent(record.order)?.id ?? null, change)
  if (!changed) throw new Error('The order was not changed.')
  const [row] = await db.select().from(orders).where(eq(orders.id, id))
  await close()
  const { created_at, updated_at, ...expected } = orderRow(changed)
  expect(row).toEqual({ ...expected, created_at: new Date(created_at), updated_at: AT })
})
