/** Races of two instances over one PostgreSQL; the embedded database has a single connection. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sessions, staff } from '#lib/domains/staff/console/tables.ts'
import { type OpenDatabase, openDatabase } from '#lib/platform/database/database.ts'
import { startPostgres, type TestPostgres } from '#lib/platform/database/postgres.testing.ts'
import { PASSWORD, type TestAuth, testAuthOver } from './auth.testing.ts'

describe('two instances over PostgreSQL never', () => {
  let server: TestPostgres
  let databases: [OpenDatabase, OpenDatabase]
  let one: TestAuth
  let other: TestAuth

  beforeAll(async () => {
    server = await startPostgres()
    const open = () => openDatabase({ data_dir: '', database_url: server.url })
    databases = [await open(), await open()]
  })

  beforeEach(async () => {
    await databases[0].db.execute(
      sql`truncate auth.staff, auth.sessions, auth.accounts, auth.links, auth.tries cascade`,
    )
    one = testAuthOver(databases[0])
    other = testAuthOver(databases[1])
  })

  afterAll(async () => {
    for (const database of databases) await database.close()
    await server.stop()
  })

  const people = () => databases[0].db.select().from(staff)

  test('make two first administrators by configuration', async () => {
    const starts = [one, other].map(({ auth }, n) =>
      auth.firstAdministrator({ email: `n${n}@clinic.test`, password: PASSWORD }),
    )
    expect(await Promise.all(starts)).toEqual([null, null])
    expect(await people()).toHaveLength(1)
  })

  test('make two first administrators by their links', async () => {
    const links = await Promise.all([one, other].map(({ auth }) => auth.firstAdministrator(null)))
    const used = links.map((made, n) =>
      [one, other][n]?.browser().call('use_link', {
        token: made?.link.split('#')[1],
        password: PASSWORD,
        email: `n${n}@clinic.test`,
        name: 'N',
      }),
    )
    expect((await Promise.all(used)).map((answer) => answer?.status).sort()).toEqual([200, 410])
    expect(await people()).toHaveLength(1)
  })

  test('leave no administrator', async () => {
    const [ann, bob] = [await one.person('ann@clinic.test'), await one.person('bob@clinic.test')]
    const demote = (from: TestAuth, actor: typeof ann, staff_id: string) =>
      from.staff.update({ actor, input: { staff_id, role: 'support' }, request_id: 'request-1' }).then(
        () => 'done',
        () => 'refused',
      )
    const both = await Promise.all([demote(one, ann, bob.id), demote(other, bob, ann.id)])
    expect(both.sort()).toEqual(['done', 'refused'])
  })

  test('let more than ten wrong passwords through', async () => {
    await one.person('ann@clinic.test')
    const tries = Array.from({ length: 16 }, (_, n) =>
      (n % 2 ? one : other).browser(`192.0.2.${n}`).signIn('ann@clinic.test', 'wrong password here'),
    )
    expect((await Promise.all(tries)).filter(({ status }) => status === 401)).toHaveLength(10)
  })

  test('keep a session that the other ended beyond the window, or touch it back to life', async () => {
    await one.person('ann@clinic.test')
    const browser = one.browser()
    await browser.signIn('ann@clinic.test')
    expect(await other.auth.authenticate(browser.request())).not.toBeNull()
    await browser.call('sign_out')
    expect(await databases[1].db.select().from(sessions)).toEqual([])
  })
})
