/** A large import, and the server killed in the middle of it. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { csvFile, importRows, openImport, SECRET, spoilt } from '#e2e/support/import-file.ts'
import { seed } from '#e2e/support/seed.ts'
import { ADMINISTRATOR, startServer, type TestServer } from '#e2e/support/servers/server.ts'
import { signIn } from '#e2e/support/session.ts'
import { expect, screenshot, test } from '#e2e/support/test.ts'

const USERS = 10_000
const SOURCE = 'marrowfit'

let dataDir = ''
let server: TestServer

test.beforeAll(async () => {
  test.setTimeout(180_000)
  dataDir = mkdtempSync(join(tmpdir(), 'e2e-import-'))
  await seed(dataDir, { users: USERS, orders: 0 })
})
test.afterAll(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function allUsers({ baseURL, apiKey }: Pick<TestServer, 'baseURL' | 'apiKey'>) {
  const users: { user_id: string; connected_sources: { source: { slug: string } }[] }[] = []
  while (users.length < USERS) {
    const answer = await fetch(`${baseURL}/v2/user/?limit=500&offset=${users.length}`, {
      headers: { 'x-service-api-key': apiKey },
    })
    users.push(...(await answer.json()).users)
  }
  return users
}

/** Returns the imports that the service stored, read once nobody else has the database. */
async function recorded() {
  const database = await PGlite.create(join(dataDir, 'pgdata'), { extensions: { pg_trgm } })
  const { rows } = await database.query<{ taken: number; users: number; imported: number; unfinished: number }>(
    `with taken as (select json_array_elements_text(user_ids) as user_id from service.import_batches)
    select (select count(*)::int from taken) as taken, (select count(distinct user_id)::int from taken) as users,
      (select count(*)::int from service.connections where slug = '${SOURCE}' and sealed is not null) as imported,
      (select count(*)::int from service.imports where finished_at is null) as unfinished`,
  )
  await database.close()
  return rows[0]
}

function holdsSecret(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile() && readFileSync(path).includes(SECRET))
}

test('10,000 rows, one in a hundred bad: every good one is imported exactly once, every bad one explained', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  server = await startServer({ DATA_DIR: dataDir })
  const { apiKey, baseURL } = server
  const users = await allUsers(server)
  const { rows, bad } = spoilt(importRows(users.map(({ user_id }) => user_id)))
  const context = await browser.newContext({ baseURL, storageState: await signIn(baseURL, ADMINISTRATOR) })
  const page = await context.newPage()
  await openImport(page, '/sandbox')
  await page.getByLabel('Choose a file').setInputFiles(csvFile('members.csv', rows))
  await page.getByRole('combobox', { name: 'Source' }).selectOption(SOURCE)
  await page.getByRole('button', { name: 'Check 10,000 rows' }).click()
  await expect(page.getByText(/20 rows have unknown users and will be skipped/)).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('9,900 rows will be sent.')).toBeVisible()

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download problem rows' }).click()
  const lines = readFileSync(await (await saving).path(), 'utf8').split('\r\n')
  for (const [index, words] of bad) expect(lines.find((line) => line.startsWith(`${index + 2},`))).toMatch(words)

  await page.getByRole('combobox', { name: 'Rows per batch' }).selectOption('250')
  await page.getByRole('button', { name: 'Import 9,900 connections' }).click()
  const batches = page.getByRole('table', { name: 'Batches' })
  await expect(
    batches
      .getByRole('row')
      .filter({ hasText: /Done in/ })
      .nth(5),
  ).toBeVisible({ timeout: 30_000 })
  await server.kill()
  await expect(page.getByText('The connection was lost')).toBeVisible()
  await screenshot(page, 'import-lost-desktop-light')
  server = await startServer({ DATA_DIR: dataDir, PORT: new URL(baseURL).port, SERVICE_API_KEY: apiKey })

  await expect(page.getByRole('heading', { name: '9,900 of 9,900 connected' })).toBeVisible({ timeout: 90_000 })
  await expect(page.getByText('All rows sent were imported.')).toBeVisible()
  await screenshot(page, 'import-recovered-desktop-light')
  // Nothing of the file is kept by the browser, and no token was anywhere but in the calls themselves.
  expect(await page.evaluate(() => JSON.stringify({ ...window.sessionStorage, ...window.localStorage }))).not.toContain(
    SECRET,
  )

  const good = new Set(rows.filter((_, index) => !bad.has(index)).map(({ user_id }) => user_id))
  for (const { user_id, connected_sources } of await allUsers({ baseURL, apiKey })) {
    const had = users.find((user) => user.user_id === user_id)?.connected_sources ?? []
    const has = connected_sources.filter(({ source }) => source.slug === SOURCE).length
    const expected = good.has(user_id) || had.some(({ source }) => source.slug === SOURCE) ? 1 : 0
    if (has !== expected) throw new Error(`${user_id} has ${has} connections of the source, not ${expected}.`)
  }
  await context.close()
  const log = server.log()
  await server.stop()
  expect(await recorded()).toEqual({ taken: 9_900, users: 9_900, imported: 9_900, unfinished: 0 })
  expect(holdsSecret(dataDir)).toEqual([])
  expect(log).not.toContain(SECRET)
})
