/** The inbox under load: 1,000 events a second, a tenth of them twice, some late; none may be lost, or counted twice. */
import { createHmac } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { asc, eq } from 'drizzle-orm'
import { startServer } from '#e2e/support/servers/server.ts'
import { isSigned } from '#lib/domains/events/console/inbox.ts'
import { modelOf } from '#lib/domains/events/console/model.testing.ts'
import { eventBodies, eventSamples, events } from '#lib/domains/events/console/tables.ts'
import { makeBatch, makeEvent } from '#lib/domains/events/event.testing.ts'
import { type WebhookEvent, webhookEvent } from '#lib/domains/events/event.ts'
import { newEvent } from '#lib/domains/events/new-event.ts'
import { WEBHOOK_PREFIX } from '#lib/kernel/wire.ts'
import { openDatabase } from '#lib/platform/database/database.ts'
import { Random } from '#lib/sandbox/data/prng.ts'
import { SECOND } from '#lib/utils/time/durations.ts'
import { defer, figure, overBoth, type Place, percentile, print, printTable, verdict } from './harness.ts'
import { ownProcessor, processProcessor } from './processor.ts'

const RATE = 1_000
const SECONDS = 60
/** Milliseconds that an answer may take at the median. */
const MAX_ANSWER = 50
const ENVIRONMENT = 'sandbox'
const KEY = btoa('a secret for benchmarks only')
export const SECRET = `whsec_${KEY}`
const DUPLICATES = 0.1
const LATE = 0.05
/** Events between one that is late and its place. */
const LATE_BY = 2_000
const USERS = 1_000
const SOURCES = ['korrin_ring', 'korrin_ring', 'ostrel_glucose', 'pulsewren'] as const
const SERIES = ['glucose', 'glucose', 'heartrate', 'steps'] as const
const START = Date.UTC(2026, 10, 1)

interface SentEvent {
  message_id: string
  body: string
}

/** Returns all messages in the order in which they are sent; the same seed gives the same. */
export function eventStream(count: number, seed: number, prefix = 'msg'): SentEvent[] {
  const random = new Random(seed, 0, 0)
  const slots: { at: number; sent: SentEvent }[] = []
  for (let number = 0; number < count; number += 1) {
    const isRepeat = number > 100 && random.chance(DUPLICATES)
    const repeated = isRepeat ? slots[number - random.int(1, 100)]?.sent : undefined
    const sent = repeated ?? { message_id: `${prefix}_${number}`, body: JSON.stringify(eventOf(number, random)) }
    slots.push({ at: random.chance(LATE) ? number + random.int(1, LATE_BY) : number, sent })
  }
  return slots.sort((a, b) => a.at - b.at).map(({ sent }) => sent)
}

function eventOf(number: number, random: Random): WebhookEvent {
  const user_id = `00000000-0000-4000-8000-${String(random.int(1, USERS)).padStart(12, '0')}`
  const slug = random.pick(SOURCES)
  const source = { name: slug, slug, logo: null }
  if (random.chance(0.2)) {
    const data = { source, id: random.int(1, 5), updated_at: new Date(START + number).toISOString(), score: number }
    return makeEvent('daily.data.sleep.updated', data, user_id)
  }
  const first = START + random.int(0, 200) * 300_000
  const samples = Array.from({ length: random.int(1, 12) }, (_, index) => ({
    timestamp: new Date(first + index * 300_000).toISOString(),
    value: random.int(60, 250),
  }))
  const event = makeBatch(samples, random.pick(SERIES))
  return { ...event, user_id, data: { ...event.data, user_id, source } }
}

export function signatureOf({ message_id, body }: SentEvent) {
  const timestamp = String(Math.floor(Date.now() / SECOND))
  const hmac = createHmac('sha256', Buffer.from(KEY, 'base64')).update(`${message_id}.${timestamp}.${body}`)
  return { id: message_id, timestamp, signature: `v1,${hmac.digest('base64')}` }
}

