/** Days of wearable data: the forms of the specification, the right units, the person's own clock, a night and a day. */
import { expect, test } from 'vitest'
import { eventForm, webhookEvent } from '#lib/domains/events/event.ts'
import { newEvent } from '#lib/domains/events/new-event.ts'
import { connectionNews } from '#lib/domains/events/news.ts'
import { makeUser, userIdOf } from '#lib/domains/users/user.testing.ts'
import { RESOURCES } from '#lib/sandbox/data/resources.ts'
import { DAY, HOUR, MINUTE } from '#lib/utils/time/durations.ts'
import { SERIES, samplesOf } from './series.ts'
import { createWearables, historyOf, type WearableEvent, type WearableSource } from './stream.ts'
import { bodyOf, lastNight, localTime } from './wearer.ts'

const AT = Date.parse('2026-11-21T20:07:00Z')
const { team_id, client_user_id } = makeUser()
const sourceOf = (number: number, change: Partial<WearableSource> = {}): WearableSource => ({
  user_id: userIdOf(number),
  zone: 'America/Phoenix',
  source: { name: 'Korrin Ring', slug: 'korrin_ring', logo: null },
  resources: Object.keys(RESOURCES),
  ...change,
})
const envelope = ({ event_type, data }: WearableEvent) => ({
  event_type,
  data,
  team_id,
  user_id: data.user_id,
  client_user_id,
})
const received = (event: WearableEvent) =>
  newEvent({
    environment: 'sandbox',
    message_id: 'm',
    event: envelope(event),
    body: '',
    sent_at: '2026-11-21T20:07:00.000Z',
    received_at: '',
  })

/** The events of some people over two days, one every hour and source. */
function events(): WearableEvent[] {
  const wearables = createWearables()
  const hours = Array.from({ length: 48 }, (_, hour) => AT + hour * HOUR)
  return hours.flatMap((at) => [1, 2, 3].flatMap((number) => wearables.next(sourceOf(number), at) ?? []))
}

test('every event has a form of the specification and names its source; every data type comes', () => {
  const all = events()
  for (const event of all) {
    expect(webhookEvent.parse(envelope(event))).toEqual(envelope(event))
    expect(['summary', 'timeseries', 'workout_stream']).toContain(eventForm(envelope(event)))
    expect(connectionNews(envelope(event))).toMatchObject({ kind: 'data', slug: 'korrin_ring' })
  }
  expect(new Set(all.map(({ event_type }) => event_type.split('.')[2]))).toEqual(new Set(Object.keys(RESOURCES)))
  expect(new Set(all.map(({ event_type }) => event_type.split('.')[3]))).toEqual(new Set(['created', 'updated']))
})

test('the same calls make the same events', () => {
  expect(events()).toEqual(events())
})

test('a summary that comes again is a newer version of the same ID; the next day is another', () => {
  const wearables = createWearables()
  const source = sourceOf(1, { resources: ['activity'] })
  const [noon, evening, tomorrow] = [AT, AT + 5 * HOUR, AT + DAY].map((at) => wearables.next(source, at))
  expect([noon, evening, tomorrow].map((event) => event?.event_type.split('.')[3])).toEqual([
    'created',
    'updated',
    'created',
  ])
  expect(evening?.data.id).toBe(noon?.data.id)
  expect(tomorrow?.data.id).not.toBe(noon?.data.id)
  expect(Number(evening?.data.steps)).toBeGreaterThan(Number(noon?.data.steps))
  const versions = [noon, evening].map((event) => event && received(event).version)
  expect(versions[1]?.key).toBe(versions[0]?.key)
  expect((versions[1]?.at ?? '') > (versions[0]?.at ?? '')).toBe(true)
})

