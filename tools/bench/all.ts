/** Every figure that the console is held to, in one table. */
import { startPostgres } from '#lib/platform/database/postgres.testing.ts'
import { SECRET } from './events.ts'
import { defer, part, printRows, type Row, scratch } from './harness.ts'
import { rows as ofBrowser } from './page.ts'
import { rows as ofProxy } from './proxy.ts'
import { AS_STARTED } from './servers.ts'
import { ofPages, startSite } from './site.ts'
import { rows as ofStart } from './start.ts'

const PAGES = 110

export async function bench(): Promise<void> {
  const rows: Row[] = []
  for (const measure of [ofProxy, onPGlite, onServer, ofBrowser, ofStart]) rows.push(...(await part(measure)))
  printRows(rows)
}

async function onPGlite(): Promise<Row[]> {
  const found = await ofPages(await startSite(AS_STARTED), PAGES)
  return [
    { measure: 'list page, HTML, kB', value: found.html / 1000, target: 250 },
    { measure: 'list page, HTML as it is sent, kB', value: found.sent / 1000, target: 40 },
    { measure: 'list page, JavaScript as it is sent, kB', value: found.scripts / 1000, target: 255 },
    ...memory('PGlite', found, [250, 330, 450]),
  ]
}

async function onServer(): Promise<Row[]> {
  const postgres = await startPostgres()
  defer(postgres.stop)
  const settings = { DATA_DIR: scratch(), DATABASE_URL: postgres.url, WEBHOOK_SECRET: SECRET }
  return memory('PostgreSQL', await ofPages(await startSite({ ...AS_STARTED, ...settings }), PAGES), [180, 260, 300])
}

function memory(
  name: string,
  { ready, after, most }: Awaited<ReturnType<typeof ofPages>>,
  targets: [number, number, number],
): Row[] {
  return [
    { measure: `memory on ${name}, ready, MB`, value: ready, target: targets[0] },
    { measure: `memory on ${name}, after ${PAGES} pages, MB`, value: after, target: targets[1] },
    { measure: `memory on ${name}, most at a first start, MB`, value: most, target: targets[2] },
  ]
}
