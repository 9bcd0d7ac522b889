/** The inbox under load: 1,000 events a second, a tenth of them twice, some late; none may be lost, or counted twice. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { asc, eq } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { modelOf } from '#lib/domains/events/console/model.testing.ts'
import { isSigned } from '#lib/domains/events/console/signature.ts'
import { eventBodies, eventSamples, events } from '#lib/domains/events/console/tables.ts'
import { webhookEvent } from '#lib/domains/events/event.ts'
import { newEvent } from '#lib/domains/events/new-event.ts'
import { openDatabase } from '#lib/platform/database/database.ts'
import { startPostgres } from '#lib/platform/database/postgres.testing.ts'
import { SECOND } from '#lib/utils/time/durations.ts'
import { startChild } from './child.ts'
import { withScratch } from './cleanup.ts'
import { eventStream, type LoadResult, type SentEvent, sendEvents } from './event-load.ts'
import { percentile } from './statistics.ts'
import { figure, print, table, verdict } from './table.ts'

const RATE = 1_000
const SECONDS = 60
/** Milliseconds that an answer may take at the median. */
const MAX_ANSWER = 50
const ENVIRONMENT = 'sandbox'
const SIGNED_IN = { email: 'bench@clinic.test', password: 'a quiet river bends north' }

export async function benchEvents(): Promise<void> {
  hashShare()
  print('\n  embedded database')
  await withScratch((directory) => benchOver(directory, null))
  print('\n  PostgreSQL server')
  const server = await startPostgres()
  try {
    await withScratch((directory) => benchOver(directory, server.url))
  } finally {
    await server.stop()
  }
}

async function benchOver(directory: string, database_url: string | null) {
  const server = await startChild('ours-system', { directory, ...(database_url && { database_url }), ...SIGNED_IN })
  const secret = readFileSync(join(directory, 'webhook-secret'), 'utf8').trim()
  const load = { port: server.port, environment: ENVIRONMENT, secret, rate: RATE, seconds: SECONDS }
  // The first calls meet a cold server.
  await sendEvents(eventStream(RATE, 2).map(renamed), { ...load, rate: RATE / 4 })
  const stream = eventStream(RATE * SECONDS)
  const before = await server.cpu()
  const start = performance.now()
  const result = await sendEvents(stream, load)
  const seconds = (performance.now() - start) / SECOND
  const cpu = ((await server.cpu()) - before) / SECOND / seconds
  await server.stop()
  show(result, { seconds, cpu })
  await check(directory, database_url, stream, result)
}

const renamed = ({ message_id, body }: SentEvent) => ({ message_id: `warm_${message_id}`, body })

function show(
  { latencies, accepted, refused, repeated }: LoadResult,
  { seconds, cpu }: { seconds: number; cpu: number },
) {
  const at = (share: number) => percentile(latencies, share)
  const cells = [accepted / seconds, at(0.5), at(0.95), at(0.99), cpu * 100].map((value) => figure(value, 1))
  print(table(['', 'events/s', 'p50 ms', 'p95 ms', 'p99 ms', 'server %'], [['taken', ...cells]]))
  if (refused + repeated > 0) print(`  ${refused} were refused, ${repeated} sent again`)
  print(`  budget: half of the answers within ${MAX_ANSWER} ms: ${figure(at(0.5))}, ${verdict(at(0.5), MAX_ANSWER)}`)
}

/** Reads all that was kept, in its order, and has the model read the same. */
async function check(directory: string, database_url: string | null, stream: readonly SentEvent[], result: LoadResult) {
  const database = await openDatabase({ data_dir: directory, database_url })
  try {
    const { seq, message_id, outcome, sent_at, received_at } = events
    const rows = await database.db
      .select({ message_id, outcome, sent_at, received_at, body: eventBodies.body })
      .from(events)
      .leftJoin(eventBodies, eq(eventBodies.seq, seq))
      .orderBy(asc(seq))
    const bodies = new Map(rows.flatMap(({ message_id: id, body }) => (body === null ? [] : [[id, body]])))
    const kept = rows.map((row) => {
      const body = bodies.get(row.message_id) ?? ''
      const event = webhookEvent.parse(JSON.parse(body))
      const times = { sent_at: row.sent_at.toISOString(), received_at: row.received_at.toISOString() }
      return newEvent({ environment: ENVIRONMENT, message_id: row.message_id, event, body, ...times })
    })
    const model = modelOf(kept)
    const differing = rows.filter((row, index) => row.outcome !== model.outcomes[index]).length
    const samples = await database.db.select({ value: eventSamples.value }).from(eventSamples)
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
    const isSame =
      samples.length === model.values.size && sum(samples.map(({ value }) => value)) === sum([...model.values.values()])
    const lost = [...result.taken].filter((id) => !bodies.has(id)).length
    const changed = stream.filter(({ message_id: id, body }) => bodies.has(id) && bodies.get(id) !== body).length
    const twice = rows.filter((row) => row.outcome !== 'duplicate').length - bodies.size
    print(`  ${rows.length} kept, ${rows.filter((row) => row.outcome === 'duplicate').length} of them duplicates`)
    print(`  lost ${lost}, changed ${changed}, counted twice ${twice}, unlike the model ${differing}`)
    print(`  ${samples.length} samples, ${isSame ? 'as in the model' : 'NOT as in the model'}`)
    if (lost + changed + twice + differing > 0 || !isSame) throw new Error('What was kept is not what was sent.')
  } finally {
    await database.close()
  }
}

/** Measures the hash's share of one processor at that rate: ours, and the library’s own. */
function hashShare() {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const webhook = new Webhook(secret)
  const at = new Date()
  const signed = eventStream(2_000, 3).map(({ message_id, body }) => {
    const timestamp = String(Math.floor(at.getTime() / SECOND))
    const bytes = new TextEncoder().encode(body)
    return { bytes, body, id: message_id, timestamp, signature: webhook.sign(message_id, at, body) }
  })
  const share = (work: () => void) => {
    const begun = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(begun)
    return ((user + system) / SECOND / signed.length / SECOND) * RATE * 100
  }
  const ours = share(() => {
    for (const { bytes, ...headers } of signed) isSigned([secret], bytes, headers)
  })
  const library = share(() => {
    for (const { id, body } of signed) webhook.sign(id, at, body)
  })
  const words = `hash at ${RATE} events/s: ${figure(ours, 1)} % of a processor; the library’s JavaScript`
  print(`  ${words}: ${figure(library, 1)} %`)
}