test('a sample of a time that isn’t over comes again with its whole value', () => {
  const wearables = createWearables()
  const source = sourceOf(1, { resources: ['steps'] })
  const [first, second] = [AT, AT + HOUR].map((at) => {
    const event = wearables.next(source, at)
    return event ? received(event).samples : []
  })
  const growing = first?.at(-1)
  const whole = second?.[0]
  expect(whole?.at).toBe(growing?.at)
  expect(whole?.value).toBeGreaterThan(growing?.value ?? Number.POSITIVE_INFINITY)
  expect(second).toHaveLength(5)
})

test('the steps of a day are the sum of its samples', () => {
  const source = sourceOf(2, { resources: ['activity'] })
  const { hour } = localTime(AT, source.zone)
  const day = samplesOf(source, 'steps', { from: AT - hour * HOUR, to: AT, most: 96 })
  const sum = day.reduce((total, { value }) => total + value, 0)
  expect(createWearables().next(source, AT)?.data.steps).toBe(sum)
})

test('times are those of the person’s own clock, with its offset', () => {
  const source = sourceOf(1, { zone: 'Asia/Kolkata' })
  const [sample] = samplesOf(source, 'glucose', { from: AT - HOUR, to: AT, most: 12 })
  expect(sample).toMatchObject({ timestamp: '2026-11-22T00:40:00+05:30', timezone_offset: 19_800, unit: 'mmol/L' })
})

test('people sleep at night and move by day', () => {
  for (let number = 1; number <= 30; number += 1) {
    const source = sourceOf(number)
    const body = bodyOf(source.user_id)
    const night = lastNight(body, AT, localTime(AT, source.zone))
    const during = (resource: string, from: number, to: number) =>
      samplesOf(source, resource, { from, to, most: 500 }).map(({ value }) => value)
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
    expect(during('steps', night.start, night.end - 15 * MINUTE).every((value) => value === 0)).toBe(true)
    const [asleep, awake] = [during('heart_rate', night.start, night.end), during('heart_rate', night.end, AT)]
    expect(mean(awake)).toBeGreaterThan(mean(asleep) + 8)
    const day = during('steps', night.end, night.end + 16 * HOUR)
    expect(day.reduce((sum, value) => sum + value, 0)).toBeGreaterThan(body.steps / 2)
  }
})

test.each([
  ['heart_rate', 35, 220],
  ['glucose', 2.5, 25],
  ['blood_oxygen', 88, 100],
  ['body_temperature', 35, 38.5],
  ['respiratory_rate', 8, 24],
  ['heart_rate_variability', 8, 140],
  ['weight', 45, 120],
  ['sleep_stream', 1, 4],
  ['steps', 0, 4_000],
])('%s stays within what bodies do', (resource, low, high) => {
  for (let number = 1; number <= 40; number += 1) {
    const values = samplesOf(sourceOf(number), resource, { from: AT - DAY, to: AT, most: 300 })
    expect(values.length).toBeGreaterThan(0)
    for (const { value, unit } of values) {
      expect(value >= low && value <= high).toBe(true)
      expect(unit).toBe(SERIES[resource]?.[0]?.unit)
    }
  }
})

test('history: each data type’s days before the connection, in the forms of the specification', () => {
  const past = historyOf(sourceOf(1), AT)
  for (const event of past) {
    expect(event.event_type).toMatch(/^historical\.data\.[a-z_]+\.created$/)
    expect(['summary', 'timeseries']).toContain(eventForm(envelope(event)))
  }
  const nights = past.filter(({ event_type }) => event_type === 'historical.data.sleep.created')
  expect(new Set(nights.map(({ data }) => data.id)).size).toBe(3)
  const [heart] = past.filter(({ event_type }) => event_type === 'historical.data.heart_rate.created').map(received)
  expect(Date.parse(heart?.samples.at(-1)?.at ?? '') - Date.parse(heart?.samples[0]?.at ?? '')).toBeGreaterThan(2 * DAY)
})

test('a source that can send nothing sends nothing', () => {
  expect(createWearables().next(sourceOf(1, { resources: [] }), AT)).toBeNull()
  expect(createWearables().next(sourceOf(1, { resources: ['never_heard_of'] }), AT)).toBeNull()
})
