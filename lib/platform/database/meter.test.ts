import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openInMemory } from './embedded.testing.ts'
import { meter, metered } from './meter.ts'

const SLOW = sql`select count(*) from generate_series(1, 200000)`
const QUICK = sql`select 1`

test('each of several people at once is told of the time of their own queries alone', async () => {
  const { db, engine, close } = await openInMemory()
  if (engine.kind !== 'pglite') throw new Error('This is about the embedded database.')
  meter(engine.client)
  const spent = { ann: 0, bo: 0 }
  const of = (who: keyof typeof spent, query: typeof SLOW) =>
    metered(
      (milliseconds) => {
        spent[who] += milliseconds
      },
      () => db.transaction(async (tx) => void (await tx.execute(query))),
    )
  await Promise.all([of('ann', SLOW), of('bo', QUICK), of('ann', SLOW), of('bo', QUICK)])
  expect(spent.bo).toBeGreaterThan(0)
  expect(spent.ann).toBeGreaterThan(3 * spent.bo)
  const before = { ...spent }
  await db.execute(SLOW)
  expect(spent).toEqual(before)
  await close()
})
