import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { postgresCrawl } from '#lib/domains/users/console/store/store-sql-crawl.ts'
import { referenceKeys } from '#lib/domains/users/console/store/store-sql-rows.ts'
import { directoryUsers } from '#lib/domains/users/console/tables.ts'
import { makeUser, userIdOf } from '#lib/domains/users/user.testing.ts'
import { postgresViews, viewNameKeys } from '#lib/domains/views/console/store-sql.ts'
import { savedViews } from '#lib/domains/views/console/tables.ts'
import { openInMemory } from '#lib/platform/database/embedded.testing.ts'
import { rebuildKeys } from '#lib/platform/database/rebuild-keys.ts'
import { keyRules } from '#lib/platform/database/schemas.ts'
import { generateBundles } from '#lib/sandbox/data/generate.ts'
import { insertBundles, orderKeys } from '#lib/service/sql-insert.ts'
import { orders } from '#lib/service/tables.ts'

const TEAM = '00000000-0000-4000-8000-000000000001'
const TODAY = new Date('2026-11-21')

test('a directory of an earlier version is searched by today’s rule', { timeout: 180_000 }, async () => {
  const { db, close } = await openInMemory()
  const keys = { orders: orderKeys, references: referenceKeys, 'view names': viewNameKeys }
  const rebuild = async () => {
    for (const [name, batch] of Object.entries(keys)) await rebuildKeys(db, name, batch)
  }
  const stored = async () => ({
    orders: await db.select().from(orders).orderBy(orders.id),
    users: await db.select().from(directoryUsers).orderBy(directoryUsers.user_id),
    views: await db.select().from(savedViews).orderBy(savedViews.number),
  })
  await insertBundles(db, [...generateBundles({ users: 5, orders: 9, today: TODAY, team_id: TEAM })])
  for (const number of [1, 2]) {
    const user = makeUser({ user_id: userIdOf(number), client_user_id: `Member 10-21${number}` })
    await postgresCrawl(db).saveDirectoryUser('sandbox', { user, position: number, of_total: 2 }, TODAY.toISOString())
  }
  const views = postgresViews(db)
  for (const [number, name] of ['Núñez’s', 'To call'].entries()) {
    const view = {
      id: userIdOf(number + 1),
      name,
      shared: false,
      owner_id: 'ann',
      owner_name: 'Ann',
      filter: {},
      look: {},
    }
    const place = { environment: 'sandbox', list: 'orders' } as const
    await views.addView(place, { ...view, changed_at: TODAY.toISOString() }, 30)
  }
  const right = await stored()
  const old = async () => {
    await db.update(orders).set({ patient_key: 'old', recipient_key: 'old', search_key: 'old' })
    await db.update(directoryUsers).set({ reference_key: 'old' })
    await db.update(savedViews).set({ name_key: sql`'old ' || ${savedViews.number}` })
  }
  await old()
  await rebuild()
  expect(await stored()).toEqual(right)
  await old()
  await rebuild()
  expect((await stored()).orders[0]?.search_key).toBe('old')
  await db.update(keyRules).set({ rule: 'of another version' })
  await rebuild()
  expect(await stored()).toEqual(right)
  // Two names that today's rule takes for one stay two.
  await db.update(savedViews).set({ name: 'Nunez’s', name_key: sql`'old ' || ${savedViews.number}` })
  await db.update(keyRules).set({ rule: 'of another version' })
  await rebuild()
  expect((await stored()).views.map(({ name_key }) => name_key.split(' ')[0])).toEqual(['nunezs', 'nunezs'])
  await close()
})
