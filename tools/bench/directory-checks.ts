/** The states of connections over a very large directory: how many users are checked a second, and what a search then costs. */
import { sql } from 'drizzle-orm'
import { createConnectionChecker } from '#lib/domains/users/console/check.ts'
import type { DirectoryStore } from '#lib/domains/users/console/store/store.ts'
import { directoryChecks, directoryConnections } from '#lib/domains/users/console/tables.ts'
import type { Database } from '#lib/platform/database/database.ts'
import { figure, print } from './table.ts'

/** Users that are checked one by one; the others get their states at once. */
const CHECKED = 5_000

/** Checks some users as the server does, without its pauses, then gives every connection a state. */
export async function checkUsers(environment: string, store: DirectoryStore, db: Database): Promise<void> {
  const ended = new AbortController()
  let asked = 0
  const checker = createConnectionChecker({
    store,
    source: {
      async listConnections() {
        asked += 1
        if (asked === CHECKED) ended.abort()
        return []
      },
    },
    now: () => new Date(),
    interval: 3_600_000,
    spacing: 0,
    pause: async () => undefined,
  })
  const begin = performance.now()
  const cpu = process.cpuUsage()
  while (!ended.signal.aborted && (await checker.work(environment, ended.signal)));
  const { user, system } = process.cpuUsage(cpu)
  print(
    `  checks: ${figure(CHECKED / ((performance.now() - begin) / 1000), 0)} users a second at most, ` +
      `${figure((user + system) / 1000 / CHECKED)} ms of processor time a user besides the service’s answer`,
  )
  // One in a hundred is broken in some way, one in fifty isn’t checked yet.
  await db.execute(sql`
    update ${directoryConnections} set state = case abs(hashtext(user_id::text || slug)) % 1000
      when 0 then 'revoked' when 1 then 'failing' when 2 then 'needs_sign_in' when 3 then 'needs_sign_in'
      else case when abs(hashtext(user_id::text)) % 50 = 0 then 'not_checked' else 'connected' end end`)
  await db.execute(sql`
    update ${directoryChecks} set checked_at = now() - (abs(hashtext(user_id::text)) % 86400) * interval '1 second',
      order_at = now() - (abs(hashtext(user_id::text)) % 86400) * interval '1 second'
    where abs(hashtext(user_id::text)) % 50 > 0`)
  await db.execute(sql`vacuum (analyze) ${directoryConnections}, ${directoryChecks}`)
}
