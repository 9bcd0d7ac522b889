/** The inbox killed under load: after redelivery nothing is missing, nothing is counted twice, and no body is in the log. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { modelOf } from '#lib/domains/events/console/model.testing.ts'
import { postgresEvents } from '#lib/domains/events/console/store-sql.ts'
import { EVENT_USER, makeBatch, makeSummary } from '#lib/domains/events/event.testing.ts'
import { webhookEvent } from '#lib/domains/events/event.ts'
import { newEvent } from '#lib/domains/events/new-event.ts'
import { eventSearch, type ReceivedEvent } from '#lib/domains/events/received.ts'
import { WEBHOOK_PREFIX } from '#lib/kernel/wire.ts'
import { openDatabase } from '#lib/platform/database/database.ts'
import { prepareDirectory } from '#lib/platform/database/embedded.testing.ts'
import { writeDataSet } from '#lib/sandbox/data-set.ts'
import { createPostgresStore } from '#lib/sandbox/service/store-sql.ts'
import { startProcess, type TestProcess } from './spawn.testing.ts'

/** In every body: a log that holds it holds a body. */
const SECRET = 'sEcReT-nOtE'
const MESSAGES = 600
const KILLS = 3
const AT_ONCE = 24

let home = ''
let data_dir = ''
const running: TestProcess[] = []

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'vialdesk-kill-events-'))
  data_dir = join(home, 'data')
  await prepareDirectory(data_dir)
  const database = await openDatabase({ data_dir, database_url: null })
  await writeDataSet(createPostgresStore(database.db), { users: 20, orders: 20, seed: 0 }, new Date())
  await database.close()
})
afterEach(async () => {
  for (const process of running.splice(0)) await process.kill()
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

interface Sent {
  message_id: string
  body: string
}

/** Five versions of each summary, and values that replace each other. */
function messageOf(number: number): Sent {
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 8, minute)).toISOString()
  const event =
    number % 3 === 0
      ? makeSummary(`night-${number % 40}`, { note: SECRET, updated_at: at(number % 50) })
      : makeBatch([{ timestamp: at(number % 60), value: number, note: SECRET }])
  return { message_id: `msg_${number}`, body: JSON.stringify(event) }
}

/** Sends what is left until it is answered or the process is gone. */
async function deliver(origin: string, secret: string, queue: Sent[], onTaken: (sent: Sent) => void): Promise<void> {
  const webhook = new Webhook(secret)
  const worker = async () => {
    for (let sent = queue.shift(); sent; sent = queue.shift()) {
      const { message_id, body } = sent
      const at = new Date()
      const headers = {
        'webhook-id': message_id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': webhook.sign(message_id, at, body),
      }
      const answer = await fetch(`${origin}${WEBHOOK_PREFIX}/sandbox`, { method: 'POST', headers, body }).catch(
        () => null,
      )
      if (answer === null) return
      expect(answer.status).toBe(204)
      onTaken(sent)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

test('killed again and again while events arrive', async () => {
  const all = Array.from({ length: MESSAGES }, (_, number) => messageOf(number))
  const taken = new Set<string>()
  let output = ''
  for (let round = 0; round <= KILLS; round += 1) {
    const process = await startProcess({ DATA_DIR: data_dir })
    running.push(process)
    const secret = readFileSync(join(data_dir, 'webhook-secret'), 'utf8').trim()
    const isLast = round === KILLS
    // A service sends again what wasn’t answered, and some of what was: answers are lost as well.
    const queue = all.filter(({ message_id }, index) => !taken.has(message_id) || index % 7 === round)
    const enough = taken.size + (MESSAGES - taken.size) / 3
    let dying: Promise<void> | null = null
    await deliver(process.origin, secret, queue, ({ message_id }) => {
      taken.add(message_id)
      if (!isLast && taken.size > enough) dying ??= process.kill()
    })
    await dying
    if (isLast) await process.stop()
    output += process.output()
  }
  expect(taken.size).toBe(MESSAGES)

  const database = await openDatabase({ data_dir, database_url: null })
  const store = postgresEvents(database.db)
  const kept: ReceivedEvent[] = []
  for (let offset = 0; ; offset += 250) {
    const { events } = await store.searchEvents(
      'sandbox',
      eventSearch.parse({ user_id: EVENT_USER, offset, limit: 250 }),
    )
    kept.push(...events)
    if (events.length < 250) break
  }
  kept.reverse()
  const first = kept.filter(({ outcome }) => outcome !== 'duplicate')
  expect(first.map(({ message_id }) => message_id).sort()).toEqual(all.map(({ message_id }) => message_id).sort())
  const bodies = new Map(all.map(({ message_id, body }) => [message_id, body]))
  const model = modelOf(
    kept.map(({ message_id, sent_at, received_at }) => {
      const body = bodies.get(message_id) ?? ''
      const event = webhookEvent.parse(JSON.parse(body))
      return newEvent({ environment: 'sandbox', message_id, event, body, sent_at, received_at })
    }),
  )
  expect(kept.map(({ outcome }) => outcome)).toEqual(model.outcomes)
  const series = { user_id: EVENT_USER, resource: 'glucose', source_slug: 'korrin_ring', source_type: 'automatic' }
  const range = { from: new Date('2026-11-21'), to: new Date('2026-11-22'), limit: 500 }
  const samples = await store.seriesSamples('sandbox', series, range)
  expect(samples.map(({ value }) => value).sort()).toEqual([...model.values.values()].sort())
  await database.close()
  expect(output).not.toContain(SECRET)
}, 300_000)

test('what cannot be understood is not in the log either', async () => {
  const process = await startProcess({ DATA_DIR: data_dir })
  running.push(process)
  const url = `${process.origin}${WEBHOOK_PREFIX}/sandbox`
  for (const body of [SECRET, JSON.stringify({ note: SECRET })])
    expect((await fetch(url, { method: 'POST', headers: { 'webhook-id': randomUUID() }, body })).status).toBe(401)
  await process.stop()
  expect(process.output()).not.toContain(SECRET)
}, 120_000)
