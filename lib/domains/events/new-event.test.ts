import { expect, test } from 'vitest'
import { makeOrder } from '#lib/domains/orders/order.testing.ts'
import { order } from '#lib/domains/orders/order.ts'
import { EVENT_USER, makeBatch, makeEvent, makeSummary, received } from './event.testing.ts'
import { webhookEvent } from './event.ts'

const keyOf = (resource: string, id: string | number) =>
  received(makeEvent(`daily.data.${resource}.created`, { id })).version?.key

test('of what lists show nothing turns other text around or hides', () => {
  const { event_type, client_user_id } = received({
    ...makeEvent('daily.data.sl\u202eeep.created', { id: 1 }),
    client_user_id: 'ref\u200b-1',
  })
  expect([event_type, client_user_id]).toEqual(['daily.data.sleep.created', 'ref-1'])
})

test.each([
  [7, '7'],
  [{}, null],
])('a reference that is no text doesn’t cost its event: %j', (client_user_id, kept) => {
  expect(webhookEvent.parse({ ...makeEvent('daily.data.sleep.created', { id: 1 }), client_user_id })).toMatchObject({
    client_user_id: kept,
  })
})

test('the key of a version has a user, a resource and an id', () => {
  expect(received(makeSummary('2026-11-21T08:00')).version?.key).toBe(`${EVENT_USER}/sleep/2026-11-21T08:00`)
  expect(keyOf('sleep', 7)).toBe(keyOf('sleep', '7'))
})

test.each([
  [keyOf('a/b', 'c'), keyOf('a', 'b/c')],
  [keyOf('a', 'b/c'), keyOf('a', 'b~2f;c')],
  [keyOf('a', 'b\0'), keyOf('a', 'b\uFFFD')],
  [keyOf('a', 'b\uD83D'), keyOf('a', 'b\uD83E')],
  [keyOf('a', `${'/'.repeat(199)}a`), keyOf('a', `${'/'.repeat(199)}b`)],
])('two records have two keys, which a database takes: %j and %j', (one, other) => {
  expect(one).not.toBe(other)
  for (const key of [one, other]) {
    expect(key).not.toContain('\0')
    expect(key?.isWellFormed()).toBe(true)
  }
})

const AT = '2026-11-25T14:00:00-05:00'

test.each([
  ['a text for a number', { timestamp: '2026-11-25T14:05:00-05:00', value: 'HIGH' }],
  ['no time', { value: 181 }],
  ['a time that is none', { timestamp: 'noon', value: 181 }],
  ['no unit', { timestamp: '2026-11-25T14:05:00-05:00', value: 181, unit: null }],
])('a sample that can’t be read leaves the others as they are: %s', (_, odd) => {
  const event = received(
    makeBatch([{ timestamp: AT, value: 180 }, odd, { timestamp: '2026-11-25T14:10:00-05:00', value: 390 }]),
  )
  expect([event.form, event.samples.map(({ value }) => value)]).toEqual(['timeseries', [180, 390]])
})

test('a batch of which no sample can be read is of its type all the same', () => {
  expect(received(makeBatch([{ timestamp: AT, value: 'HIGH' }]))).toMatchObject({ form: 'timeseries', samples: [] })
  expect(received(makeBatch([])).form).toBe('timeseries')
})

test.each(['180', '180.50', '-3'])('a value of digits in a text is the number: %j', (value) => {
  expect(received(makeBatch([{ timestamp: AT, value }])).samples).toMatchObject([{ value: Number(value) }])
})

test('what is odd beside a value doesn’t cost the value', () => {
  const { samples } = received(makeBatch([{ timestamp: AT, value: 180, timezone_offset: '-5h', type: 7 }]))
  expect(samples).toMatchObject([{ value: 180, zone_offset: null, series: { source_type: '' } }])
})

test.each([undefined, null, '5', 5.5, {}])(
  'a batch whose source has the number %j is kept; a summary stays one',
  (source_id) => {
    const data = { source_id, data: [{ timestamp: AT, unit: 'mg/dL', value: 180 }] }
    const of = (more: object) =>
      received({ ...makeEvent('daily.data.glucose.created', {}), data: { ...data, ...more } })
    expect([of({}).form, of({}).samples.length, of({ id: 'night' }).form]).toEqual(['timeseries', 1, 'summary'])
  },
)

test.each([
  ['none', {}, null],
  ['without a name', { source: { slug: 'korrin_ring' } }, 'korrin_ring'],
  ['with a logo that is no text', { source: { slug: 'korrin_ring', name: 7, logo: 3 } }, 'korrin_ring'],
  ['no slug', { source: { name: 'Korrin Ring' } }, null],
])('data of a source that is odd is kept: %s', (_, source, slug) => {
  const data = { source_id: 5, data: [{ timestamp: AT, unit: 'mg/dL', value: 180 }], ...source }
  const batch = received({ ...makeEvent('daily.data.glucose.created', {}), data })
  expect([batch.form, batch.source_slug, batch.samples.length]).toEqual(['timeseries', slug, 1])
  const summary = received({ ...makeEvent('daily.data.sleep.created', {}), data: { id: 'night', ...source } })
  expect([summary.form, summary.source_slug]).toEqual(['summary', slug])
})

test.each<[string, object]>([
  ['a number for a code', { sample_id: 12345, patient_details: { dob: 19860524, gender: null } }],
  ['empty texts', { interpretation: '', origin: '', priority: '' }],
  ['an empty time', { details: { type: 'testkit', data: { created_at: '', updated_at: '' } } }],
])('an odd value beside doesn’t cost an order event: %s', (_, odd) => {
  const data = { ...makeOrder(), ...odd }
  expect(received(makeEvent('labtest.order.updated', data))).toMatchObject({ form: 'lab', order_id: data.id })
})

test.each(['Critical', 'CRITICAL', 'critical '])('the interpretation %j is a critical one', (interpretation) => {
  expect(order.parse({ ...makeOrder(), interpretation }).interpretation).toBe('critical')
})

const VISIT = {
  id: crypto.randomUUID(),
  order_id: crypto.randomUUID(),
  address: {},
  type: 'phlebotomy',
  provider: 'getlabs',
  status: 'confirmed',
  event_status: 'scheduled',
}

test.each<[string, object]>([
  ['a zone of Windows', { iana_timezone: 'Eastern Standard Time' }],
  ['numbers for codes', { external_id: 123, provider_id: 5 }],
  ['a place in texts', { location: { lng: '-112', lat: '33' } }],
  ['long notes', { appointment_notes: 'x'.repeat(1_001) }],
  ['empty times', { start_at: '', end_at: '' }],
])('an odd value beside doesn’t cost an appointment event: %s', (_, odd) => {
  const event = makeEvent('labtest.appointment.updated', { ...VISIT, ...odd })
  expect(received(event)).toMatchObject({ form: 'lab', order_id: VISIT.order_id })
})
