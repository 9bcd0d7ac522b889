/** Times typed for visits booked elsewhere: the newest counts, nothing typed before is lost, and environments never mix. */
import { expect, test, vi } from 'vitest'
import { listVisitTimes, typeVisitTime } from '#lib/domains/bookings/booking.ts'
import { testConsole } from '#lib/system/console/console.testing.ts'

const idOf = (index: number) => `${index}0000000-0000-4000-8000-000000000000`
const order_id = idOf(9)
const visit = { start_at: '2026-11-27T15:00:00Z', iana_timezone: 'America/Denver' }
const note = 'The patient told us.'

function opened() {
  const { send, rows, store } = testConsole()
  const type = (json: object, as = 'lab_coordinator') =>
    send(typeVisitTime, { params: { environment: 'sandbox', order_id }, json, as })
  const times = async (query = {}, environment = 'sandbox') => {
    const answer = await send(listVisitTimes, { params: { environment }, query, as: 'administrator' })
    return listVisitTimes.response.parse(await answer.json()).times
  }
  return { type, times, rows, store }
}

test('a time is typed, corrected and cleared by version; each entry stays, with who typed it', async () => {
  const { type, times, rows, store } = opened()
  expect((await type({ id: idOf(1), visit, note, version: 0 })).status).toBe(200)
  expect(await times({ order_ids: order_id })).toMatchObject([{ ...visit, note, version: 1, order_id }])
  // An answer that was lost is asked for again, and an old page corrects nothing.
  expect((await type({ id: idOf(1), visit, note, version: 0 })).status).toBe(200)
  expect((await type({ id: idOf(2), visit, note, version: 0 })).status).toBe(409)
  const later = { ...visit, start_at: '2026-11-28T15:00:00Z' }
  expect((await type({ id: idOf(3), visit: later, note: 'The provider called.', version: 1 })).status).toBe(200)
  expect(await times({ start_from: '2026-11-28T00:00:00Z' })).toMatchObject([later])
  expect(await times({ start_to: '2026-11-27T23:00:00Z' })).toEqual([])
  expect((await type({ id: idOf(4), visit: null, note: 'Off again.', version: 2 })).status).toBe(200)
  expect(await times({ start_from: '2026-11-01T00:00:00Z' })).toEqual([])
  expect(await times()).toMatchObject([{ start_at: null, version: 3 }])
  const kept = await store.entries('sandbox', 'visit_time', order_id)
  expect(kept.map(({ id }) => id)).toEqual([idOf(1), idOf(3), idOf(4)])
  const done = rows.filter(({ action, outcome }) => action === 'type_visit_time' && outcome === 'done')
  expect(done.map(({ subjects }) => subjects)).toEqual([[order_id], [order_id], [order_id], [order_id]])
})

test('an entry that a server did not get to add before it ended is added with the next one', async () => {
  const { type, store } = opened()
  vi.spyOn(store, 'addEntry').mockRejectedValueOnce(new Error('ended'))
  expect((await type({ id: idOf(1), visit, note, version: 0 })).status).toBe(500)
  expect((await type({ id: idOf(2), visit: null, note: 'Off again.', version: 1 })).status).toBe(200)
  const kept = await store.entries('sandbox', 'visit_time', order_id)
  expect(kept.map(({ id }) => id)).toEqual([idOf(1), idOf(2)])
})

test('who may not book types nothing, a word on how they know is needed, and other environments have none of it', async () => {
  const { type, times } = opened()
  expect((await type({ id: idOf(1), visit, note, version: 0 }, 'support')).status).toBe(403)
  expect((await type({ id: idOf(1), visit, note: ' ', version: 0 })).status).toBe(422)
  expect((await type({ id: idOf(1), visit: { ...visit, iana_timezone: 'Mars/Base' }, note, version: 0 })).status).toBe(
    422,
  )
  expect((await type({ id: idOf(1), visit, note, version: 0 })).status).toBe(200)
  expect(await times()).toHaveLength(1)
  expect(await times({}, 'production')).toEqual([])
})
