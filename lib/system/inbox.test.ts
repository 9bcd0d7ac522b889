/** The inbox as it runs: what it rejects is counted where people see it, said once in the log, and kept nowhere. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#lib/config.ts'
import { makeSummary } from '#lib/domains/events/event.testing.ts'
import type { Rejection } from '#lib/domains/events/outcomes.ts'
import { eventSearch } from '#lib/domains/events/received.ts'
import { newSecret } from '#lib/domains/webhooks/service/attempt.ts'
import { WEBHOOK_PREFIX } from '#lib/kernel/wire.ts'
import { openInMemory } from '#lib/platform/database/embedded.testing.ts'
import { EMBEDDED_TEAM_ID } from '#lib/sandbox/data-set.ts'
import { healthChecks } from '#lib/system.ts'
import { HOUR, MINUTE, SECOND } from '#lib/utils/time/durations.ts'
import { createMemoryConsoleStore } from './console/store-memory.ts'
import { openInbox } from './inbox.ts'

/** In every body that is rejected. */
const NOTE = 'sEcReT-nOtE'
const secret = newSecret()
let data_dir = ''
beforeEach(() => {
  data_dir = mkdtempSync(join(tmpdir(), 'vialdesk-inbox-'))
})
afterEach(() => rmSync(data_dir, { recursive: true, force: true }))

async function startInbox() {
  const printed: string[] = []
  const log = pino(
    { level: 'debug' },
    new Writable({
      write(chunk, _, done) {
        printed.push(String(chunk))
        done()
      },
    }),
  )
  const store = createMemoryConsoleStore()
  const news: unknown[] = []
  const { app, stop } = await openInbox(readConfig({ DATA_DIR: data_dir, WEBHOOK_SECRET: secret }), {
    agedBy: () => new Date(),
    critical: { note: async () => undefined },
    people: { note: async () => undefined },
    bookings: { applyEvent: async (...given) => void news.push(given) },
    states: {
      coverage: () => Promise.reject(new Error('not asked')),
      checkAgain: () => Promise.reject(new Error('not asked')),
      notice: () => undefined,
      noteEvent: async (given) => void news.push(given),
      settled: async () => undefined,
    },
    store,
    team_id: EMBEDDED_TEAM_ID,
    log,
  })
  const post = (body: string, headers: Record<string, string>, environment = 'sandbox') =>
    app.fetch(new Request(`http://console.test${WEBHOOK_PREFIX}/${environment}`, { method: 'POST', headers, body }))
  const rejected = async (environment: string) =>
    (await store.rejections(environment, { from: new Date(0), to: new Date(Date.now() + HOUR) })).map(
      ({ reason, count }) => `${reason} ${count}`,
    )
  const kept = async () => (await store.searchEvents('sandbox', eventSearch.parse({}))).events
  return { post, stop, rejected, kept, news, printed }
}

function signed(body: string, { at = new Date(), by = secret } = {}): Record<string, string> {
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(by).sign('msg_1', at, body),
  }
}

const good = JSON.stringify(makeSummary('night', { note: NOTE }))
const large = JSON.stringify(makeSummary('night', { note: NOTE.repeat(120_000) }))

test.each<[string, Rejection, string, Record<string, string>, number, string?]>([
  ['a bad signature', 'signature', good, signed(good, { by: newSecret() }), 401],
  ['no signature', 'signature', good, {}, 401],
  ['a stale timestamp', 'time', good, signed(good, { at: new Date(Date.now() - HOUR) }), 401],
  ['an oversized body', 'size', large, signed(large), 413],
  ['a malformed body', 'format', `{"note":"${NOTE}"`, signed(`{"note":"${NOTE}"`), 422],
  ['a wrong environment', 'environment', good, signed(good), 401, 'nowhere'],
])('%s: rejected, counted, visible, and nothing stored', async (_, reason, body, headers, status, environment) => {
  const { post, stop, rejected, kept, news, printed } = await startInbox()
  for (const _ of [1, 2]) expect((await post(body, headers, environment)).status).toBe(status)
  await stop()
  expect(await rejected('sandbox')).toEqual([`${reason} 2`])
  expect([await kept(), news]).toEqual([[], []])
  const lines = printed.filter((line) => line.includes('an event was rejected'))
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain(`"reason":"${reason}"`)
  expect(printed.join('')).not.toContain(NOTE)
})

test('what is right beside it is kept', async () => {
  const { post, stop, rejected, kept, news } = await startInbox()
  expect((await post(good, signed(good))).status).toBe(204)
  await stop()
  expect([await rejected('sandbox'), (await kept()).length, news.length]).toEqual([[], 1, 1])
})

test('readiness fails with what waits too long, and with nothing else', async () => {
  const { db, close } = await openInMemory()
  const config = readConfig({ DATA_DIR: data_dir })
  const failing = async (event: number, job: number) => {
    const parts = { queue: { oldest: async () => job }, inbox: { oldest: () => event } }
    const checks = Object.entries(healthChecks(config, db, parts))
    const outcomes = await Promise.allSettled(checks.map(([, check]) => check()))
    return checks.flatMap(([name], at) => (outcomes[at]?.status === 'rejected' ? [name] : []))
  }
  expect(await failing(15 * SECOND, 5 * MINUTE)).toEqual([])
  expect(await failing(15 * SECOND + 1, 0)).toEqual(['events'])
  expect(await failing(0, 5 * MINUTE + 1)).toEqual(['jobs'])
  await close()
  expect(await failing(0, 0)).toEqual(['database'])
})
