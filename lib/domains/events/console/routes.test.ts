/** Events over HTTP, as the pages ask for them. */
import { beforeEach, describe, expect, test } from 'vitest'
import { EVENT_USER, makeBatch, makeEvent, makeSummary, received } from '#lib/domains/events/event.testing.ts'
import { watchEvents } from '#lib/domains/events/live.ts'
import {
  countEvents,
  countSourceDays,
  expungeEventBody,
  getEvent,
  listEvents,
  readEventBody,
} from '#lib/domains/events/received.ts'
import { testConsole } from '#lib/system/console/console.testing.ts'
import { MASK } from '#lib/utils/text/mask.ts'

const params = { environment: 'production' }
const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 8, minute)).toISOString()
const batch = (...values: number[]) => makeBatch(values.map((value, minute) => ({ timestamp: at(minute), value })))

let backend: ReturnType<typeof testConsole>
const keep = async (...events: Parameters<typeof received>[]) =>
  (
    await backend.store.saveEvents(
      events.map(([event, changes]) => received(event, { environment: 'production', ...changes })),
    )
  ).map(({ id }) => id)

beforeEach(() => {
  backend = testConsole()
})

test('everyone may list events; whose they are is on record', async () => {
  const [id] = await keep([makeSummary('night-1')])
  const answer = await backend.send(listEvents, { params, as: 'read_only' })
  expect(listEvents.response.parse(await answer.json())).toMatchObject({
    events: [{ id }],
    total: 1,
    up_to: id,
  })
  expect(backend.rows).toMatchObject([{ action: 'list_events', subjects: [EVENT_USER] }])
})

test('a facet is counted within all others, bars whatever the range', async () => {
  await keep(
    [makeSummary(1), { received_at: at(1) }],
    [makeSummary(1), { received_at: at(2) }],
    [batch(1), { received_at: at(31) }],
  )
  const window = { window_from: at(0), window_to: at(60), bars: 2 }
  const counts = async (query: object) =>
    countEvents.response.parse(
      await (await backend.send(countEvents, { params, query: { ...window, ...query } })).json(),
    )
  const all = await counts({})
  expect(all.outcomes).toEqual([
    { outcome: 'applied', count: 2 },
    { outcome: 'superseded', count: 1 },
  ])
  expect(all.bars.map(({ outcomes }) => outcomes)).toEqual([{ applied: 1, superseded: 1 }, { applied: 1 }])
  const chosen = await counts({ outcomes: 'superseded', from: at(0), to: at(30) })
  expect(chosen.outcomes).toEqual([
    { outcome: 'applied', count: 1 },
    { outcome: 'superseded', count: 1 },
  ])
  expect(chosen.event_types).toEqual([{ event_type: 'daily.data.sleep.created', count: 1 }])
  expect(chosen.sources).toEqual([{ source: { slug: 'korrin_ring', name: 'Korrin Ring' }, count: 1 }])
  expect(chosen.bars.map(({ outcomes }) => outcomes)).toEqual([{ superseded: 1 }, {}])
  expect(backend.rows).toEqual([])
})

test('the samples of an event stand in their series: what is current, and what was replaced', async () => {
  const [first] = await keep([batch(100, 101)])
  await keep([batch(100, 105, 106)])
  const answer = await backend.send(getEvent, { params: { ...params, event_id: first } })
  const { series } = getEvent.response.parse(await answer.json())
  expect(series).toMatchObject([
    {
      source_type: 'automatic',
      samples: [
        { at: at(0), value: 100, unit: 'mg/dL', zone_offset: -21_600, is_own: true, was: null },
        { at: at(1), value: 105, is_own: false, was: 101 },
      ],
    },
  ])
})

test('samples of two units are two series; what can’t be read is counted', async () => {
  const sample = (minute: number, unit: string, value: unknown) => ({ timestamp: at(minute), unit, value })
  const samples = [
    sample(0, 'mg/dL', 180),
    sample(1, 'mmol/L', 10.1),
    sample(2, 'mg/dL', 'HIGH'),
    sample(3, 'mg/dL', 390),
  ]
  const [id] = await keep([makeBatch(samples)])
  const answer = await backend.send(getEvent, { params: { ...params, event_id: id } })
  const { series, unreadable_samples } = getEvent.response.parse(await answer.json())
  expect(unreadable_samples).toBe(1)
  expect(series.map((one) => one.samples.map(({ unit, value }) => `${value} ${unit}`))).toEqual([
    ['180 mg/dL', '390 mg/dL'],
    ['10.1 mmol/L'],
  ])
})

test('one unit in several spellings is one line', async () => {
  const units = ['µg/dL', 'μg/dL', 'mcg/dL', 'UG/DL', '%', 'g/dL']
  const [id] = await keep([makeBatch(units.map((unit, minute) => ({ timestamp: at(minute), unit, value: minute })))])
  const { series } = getEvent.response.parse(
    await (await backend.send(getEvent, { params: { ...params, event_id: id } })).json(),
  )
  expect(series.map(({ samples }) => samples.map(({ value }) => value))).toEqual([[0, 1, 2, 3], [4], [5]])
})

