/** How a table of the directory grows, which no store's answer tells. */
import { expect, test } from 'vitest'
import { SHOWN_CHANGES } from '#lib/domains/users/console/rules.ts'
import { connectionChanges } from '#lib/domains/users/console/tables.ts'
import { openInMemory } from '#lib/platform/database/embedded.testing.ts'
import { at, ONE, TWO, userWith } from './states.testing.ts'
import { postgresCrawl } from './store-sql-crawl.ts'
import { postgresStates } from './store-sql-states.ts'

test('a service that says another state each time fills no disk', async () => {
  const { db, close } = await openInMemory()
  const { saveStates, connectionChanges: shown } = postgresStates(db)
  const { saveDirectoryUser } = postgresCrawl(db)
  for (const n of [1, 2]) await saveDirectoryUser('live', { user: userWith(n, ['a']), position: n, of_total: 2 }, at(0))
  const say = (user_id: string, minute: number) =>
    saveStates('live', { user_id, at: at(minute), states: new Map([['a', minute % 2 ? 'revoked' : 'failing']]) })
  await say(TWO, 1)
  for (let minute = 1; minute <= SHOWN_CHANGES + 20; minute++) await say(ONE, minute)
  expect(await db.$count(connectionChanges)).toBeLessThanOrEqual(SHOWN_CHANGES + 3)
  expect(await shown('live', ONE)).toHaveLength(SHOWN_CHANGES)
  expect(await shown('live', TWO)).toHaveLength(1)
  await close()
})
