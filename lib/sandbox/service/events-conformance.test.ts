/** Every sentence of the specification's section "Events": the embedded service says it, and the console's inbox heeds it. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { bundles, connectionOf, NOBODY, overEveryStore } from '#lib/domains/access/service/store.conformance.ts'
import { createInbox } from '#lib/domains/events/console/inbox.ts'
import {
  eventForm,
  labData,
  sample,
  summaryData,
  timeseriesData,
  type WebhookEvent,
  webhookEvent,
  workoutStreamData,
} from '#lib/domains/events/event.ts'
import type { EVENT_FORMS } from '#lib/domains/events/event-forms.ts'
import { eventSearch } from '#lib/domains/events/received.ts'
import { gaps } from '#lib/domains/service-gaps.testing.ts'
import { newSecret, type SendRequest } from '#lib/domains/webhooks/service/attempt.ts'
import { isoDateTime, uuid } from '#lib/kernel/fields.ts'
import { WEBHOOK_PREFIX } from '#lib/kernel/wire.ts'
import { createEmitter } from '#lib/sandbox/wearables/emitter.ts'
import { testDeps } from '#lib/service/deps.testing.ts'
import type { JobName } from '#lib/service/handler.ts'
import { newMessage } from '#lib/service/outbox.ts'
import type { ServiceStore } from '#lib/service/store.ts'
import { createMemoryConsoleStore } from '#lib/system/console/store-memory.ts'
import { TEAM } from './service.testing.ts'
import { createService } from './service.ts'

const START = Date.parse('2026-11-21T15:07:00Z')
/** Fields of the event envelope: any other is a gap. */
const COMMON = z.object({
  user_id: uuid,
  source: z.object({ name: z.string(), slug: z.string(), logo: z.string().nullish() }),
})

/** A service that sends to a console's inbox, and to nobody else. */
async function backend(store: ServiceStore) {
  const secret = newSecret()
  const kept = createMemoryConsoleStore()
  const sent: SendRequest[] = []
  const failures: unknown[] = []
  const jobs: { name: JobName; id: string }[] = []
  let time = START
  const now = () => new Date(time)
  const inbox = createInbox({
    secrets: new Map([['sandbox', [secret]]]),
    unsignedLimiter: { isBlocked: async () => false, note: async () => undefined },
    now,
    onNews: async () => undefined,
    keep: async (event) => (await kept.saveEvents([event]))[0] ?? Promise.reject(new Error('nothing is kept')),
    teamOf: () => TEAM,
    kept,
    onLab: async () => undefined,
    onRejected: (why) => failures.push(why),
    onError: (error) => failures.push(error),
  })
  const service = createService({
    ...(await testDeps()),
    store,
    jobs: { schedule: async (name, id) => void jobs.push({ name, id }) },
    key_header: 'x-service-api-key',
    teamOfKey: () => TEAM,
    onError: (error) => failures.push(error),
    now,
    webhooks: {
      inboxSecret: async () => secret,
      async send(request) {
        sent.push(request)
        const { headers, body } = request
        const { status } = await inbox.fetch(
          new Request(`http://console.test${WEBHOOK_PREFIX}/sandbox`, { method: 'POST', headers, body }),
        )
        return { kind: 'response', status, content_type: null, retry_after: null, text: '', is_cut: false, ms: 1 }
      },
    },
  })
  await service.ensureInbox(TEAM)
  const emitter = createEmitter({ store, now, random: () => 1 })

  async function settle() {
    await service.wakeWebhooks()
    for (let job = jobs.shift(); job; job = jobs.shift()) await service.runJob(job.name, job.id)
    expect(failures).toEqual([])
  }
  return {
    store,
    kept,
    settle,
    emitter,
    now,
    pass(milliseconds: number) {
      time += milliseconds
    },
    /** Sends these events of the first user as the service sends its own. */
    async emit(...events: readonly [string, object][]) {
      const user_id = bundles[0]?.user.user_id ?? ''
      await store.emit(events.map(([type, data]) => newMessage({ user_id, order_id: null, at: now() }, type, data)))
      await settle()
    },
    events: () => sent.map(({ body }) => webhookEvent.parse(JSON.parse(body))),
    listed: async () => (await kept.searchEvents('sandbox', eventSearch.parse({ limit: 250 }))).events.reverse(),
  }
}

const isData = ({ event_type }: WebhookEvent) => /^(daily|historical)\.data\./.test(event_type)
const ofForm = (events: readonly WebhookEvent[], form: (typeof EVENT_FORMS)[number]) =>
  events.filter((event) => eventForm(event) === form)