test('a body is masked like everything of a patient; opening it is on record, with that of the version before', async () => {
  const [, id] = await keep([makeSummary(7, { note: 'Jane Doe' })], [makeSummary(7, { note: 'Jane B. Doe' })])
  const read = async (as: string, environment: string) => {
    const answer = await backend.send(readEventBody, { params: { environment, event_id: id }, as })
    return { status: answer.status, text: await answer.text() }
  }
  const { text } = await read('support', 'production')
  const { body, replaced_body } = readEventBody.response.parse(JSON.parse(text))
  expect(body).toMatchObject({ user_id: EVENT_USER, event_type: MASK, data: { id: MASK, note: MASK } })
  expect(replaced_body).toMatchObject({ data: { note: MASK } })
  expect(text).not.toContain('Jane')
  expect((await read('support', 'sandbox')).status).toBe(404)
  expect(backend.rows[0]).toMatchObject({ action: 'read_event_body', subjects: [EVENT_USER], masked: true })
})

test('an administrator removes a body, once and on record; nobody else may', async () => {
  const [id] = await keep([makeSummary(1)])
  const expunge = (as: string) => backend.send(expungeEventBody, { params: { ...params, event_id: id }, as })
  expect((await expunge('support')).status).toBe(403)
  const done = await expunge('administrator')
  expect(expungeEventBody.response.parse(await done.json()).event).toMatchObject({ id, body_state: 'expunged' })
  expect((await expunge('administrator')).status).toBe(404)
  expect((await backend.send(readEventBody, { params: { ...params, event_id: id } })).status).toBe(404)
  expect(backend.rows).toContainEqual(
    expect.objectContaining({ action: 'expunge_event_body', outcome: 'done', subjects: [EVENT_USER] }),
  )
})

describe('a stream of news', () => {
  const read = async (answer: Response) => {
    const reader = answer.body?.getReader()
    const next = async () => new TextDecoder().decode((await reader?.read())?.value)
    return { next, retry: await next() }
  }

  test('says what arrives, and what came since the reader was cut off; no proxy may hold it back', async () => {
    const [id = 0] = await keep([makeSummary(1)])
    const headers = { 'last-event-id': String(id - 1) }
    const answer = await backend.send(watchEvents, { params, headers, as: 'read_only' })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    expect([answer.headers.get('x-accel-buffering'), answer.headers.get('cache-control')]).toEqual(['no', 'no-store'])
    const { next } = await read(answer)
    expect(await next()).toBe(`id: ${id}\ndata: {"up_to":${id},"forms":["summary"]}\n\n`)
    backend.live.publish([{ environment: 'production', up_to: id + 1, forms: ['lab'], order_ids: [] }])
    expect(await next()).toContain(`id: ${id + 1}`)
    expect(backend.rows).toEqual([])
    backend.live.close()
  })

  test('ends for who is signed out, or may not any more', async () => {
    const answer = await backend.send(watchEvents, { params, as: 'support' })
    const { next } = await read(answer)
    backend.viewers.delete('session=support')
    let said = await next()
    while (said !== '') said = await next()
    expect((await backend.send(watchEvents, { params, as: 'support' })).status).toBe(401)
  })

  test('is for whoever may enter the environment, and for nobody else', async () => {
    expect((await backend.send(watchEvents, { params, as: 'limited' })).status).toBe(404)
    expect((await backend.send(watchEvents, { params, as: null })).status).toBe(401)
    expect((await backend.send(watchEvents, { params, query: { seconds: 0 } })).status).toBe(422)
  })
})

test('events of each source are counted by day, and what came twice is not', async () => {
  const end = Date.UTC(2026, 10, 22)
  const on = (day: number) => new Date(end - day * 86_400_000 - 1).toISOString()
  await keep(
    [makeSummary(1), { received_at: on(13), message_id: 'msg_days' }],
    [makeSummary(1), { received_at: on(1), message_id: 'msg_days' }],
    [batch(1), { received_at: on(0) }],
    [makeSummary(2), { received_at: on(0) }],
    [makeSummary(3), { received_at: on(14) }],
    [makeEvent('daily.data.sleep.created', { id: 4, source: { slug: 'gone_watch' } }), { received_at: on(40) }],
    [makeEvent('provider.connection.deleted', { source: { slug: 'other_watch' } }), { received_at: on(0) }],
  )
  const query = { user_id: EVENT_USER, to: new Date(end).toISOString() }
  const answer = await backend.send(countSourceDays, { params, query })
  const days = [1, ...Array.from({ length: 12 }, () => 0), 2]
  const none = Array.from({ length: 14 }, () => 0)
  const ring = { slug: 'korrin_ring', days, last_until: '2026-11-22T00:00:00.000Z' }
  const gone = { slug: 'gone_watch', days: none, last_until: '2026-10-13T00:00:00.000Z' }
  expect(await answer.json()).toEqual({ sources: [gone, ring], is_cut: false })
})
