/** How saved views are counted: few searches at a time, for a minute everybody's, in the zone of whoever asks. */
import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { type OrderQuery, SourceFailure } from '#lib/console/sources.ts'
import { AT_ONCE } from '#lib/domains/orders/console/overview/count.ts'
import { STUCK_DAYS } from '#lib/domains/orders/stuck/stuck-days.ts'
import { ORDER_VIEWS } from '#lib/domains/orders/views.ts'
import type { Role } from '#lib/domains/staff/roles.ts'
import { saveView } from '#lib/domains/views/view-changes.ts'
import { countViews } from '#lib/domains/views/views.ts'
import { testConsole } from '#lib/system/console/console.testing.ts'
import { createOrderViewCounts } from './view-counts.ts'

describe('the counts', () => {
  const views = (ids: readonly string[]) => ids.map((id) => ({ id, filter: { status: [id], size: 25 } }))

  function counting(answer: (query: OrderQuery) => number | Error) {
    const clock = { at: Date.parse('2026-11-21T08:00:00Z') }
    const asked: OrderQuery[] = []
    const load = { now: 0, most: 0 }
    const count = createOrderViewCounts({
      limits: async () => STUCK_DAYS,
      now: () => new Date(clock.at),
      source: {
        async searchOrders(_, query) {
          asked.push(query)
          load.most = Math.max(load.most, ++load.now)
          await setImmediate()
          load.now -= 1
          const found = answer(query)
          if (typeof found !== 'number') throw found
          return { orders: [], total: found }
        },
      },
    })
    const get = (ids: readonly string[], { zone = 'UTC', who = 'ann' } = {}) =>
      count({ environment: 'sandbox', staff_id: who, time_zone: zone }, views(ids))
    return { clock, asked, load, get }
  }

  test('are one search of one order each, few at a time, and for a minute everybody’s', async () => {
    const ids = Array.from({ length: 9 }, (_, index) => `s${index}`)
    const { clock, asked, load, get } = counting(({ status }) => Number(status?.[0]?.slice(1)))
    const [first, second] = await Promise.all([get(ids), get(ids.slice(2))])
    expect(first).toEqual(ids.map((view_id, count) => ({ view_id, count, missing: null })))
    expect(second).toEqual(first.slice(2))
    expect(asked).toEqual(ids.map((id) => ({ status: [id], page: 1, size: 1 })))
    expect(load.most).toBe(AT_ONCE)
    clock.at += 59_999
    await get([...ids, 's20'])
    expect(asked).toHaveLength(10)
    clock.at += 1
    await get(ids)
    expect(asked).toHaveLength(19)
  })

  test('one person is counted for once at a time, four people at once', async () => {
    const { load, get } = counting(() => 7)
    const idsOf = (who: string) => Array.from({ length: 9 }, (_, index) => `${who}${index}`)
    await Promise.all(['a', 'b', 'c', 'd'].map((tab) => get(idsOf(tab))))
    expect(load.most).toBe(AT_ONCE)
    await Promise.all(Array.from({ length: 8 }, (_, at) => get(idsOf(`p${at}-`), { who: `p${at}` })))
    expect(load.most).toBe(4 * AT_ONCE)
  })

  test('one person is counted for in three zones within a minute, and another is not affected', async () => {
    const { clock, get } = counting(() => 7)
    for (const zone of ['UTC', 'America/Denver', 'UTC', 'Asia/Tokyo', 'America/Denver']) await get(['a'], { zone })
    await expect(get(['a'], { zone: 'Europe/Paris' })).rejects.toMatchObject({
      code: 'too_many_requests',
      retry_after_ms: 60_000,
    })
    await get(['a'], { zone: 'Europe/Paris', who: 'bo' })
    clock.at += 60_000
    await get(['a'], { zone: 'Europe/Paris' })
  })

  test('that fail are missing with a reason beside those that do not; what is ours is thrown and asked for again', async () => {
    let broken: Error | null = new SourceFailure('The service is down.')
    const { clock, get } = counting(({ status }) => (broken && status?.[0] === 'a' ? broken : 7))
    expect(await get(['a', 'b'])).toEqual([
      { view_id: 'a', count: null, missing: 'The service is down.' },
      { view_id: 'b', count: 7, missing: null },
    ])
    clock.at += 60_000
    broken = new TypeError('ours')
    await expect(get(['a', 'b'])).rejects.toThrow('ours')
    broken = null
    expect(await get(['a'])).toMatchObject([{ count: 7 }])
  })

  test('read the days of a view in the zone of whoever asks, and only the views that they see', async () => {
    const asked: OrderQuery[] = []
    const { send } = testConsole({
      orders: {
        searchOrders: async (_, query) => {
          asked.push(query)
          return { orders: [], total: 3 }
        },
      },
    })
    const params = { environment: 'sandbox', list: 'orders' } as const
    const filter = { end_date: '2026-11-01', updated_end_date: '2026-11-01', order_key: 'patient_name' }
    await send(saveView, { params, json: { name: 'Queue', shared: false, filter, look: {} }, as: 'support' })
    const get = async (as: Role) => {
      const answer = await send(countViews, { params, query: { time_zone: 'America/Denver' }, as })
      return countViews.response.parse(await answer.json()).counts
    }
    const builtIn = ORDER_VIEWS.map(({ id }) => id).filter((id) => id !== 'all')
    expect((await get('read_only')).map(({ view_id }) => view_id)).toEqual(builtIn)
    expect(await get('support')).toHaveLength(builtIn.length + 1)
    // The day on which summer time ends there.
    expect(asked.at(-1)).toEqual({
      end_date: '2026-11-02T06:59:59.999Z',
      updated_end_date: '2026-11-02T06:59:59.999Z',
      page: 1,
      size: 1,
    })
    // Relative ranges are saved as such and read on the day of the query.
    const recent = { created_within: '1d' }
    await send(saveView, { params, json: { name: 'Today', shared: false, filter: recent, look: {} }, as: 'support' })
    await get('support')
    const { start_date = '', end_date = '' } = asked.at(-1) ?? {}
    expect(Date.parse(end_date) - Date.parse(start_date)).toBe(86_400_000 - 1)
    expect(start_date).toMatch(/T0[67]:00:00.000Z$/)
    expect((await send(countViews, { params, query: { time_zone: 'Nowhere' } })).status).toBe(422)
  })
})
