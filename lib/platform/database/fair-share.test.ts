import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createTurns } from '#lib/kernel/turns.ts'
import { openInMemory } from './embedded.testing.ts'
import { inShare, shareFairly } from './fair-share.ts'

const SLOW = sql`select count(*) from generate_series(1, 100000)`
const QUICK = sql`select 1`

test('many queries one after the other leave the network its turns', async () => {
  const { db, engine, close } = await openInMemory()
  if (engine.kind !== 'pglite') throw new Error('This is about the embedded database.')
  shareFairly(engine.client)
  let turns = 0
  const timer = setInterval(() => {
    turns += 1
  }, 1)
  for (let count = 0; count < 20; count += 1) await db.execute(SLOW)
  clearInterval(timer)
  expect(turns).toBeGreaterThan(10)
  await close()
})

test('one query of each person waits at a time, and each is told of their own alone', async () => {
  const { db, engine, close } = await openInMemory()
  if (engine.kind !== 'pglite') throw new Error('This is about the embedded database.')
  shareFairly(engine.client)
  const oneByOne = createTurns({ each: 1 })
  const spent = { ann: 0, bo: 0 }
  const done: string[] = []
  const of = (who: keyof typeof spent, query: typeof SLOW) => {
    const spend = (milliseconds: number) => {
      spent[who] += milliseconds
    }
    const share = { take: <T>(work: () => Promise<T>) => oneByOne(who, work), spend }
    const work = () => db.transaction(async (tx) => void (await tx.execute(query)))
    return inShare(share, work).then(() => done.push(who))
  }
  await Promise.all([...Array.from({ length: 10 }, () => of('ann', SLOW)), of('bo', QUICK)])
  // Nine queries of Ann’s were asked for before Bo’s.
  expect(done.indexOf('bo')).toBeLessThan(3)
  expect(spent.bo).toBeGreaterThan(0)
  expect(spent.ann).toBeGreaterThan(3 * spent.bo)
  const before = { ...spent }
  await db.execute(SLOW)
  expect(spent).toEqual(before)
  await close()
})