/** Sends the stream at its rate, whether the answers keep up or not. */
async function sendEvents(stream: readonly SentEvent[], port: number, rate: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const options = { port, host: '127.0.0.1', path: `${WEBHOOK_PREFIX}/${ENVIRONMENT}`, method: 'POST', agent }
  /** Milliseconds from when each was due until it was answered. */
  const latencies: number[] = []
  /** Messages answered with 204, each once. */
  const taken = new Set<string>()
  const counts = { accepted: 0, refused: 0, repeated: 0 }
  const start = performance.now()
  const send = (event: SentEvent, due: number) =>
    new Promise<void>((resolve, reject) => {
      const signature = Object.entries(signatureOf(event)).map(([name, value]) => [`webhook-${name}`, value])
      const headers = { 'content-length': Buffer.byteLength(event.body), ...Object.fromEntries(signature) }
      const sent = request({ ...options, headers }, (answer) => {
        answer.resume().on('end', () => {
          latencies.push(performance.now() - due)
          if (answer.statusCode === 204) taken.add(event.message_id)
          counts[answer.statusCode === 204 ? 'accepted' : 'refused'] += 1
          resolve()
        })
      })
      sent.on('error', reject).end(event.body)
    })
  const pending: Promise<void>[] = []
  for (const [index, event] of stream.entries()) {
    const due = start + (index * SECOND) / rate
    const ahead = due - performance.now()
    if (ahead > 1) await sleep(ahead)
    // A server closes connections that were idle: like any sender, this one sends again what has no answer.
    const again = () => {
      counts.repeated += 1
      return send(event, due)
    }
    pending.push(send(event, due).catch(again))
  }
  await Promise.all(pending)
  agent.destroy()
  return { ...counts, latencies, taken, seconds: (performance.now() - start) / SECOND }
}

type LoadResult = Awaited<ReturnType<typeof sendEvents>>

export async function bench(): Promise<void> {
  hashShare()
  await overBoth(benchOver)
}

async function benchOver(place: Place) {
  const { data_dir: DATA_DIR, database_url } = place
  const settings = {
    DATA_DIR,
    WEBHOOK_SECRET: SECRET,
    LOG_LEVEL: 'warn',
    ...(database_url && { DATABASE_URL: database_url }),
  }
  const server = await startServer(settings)
  let end: (() => Promise<void>) | null = server.kill
  defer(() => end?.())
  const port = Number(new URL(server.baseURL).port)
  // The first calls meet a cold server.
  await sendEvents(eventStream(RATE, 2, 'warm'), port, RATE / 4)
  const stream = eventStream(RATE * SECONDS, 1)
  const cpu = processProcessor(server.pid)
  const before = cpu()
  const result = await sendEvents(stream, port, RATE)
  const share = (cpu() - before) / SECOND / result.seconds
  // As a power cut does it: what was answered has to be there all the same.
  end = null
  await server.kill()
  const at = (part: number) => percentile(result.latencies, part)
  const cells = [result.accepted / result.seconds, at(0.5), at(0.95), at(0.99), share * 100]
  printTable(
    ['', 'events/s', 'p50 ms', 'p95 ms', 'p99 ms', 'server %'],
    [['taken', ...cells.map((value) => figure(value, 1))]],
  )
  const { refused, repeated } = result
  if (refused + repeated > 0) print(`  ${refused} were refused, ${repeated} sent again`)
  print(`  budget: half of the answers within ${MAX_ANSWER} ms: ${figure(at(0.5))}, ${verdict(at(0.5), MAX_ANSWER)}`)
  await check(place, stream, result)
}

/** Reads all that was kept, in its order, and has the model read the same. */
async function check(place: Place, stream: readonly SentEvent[], { taken }: LoadResult) {
  const { db, close } = await openDatabase(place)
  defer(close)
  const { seq, message_id, outcome, sent_at, received_at } = events
  const rows = await db
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
  const samples = await db.select({ value: eventSamples.value }).from(eventSamples)
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const isSame =
    samples.length === model.values.size && sum(samples.map(({ value }) => value)) === sum([...model.values.values()])
  const duplicates = rows.filter((row) => row.outcome === 'duplicate').length
  const faults = {
    lost: [...taken].filter((id) => !bodies.has(id)).length,
    changed: stream.filter(({ message_id: id, body }) => bodies.has(id) && bodies.get(id) !== body).length,
    'counted twice': rows.length - duplicates - bodies.size,
    'unlike the model': rows.filter((row, index) => row.outcome !== model.outcomes[index]).length,
  }
  print(`  ${rows.length} kept, ${duplicates} of them duplicates`)
  print(
    `  ${Object.entries(faults)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ')}`,
  )
  print(`  ${samples.length} samples, ${isSame ? 'as in the model' : 'NOT as in the model'}`)
  if (sum(Object.values(faults)) > 0 || !isSame) throw new Error('What was kept is not what was sent.')
}

function hashShare() {
  const signed = eventStream(2_000, 3).map((event) => ({ bytes: Buffer.from(event.body), headers: signatureOf(event) }))
  const before = ownProcessor()
  for (const { bytes, headers } of signed) isSigned([SECRET], bytes, headers)
  const share = ((ownProcessor() - before) / signed.length / SECOND) * RATE * 100
  print(`  hash at ${RATE} events/s: ${figure(share, 1)} % of a processor`)
}
