/** A process with all that has an end: a server, a job under way, a database, traces. For tests that stop it. */
import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { CONSOLE_PREFIX } from '#lib/kernel/wire.ts'
import { openInMemory } from '#lib/platform/database/embedded.testing.ts'
import { openQueue } from '#lib/platform/database/queue.ts'
import { listen } from '#lib/platform/http/http.ts'
import { watchRequests } from '#lib/platform/http/request-log.ts'
import { createLog, errorFacts } from '#lib/system/log/log.ts'
import { createRequestNames } from '#lib/system/log/request-names.ts'
import { stopOnSignal } from '#lib/system/stop.ts'
import { openTracing } from '#lib/system/trace/tracing.ts'

/** Milliseconds: so much longer than all else that a queue which does not wait for its jobs is seen. */
const WORK = 200

const [, , endpoint = ''] = process.argv
const say = (line: string) => process.stdout.write(`${line}\n`)
const log = createLog('warn')
const tracing = await openTracing({ endpoint, headers: '', service_name: 'test' }, log)
const database = await openInMemory()
const queue = await openQueue(database, (error) => log.error(errorFacts(error), 'the job queue failed'))
const begun = Promise.withResolvers<void>()
const closed = Promise.withResolvers<void>()
const job = tracing.job('work', async () => {
  begun.resolve()
  await closed.promise
  await setTimeout(WORK)
  await database.db.execute(sql`select 1`)
  say('job done')
})
await queue.work('work', job)

const app = new Hono()
app.post(`${CONSOLE_PREFIX}/echo`, async (c) => c.text(await c.req.text()))
app.post(`${CONSOLE_PREFIX}/work`, async (c) => {
  await queue.send('work', 'a', new Date())
  await begun.promise
  return c.text('begun')
})
app.get('/readyz', (c) => c.text('ready'))
const names = createRequestNames({ routes: app.routes, pages: 'app', environments: [] })
const pages = async () => () => undefined
const http = await listen(app, pages, { host: '127.0.0.1', port: 0 }, watchRequests(names, log, tracing))
const ended = (what: string, end: () => Promise<void>) => async () => {
  await end()
  say(`${what} closed`)
}
stopOnSignal(
  [
    [ended('server', () => http.close().then(closed.resolve)), 12_000],
    [ended('queue', queue.close), 12_000],
    [ended('database', database.close), 5_000],
    [tracing.close, 4_000],
  ],
  { log, say },
)
say(http.origin)
