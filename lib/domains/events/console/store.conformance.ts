/** Conformance of event stores. Run by lib/system/console/store.test.ts. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EVENT_USER, makeBatch, makeEvent, makeSummary, received } from '#lib/domains/events/event.testing.ts'
import type { NewEvent } from '#lib/domains/events/new-event.ts'
import { eventSearch } from '#lib/domains/events/received.ts'
import { modelOf } from './model.testing.ts'
import type { EventStore } from './store.ts'

const FROM = new Date('2026-11-01T00:00:00Z')
const TO = new Date('2026-12-01T00:00:00Z')
const SERIES = {
  user_id: EVENT_USER,
  resource: 'glucose',
  source_slug: 'korrin_ring',
  source_type: 'automatic',
}
const OTHER = '00000000-0000-4000-8000-000000000002'
const ORDER = '00000000-0000-4000-8000-00000000abcd'
const RUNS = 12

let environments = 0
/** Each test has its own: the store is shared. */
const place = () => `events-${++environments}`
const search = (asked: object = {}) => eventSearch.parse(asked)
const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 8, minute)).toISOString()

/** Few messages, records and moments, so that they meet. */
const message = fc.record({
  message_id: fc.integer({ min: 1, max: 30 }).map((number) => `msg_${number}`),
  minute: fc.nat({ max: 9 }),
  event: fc.oneof(
    fc.integer({ min: 1, max: 3 }).map((id) => makeSummary(id)),
    fc
      .array(fc.record({ minute: fc.nat({ max: 4 }), value: fc.integer({ min: 60, max: 64 }) }), { maxLength: 4 })
      .map((samples) => makeBatch(samples.map(({ minute, value }) => ({ timestamp: at(minute), value })))),
    fc.constant(makeEvent('weather.changed', {})),
  ),
})

async function readAll(store: EventStore, environment: string) {
  const { events } = await store.searchEvents(environment, search({ limit: 250 }))
  return events.reverse()
}

async function samplesOf(store: EventStore, environment: string) {
  return store.seriesSamples(environment, SERIES, { from: FROM, to: TO, limit: 500 })
}