const source = { name: 'Test Source', slug: 'test_source', logo: null }
const user_id = bundles[0]?.user.user_id ?? ''
const oneSample = (change: object) => ({
  timestamp: '2026-11-21T08:00:00-07:00',
  timezone_offset: -25_200,
  type: 'automatic',
  unit: 'mmol/L',
  value: 5,
  ...change,
})
const series = (resource: string, ...samples: object[]): [string, object] => [
  `daily.data.${resource}.created`,
  { user_id, source, source_id: 3, data: samples },
]

overEveryStore((store) => {
  let opened: Promise<Awaited<ReturnType<typeof backend>>> | null = null
  /** Hours of wearable data, of a new connection with its history among it: sent once for all tests of a store. */
  function day() {
    opened ??= (async () => {
      const made = await backend(store())
      const known = bundles.flatMap(({ connections }) => connections).find(({ slug }) => slug === 'korrin_ring')
      await store().saveConnection({ ...connectionOf(user_id), ...known, user_id, slug: 'conformance_ring' })
      await made.emitter.sendHistories()
      for (let hour = 0; hour < 6; hour += 1) {
        await made.emitter.send(TEAM, { users: 6, events: 30 })
        await made.settle()
        made.pass(3_600_000)
      }
      // More than there is anything new to say.
      await made.emitter.send(TEAM, { users: 1, events: 40 })
      await made.settle()
      return made
    })()
    return opened
  }

  test('Events are delivered as webhook messages', async () => {
    const { events, listed } = await day()
    expect(events().length).toBeGreaterThan(180)
    expect((await listed()).every(({ outcome }) => outcome !== 'stored')).toBe(true)
  })

  test('Envelope (all events): event_type, data, team_id, user_id, client_user_id', async () => {
    const { events } = await day()
    const clients = new Map(bundles.map(({ user }) => [user.user_id, user.client_user_id]))
    for (const event of events()) {
      expect(Object.keys(event).sort()).toEqual(['client_user_id', 'data', 'event_type', 'team_id', 'user_id'])
      expect([event.team_id, event.client_user_id]).toEqual([TEAM, clients.get(event.user_id)])
    }
  })

  test('Wearable data events add user_id and source (name, slug, logo) inside data', async () => {
    for (const event of (await day()).events().filter(isData)) {
      expect(COMMON.parse(event.data).user_id).toBe(event.user_id)
    }
  })

  test('Summary events are emitted each time a summary is created or updated', async () => {
    const types = ofForm((await day()).events(), 'summary').map(({ event_type }) => event_type)
    expect(types).toContain('daily.data.activity.created')
    expect(types).toContain('daily.data.activity.updated')
    expect(types.some((type) => type.startsWith('historical.data.'))).toBe(true)
  })

  test('The summary object is data itself, plus the common fields', async () => {
    for (const { data } of ofForm((await day()).events(), 'summary')) {
      expect(summaryData.parse(data).id).toBeTruthy()
      expect(data).not.toHaveProperty('data')
    }
  })

  test('A summary is identified by data.id; a newer version with the same id replaces all earlier ones', async () => {
    const made = await backend(store())
    const version = (minute: number, score: number): [string, object] => [
      'daily.data.sleep.updated',
      { user_id, source, id: 'night', score, updated_at: `2026-11-21T08:${minute}:00Z` },
    ]
    for (const given of [version(10, 1), version(30, 3), version(20, 2)]) await made.emit(given)
    const listed = await made.listed()
    expect(listed.map(({ outcome }) => outcome)).toEqual(['superseded', 'applied', 'older'])
    expect(listed.map(({ related_id }) => related_id)).toEqual([listed[1]?.id, null, listed[1]?.id])
  })

  test('Timeseries events are emitted each time a batch of samples is created or updated', async () => {
    const types = ofForm((await day()).events(), 'timeseries').map(({ event_type }) => event_type.split('.')[3])
    expect(new Set(types)).toEqual(new Set(['created', 'updated']))
  })

  test('data.data is an array of samples: timestamp with offset, timezone_offset, type, unit, value; data.source_id is an integer', async () => {
    for (const { data } of ofForm((await day()).events(), 'timeseries')) {
      const batch = timeseriesData.parse(data)
      expect(Number.isInteger(batch.source_id)).toBe(true)
      expect(batch.unreadable).toBe(0)
      for (const each of batch.samples) {
        expect(sample.parse(each)).toEqual(each)
        expect(each.timestamp).toMatch(/[+-]\d\d:\d\d$/)
        expect(isoDateTime.safeParse(each.timestamp).success && Number.isInteger(each.timezone_offset)).toBe(true)
      }
    }
  })

  test('A sample’s type may be null', async () => {
    const made = await backend(store())
    await made.emit(series('glucose', oneSample({ type: null })))
    expect(await made.listed()).toMatchObject([{ form: 'timeseries', outcome: 'applied', samples: { count: 1 } }])
  })

  test('A sample is identified by resource type, source provider, source type and timestamp; the latest received value for a key replaces earlier ones', async () => {
    const made = await backend(store())
    await made.emit(series('glucose', oneSample({})))
    await made.emit(series('glucose', oneSample({ value: 9 })))
    // The same instant, written in another zone, is the same key.
    await made.emit(series('glucose', oneSample({ timestamp: '2026-11-21T15:00:00Z', value: 4 })))
    for (const other of [
      series('heart_rate', oneSample({})),
      series('glucose', oneSample({ type: 'manual' })),
      series('glucose', oneSample({ timestamp: '2026-11-21T08:05:00-07:00' })),
    ])
      await made.emit(other)
    await made.emit([
      'daily.data.glucose.created',
      { user_id, source: { ...source, slug: 'other' }, source_id: 3, data: [oneSample({})] },
    ])
    const replaced = (await made.listed()).map(({ samples }) => samples.replaced)
    expect(replaced).toEqual([0, 1, 1, 0, 0, 0, 0])
    const key = { user_id, resource: 'glucose', source_slug: 'test_source', source_type: 'automatic' }
    const range = { from: new Date('2026-11-21T15:00:00Z'), to: new Date('2026-11-21T15:00:00Z'), limit: 5 }
    expect(await made.kept.seriesSamples('sandbox', key, range)).toMatchObject([{ value: 4 }])
  })

  test('Some sources send updates to time-bucketed data before a bucket is complete', async () => {
    const { listed } = await day()
    const steps = (await listed()).filter(({ event_type }) =>
      /\.(steps|distance|calories_active|insulin|floors_climbed)\./.test(event_type),
    )
    expect(steps.some(({ samples }) => samples.replaced > 0)).toBe(true)
  })

  test('daily.data.workout_stream.created is shallow: message, provider_id, sport, workout_id and the common fields', async () => {
    const streams = ofForm((await day()).events(), 'workout_stream')
    expect(streams.length).toBeGreaterThan(0)
    for (const { event_type, data } of streams) {
      expect(event_type).toBe('daily.data.workout_stream.created')
      expect(workoutStreamData.parse(data)).toEqual(data)
      expect(Object.keys(data).sort()).toEqual(['message', 'provider_id', 'source', 'sport', 'user_id', 'workout_id'])
    }
  })

  test('Receipt means the stream can be read elsewhere: the pointer is kept, and its samples are not', async () => {
    const streams = (await (await day()).listed()).filter(({ form }) => form === 'workout_stream')
    expect(streams.every(({ samples, body_state }) => samples.count === 0 && body_state === 'kept')).toBe(true)
  })

  test('The complete list of event types is not shown: an unknown one is kept as it was sent', async () => {
    const made = await backend(store())
    const data = { user_id, source, anything: [1, { of: 'it' }] }
    await made.emit(['daily.data.never_heard_of.created', data])
    const [kept] = await made.listed()
    expect(kept).toMatchObject({ form: 'unknown', outcome: 'stored', event_type: 'daily.data.never_heard_of.created' })
    expect(JSON.parse((await made.kept.eventBody('sandbox', kept?.id ?? 0)) ?? '').data).toEqual(data)
  })

  test('Events for lab orders and appointments are not shown: gap "lab and appointment events"', async () => {
    const made = await backend(store())
    const { order } = bundles.flatMap(({ orders }) => orders)[0] ?? {}
    if (!order) throw new Error('The data set has orders.')
    await made.emit(['labtest.order.updated', order])
    expect(ofForm(made.events(), 'lab').every(({ data }) => labData.safeParse(data).success)).toBe(true)
    expect(await made.listed()).toMatchObject([{ form: 'lab', outcome: 'applied', order_id: order.id }])
  })

  test('An event of nobody is not sent', async () => {
    const made = await backend(store())
    await store().emit([
      newMessage({ user_id: NOBODY, order_id: null, at: made.now() }, 'daily.data.sleep.created', {}),
    ])
    await made.settle()
    expect(made.events()).toEqual([])
  })
})

test('what else the section leaves open stands in the list of gaps', () => {
  const names = gaps.map(({ name }) => name)
  for (const name of [
    'webhook signing',
    'delivery retries',
    'destination registration',
    'lab and appointment events',
    'connection events',
    'history of a connection',
    'events of wearable data',
    'client_user_id of an event',
    'timezone_offset of a sample',
    'end of a connection',
    'sample wearable data',
    'summary fields and event catalogue',
    'summary versions',
    'source type of a sample',
    'webhook payload size',
    'event hub',
  ])
    expect(names).toContain(name)
})