export function eventStatements(stored: () => EventStore): void {
  describe('events', () => {
    test('whatever comes in whatever order and batches, the store says what the model says', async () => {
      const store = stored()
      let duplicates = 0
      const batches = fc.array(fc.array(message, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 6 })
      await fc.assert(
        fc.asyncProperty(batches, async (given) => {
          const environment = place()
          const sent = given.map((batch) =>
            batch.map(({ event, message_id, minute }) =>
              received(event, { environment, message_id, sent_at: at(minute) }),
            ),
          )
          for (const batch of sent) await store.saveEvents(batch)
          const model = modelOf(sent.flat())
          const kept = await readAll(store, environment)
          expect(kept.map(({ outcome }) => outcome)).toEqual(model.outcomes)
          expect(kept.map(({ message_id }) => message_id)).toEqual(sent.flat().map(({ message_id }) => message_id))
          const values = (await samplesOf(store, environment)).map(({ value }) => value)
          expect(values.toSorted()).toEqual([...model.values.values()].toSorted())
          duplicates += model.outcomes.filter((outcome) => outcome === 'duplicate').length
        }),
        { numRuns: RUNS },
      )
      expect(duplicates).toBeGreaterThan(RUNS)
    })

    test('a batch of many environments and orders is saved, also where its notice is longer than one may be', async () => {
      const store = stored()
      const together = place()
      const batch = Array.from({ length: 300 }, (_, number) => {
        const message = { message_id: `msg_${number}`, sent_at: at(1) }
        const order_id = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
        return [
          { ...received(makeEvent('labtest.order.updated', {}), { ...message, environment: together }), order_id },
          received(makeSummary(number), { ...message, environment: place() }),
        ]
      }).flat()
      await store.saveEvents(batch)
      expect(await readAll(store, batch.at(-1)?.environment ?? '')).toHaveLength(1)
    })

    test('an event is read back as it was kept; its body word for word', async () => {
      const store = stored()
      const environment = place()
      const body = '{"odd":"\\u0000 😀", "spaces" :  1}'
      const event = received(makeSummary('night-1'), { environment, message_id: 'msg_body', body })
      const [saved] = await store.saveEvents([event])
      const id = saved?.id ?? 0
      expect(await store.findEvent(environment, id)).toEqual({
        id,
        message_id: 'msg_body',
        event_type: 'daily.data.sleep.created',
        form: 'summary',
        user_id: EVENT_USER,
        client_user_id: 'member-1',
        source: { slug: 'korrin_ring', name: 'Korrin Ring' },
        order_id: null,
        outcome: 'applied',
        related_id: null,
        replaces_id: null,
        samples: { count: 0, replaced: 0, same: 0 },
        bytes: 36,
        sent_at: event.sent_at,
        received_at: event.received_at,
        body_state: 'kept',
      })
      expect(await store.eventBody(environment, id)).toBe(body)
      expect([await store.findEvent('elsewhere', id), await store.eventBody('elsewhere', id)]).toEqual([null, null])
    })

    test('versions point at each other, in one batch and across batches', async () => {
      const store = stored()
      const environment = place()
      const version = (minute: number) => received(makeSummary(7, { updated_at: at(minute) }), { environment })
      const [first, second] = await store.saveEvents([version(1), version(3)])
      const [late] = await store.saveEvents([version(2)])
      const [third] = await store.saveEvents([version(3)])
      expect(await readAll(store, environment)).toMatchObject([
        { id: first?.id, outcome: 'superseded', related_id: second?.id, replaces_id: null },
        { id: second?.id, outcome: 'superseded', related_id: third?.id, replaces_id: first?.id },
        { id: late?.id, outcome: 'older', related_id: second?.id, replaces_id: null },
        { id: third?.id, outcome: 'applied', related_id: null, replaces_id: second?.id },
      ])
    })

    test('a version and a sample are as new as their finest digit says', async () => {
      const store = stored()
      const environment = place()
      const summary = (updated_at: string) => received(makeSummary(7, { updated_at }), { environment })
      const glucose = (...seconds: string[]) =>
        received(makeBatch(seconds.map((s, value) => ({ timestamp: `2026-11-21T02:00:00.${s}`, value }))), {
          environment,
        })
      const versions = ['47.106778+00:00', '47.106112Z', '47.1067779+00:00', '47.106778001Z']
      for (const each of versions) await store.saveEvents([summary(`2026-11-26T03:00:${each}`)])
      const outcomes = (await readAll(store, environment)).map(({ outcome }) => outcome)
      expect(outcomes).toEqual(['superseded', 'older', 'older', 'applied'])
      await store.saveEvents([glucose('123456Z', '123999Z', '123Z')])
      await store.saveEvents([glucose('123456+00:00', '1239991Z')])
      const exact = ['123Z', '123456Z', '123999Z', '1239991Z']
      const found = await samplesOf(store, environment)
      expect(found.map(({ at, value }) => [at, value])).toEqual(
        exact.map((each, place) => [`2026-11-21T02:00:00.${each}`, [2, 0, 1, 1][place]]),
      )
    })

    test('a batch counts the samples that it replaced and those that were the same; the latest value counts', async () => {
      const store = stored()
      const environment = place()
      const batch = (...values: number[]) =>
        received(makeBatch(values.map((value, minute) => ({ timestamp: at(minute), value }))), { environment })
      await store.saveEvents([batch(101, 102, 103)])
      const [second] = await store.saveEvents([batch(101, 105, 106.5, 107)])
      const [, kept] = await readAll(store, environment)
      expect(kept?.samples).toEqual({ count: 4, replaced: 2, same: 1 })
      const found = await samplesOf(store, environment)
      expect(found.map(({ value, seq }) => [value, seq])).toEqual([
        [101, second?.id],
        [105, second?.id],
        [106.5, second?.id],
        [107, second?.id],
      ])
      expect(found[0]).toMatchObject({ at: at(0), unit: 'mg/dL', zone_offset: -21_600 })
      const newest = await store.seriesSamples(environment, SERIES, { from: FROM, to: TO, limit: 2 })
      expect(newest.map(({ value }) => value)).toEqual([106.5, 107])
    })

    test('filters, pages and what arrives after the list was opened', async () => {
      const store = stored()
      const environment = place()
      const events: NewEvent[] = [
        received(makeSummary(1), { environment, received_at: at(1) }),
        received(makeBatch([{ timestamp: at(0), value: 100 }]), { environment, received_at: at(2) }),
        received(makeEvent('weather.changed', {}, OTHER), { environment, received_at: at(3) }),
        { ...received(makeEvent('labtest.order.updated', {}), { environment, received_at: at(4) }), order_id: ORDER },
        { ...received(makeEvent('weather.changed', {}), { environment, received_at: at(5) }), source_slug: null },
      ]
      const ids = (await store.saveEvents(events)).map(({ id }) => id)
      const of = async (asked: object) => {
        const found = await store.searchEvents(environment, search(asked))
        return found.events.map(({ id }) => ids.indexOf(id))
      }
      expect(await of({})).toEqual([4, 3, 2, 1, 0])
      expect(await of({ outcomes: ['stored'] })).toEqual([4, 3, 2])
      expect(await of({ event_types: ['weather.changed', 'nothing'] })).toEqual([4, 2])
      expect(await of({ sources: ['korrin_ring'] })).toEqual([3, 2, 1, 0])
      expect(await of({ sources: [''] })).toEqual([4])
      expect(await of({ user_id: OTHER })).toEqual([2])
      expect(await of({ order_id: ORDER })).toEqual([3])
      expect(await of({ from: at(2), to: at(4) })).toEqual([2, 1])
      expect(await of({ offset: 1, limit: 2 })).toEqual([3, 2])
      expect(await store.searchEvents(environment, search({ up_to: ids[2], limit: 1 }))).toMatchObject({
        total: 3,
        up_to: ids[2],
        events: [{ id: ids[2] }],
      })
      expect(await store.searchEvents('elsewhere', search())).toEqual({ events: [], total: 0, up_to: 0 })
      expect(await store.countNewEvents(environment, {}, ids[2] ?? 0)).toBe(2)
      expect(await store.countNewEvents(environment, { user_id: OTHER }, ids[0] ?? 0)).toBe(1)
    })

    test('what arrived since an event, by form, and of one order; nothing of who has seen nothing', async () => {
      const store = stored()
      const environment = place()
      const events = [
        received(makeSummary(1), { environment }),
        received(makeEvent('weather.changed', {}), { environment }),
        { ...received(makeEvent('labtest.order.updated', {}), { environment }), order_id: ORDER },
      ]
      const [first = 0, second = 0, last = 0] = (await store.saveEvents(events)).map(({ id }) => id)
      const since = (after: number | null, order_id: string | null = null, where = environment) =>
        store.eventsSince(where, { after, order_id })
      expect(await since(first - 1)).toEqual({ up_to: last, forms: ['summary', 'unknown'] })
      expect(await since(first - 1, ORDER)).toEqual({ up_to: last, forms: ['unknown'] })
      expect(await since(second, OTHER)).toEqual({ up_to: last, forms: [] })
      expect(await since(last)).toEqual({ up_to: last, forms: [] })
      expect(await since(last + 9)).toEqual({ up_to: last + 9, forms: [] })
      expect(await since(null)).toEqual({ up_to: last, forms: [] })
      expect(await since(null, null, 'elsewhere')).toEqual({ up_to: 0, forms: [] })
    })

    test('a message that comes again is answered with the number of the first', async () => {
      const store = stored()
      const environment = place()
      const again = { environment, message_id: 'msg_again' }
      const [first] = await store.saveEvents([received(makeSummary(1), again)])
      const [, second] = await store.saveEvents([
        received(makeSummary(2), { environment }),
        received(makeSummary(1), again),
      ])
      expect(first).toMatchObject({ outcome: 'applied', first_id: null })
      expect(second).toMatchObject({ outcome: 'duplicate', first_id: first?.id })
    })

    test('groups by what facets and bars tell apart, the newest of too many', async () => {
      const store = stored()
      const environment = place()
      const minutes = [0, 1, 30, 59, 60]
      await store.saveEvents(
        minutes.map((minute) => received(makeSummary(`m${minute}`), { environment, received_at: at(minute) })),
      )
      const window = { from: new Date(at(0)), to: new Date(at(60)), bars: 2, limit: 100 }
      const { groups, is_cut } = await store.groupEvents(environment, window)
      const common = { outcome: 'applied', event_type: 'daily.data.sleep.created', source_slug: 'korrin_ring' }
      expect([...groups].sort((a, b) => a.bar - b.bar)).toEqual([
        { ...common, source_name: 'Korrin Ring', bar: 0, count: 2 },
        { ...common, source_name: 'Korrin Ring', bar: 1, count: 2 },
      ])
      expect(is_cut).toBe(false)
      expect((await store.groupEvents(environment, { ...window, limit: 3 })).is_cut).toBe(true)
      expect((await store.groupEvents(environment, { ...window, user_id: OTHER })).groups).toEqual([])
    })

    test('an expunged body is gone with its samples; what is known beside it stays', async () => {
      const store = stored()
      const environment = place()
      const [one, two] = await store.saveEvents([
        received(makeBatch([{ timestamp: at(1), value: 90 }]), { environment, message_id: 'msg_gone' }),
        received(makeBatch([{ timestamp: at(2), value: 91 }]), { environment }),
      ])
      const id = one?.id ?? 0
      expect(await store.expungeBody('elsewhere', id, TO)).toBe(false)
      expect(await store.expungeBody(environment, id, TO)).toBe(true)
      expect(await store.expungeBody(environment, id, TO)).toBe(false)
      expect(await store.eventBody(environment, id)).toBeNull()
      expect(await store.findEvent(environment, id)).toMatchObject({ outcome: 'applied', body_state: 'expunged' })
      expect((await samplesOf(store, environment)).map(({ seq }) => seq)).toEqual([two?.id])
      // It doesn’t come back with a duplicate.
      const [again] = await store.saveEvents([received(makeSummary(1), { environment, message_id: 'msg_gone' })])
      expect(again?.outcome).toBe('duplicate')
      expect(await store.findEvent(environment, again?.id ?? 0)).toMatchObject({ body_state: 'none', related_id: id })
    })

    test('samples that arrived again stay when the body of an older event goes, and go with the newer one', async () => {
      const store = stored()
      const environment = place()
      const batch = (received_at: string, ...values: number[]) =>
        received(makeBatch(values.map((value, minute) => ({ timestamp: at(minute), value }))), {
          environment,
          received_at,
        })
      const values = async () => (await samplesOf(store, environment)).map(({ value }) => value)
      const [first] = await store.saveEvents([batch('2000-01-01T00:00:00.000Z', 101, 102)])
      const [second, third] = await store.saveEvents([batch(at(0), 101, 102, 103, 104), batch(at(0), 101)])
      expect(await store.purgeBodies(new Date('2000-01-02'))).toBeGreaterThan(0)
      expect(await values()).toEqual([101, 102, 103, 104])
      expect(await store.expungeBody(environment, first?.id ?? 0, TO)).toBe(false)
      await store.expungeBody(environment, second?.id ?? 0, TO)
      expect(await values()).toEqual([101])
      await store.expungeBody(environment, third?.id ?? 0, TO)
      expect(await values()).toEqual([])
    })

    test('counts of what was rejected add up by reason', async () => {
      const store = stored()
      const environment = place()
      const minute = new Date(at(1))
      await store.countRejections([
        { environment, reason: 'signature', minute, count: 3 },
        { environment, reason: 'size', minute, count: 1 },
        { environment, reason: 'time', minute: TO, count: 9 },
      ])
      await store.countRejections([{ environment, reason: 'signature', minute, count: 2 }])
      expect(await store.rejections(environment, { from: FROM, to: TO })).toEqual([
        { reason: 'signature', count: 5 },
        { reason: 'size', count: 1 },
      ])
      expect(await store.rejections('elsewhere', { from: FROM, to: TO })).toEqual([])
    })

    test('bodies are removed after their time, and no others', async () => {
      const store = stored()
      const environment = place()
      const old = '2001-01-01T00:00:00.000Z'
      const [one] = await store.saveEvents([received(makeSummary(1), { environment, received_at: old })])
      expect(await store.eventBody(environment, one?.id ?? 0)).not.toBeNull()
      const [two] = await store.saveEvents([received(makeSummary(2), { environment })])
      expect(await store.purgeBodies(new Date('2001-01-02'))).toBeGreaterThan(0)
      expect(await store.findEvent(environment, one?.id ?? 0)).toMatchObject({ body_state: 'expired' })
      expect(await store.findEvent(environment, two?.id ?? 0)).toMatchObject({ body_state: 'kept' })
      expect(await store.purgeBodies(new Date('2001-01-02'))).toBe(0)
    })
  })
}
