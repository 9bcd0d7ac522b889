/** The counts of the overview: what is asked for, what is kept, and what a service that fails leaves. */
import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { type FoundOrders, type OrderQuery, SourceFailure } from '#lib/console/sources.ts'
import { STUCK_DAYS } from '#lib/domains/orders/stuck/stuck-days.ts'
import { getOverview, TREND_DAYS } from '#lib/domains/orders/worklist/overview.ts'
import { LOW_LEVEL_STATUSES, ORDER_METHODS } from '#lib/kernel/values.ts'
import { ENVIRONMENTS, testConsole } from '#lib/system/console/console.testing.ts'
import { AT_ONCE, GIVE_UP_AFTER } from './count.ts'
import { createOverview } from './overview.ts'
import { stuckQueries } from './plan.ts'

/** One search for each limit of a rule. */
const STUCK = stuckQueries(new Date(), STUCK_DAYS)
/** Orders canceled lately, for their visits. */
const CANCELED = 1
const ALL = LOW_LEVEL_STATUSES.length + STUCK.length + CANCELED + TREND_DAYS * ORDER_METHODS.length
const TODAYS = LOW_LEVEL_STATUSES.length + STUCK.length + CANCELED + ORDER_METHODS.length

const LOW: readonly string[] = LOW_LEVEL_STATUSES
const METHODS: readonly string[] = ORDER_METHODS

function counting(answer: (query: OrderQuery, asked: number) => FoundOrders | Error | Promise<FoundOrders>) {
  const clock = { at: Date.parse('2026-11-21T08:00:30.500Z') }
  const asked: OrderQuery[] = []
  const load = { now: 0, most: 0 }
  const deadline = new AbortController()
  const { overview } = createOverview({
    limits: async () => STUCK_DAYS,
    now: () => new Date(clock.at),
    deadline: () => deadline.signal,
    source: {
      async searchOrders(_, query) {
        asked.push(query)
        load.now += 1
        load.most = Math.max(load.most, load.now)
        await setImmediate()
        load.now -= 1
        const found = await answer(query, asked.length)
        if (found instanceof Error) throw found
        return found
      },
    },
  })
  return { clock, asked, load, deadline, get: (zone = 'UTC') => overview('sandbox', zone) }
}

const none = (total: number | null): FoundOrders => ({ orders: [], total })
const down = new SourceFailure('The service is down.')

describe('the counts', () => {
  test('are one search each, few at a time, and what each says is in its place', async () => {
    const { asked, load, get } = counting(({ status, order_type, updated_end_date }) => {
      if (updated_end_date) return none(STUCK.findIndex(({ statuses }) => statuses[0] === status?.[0]))
      if (order_type) return none(100 + METHODS.indexOf(order_type[0] ?? ''))
      return none(LOW.indexOf(status?.[0] ?? ''))
    })
    const found = getOverview.response.parse(await get())
    expect(asked).toHaveLength(ALL)
    expect(asked.every(({ size, page }) => (size === 1 || size === 100) && page === 1)).toBe(true)
    expect(load.most).toBe(AT_ONCE)
    expect(found.counted_at).toBe('2026-11-21T08:00:30.500Z')
    expect(found.statuses.map(({ status, count }) => [status, count])).toEqual(
      LOW_LEVEL_STATUSES.map((status, index) => [status, index]),
    )
    expect(found.stuck.map(({ count }) => count)).toEqual(STUCK.map((_, index) => index))
    expect(found.stuck.find(({ rule, days }) => rule === 'in_transit' && days === 5)).toMatchObject({
      statuses: ['transit_customer', 'out_for_delivery', 'transit_lab'],
      unchanged_since: '2026-11-16T08:00:00.000Z',
    })
    expect(found.trend).toHaveLength(TREND_DAYS)
    expect([found.trend[0]?.day, found.trend.at(-1)?.day]).toEqual(['2026-11-08', '2026-11-21'])
    for (const { methods } of found.trend) expect(methods.map(({ count }) => count)).toEqual([100, 101, 102, 103])
    expect(asked.at(-1)).toMatchObject({
      start_date: '2026-11-21T00:00:00.000Z',
      end_date: '2026-11-21T23:59:59.999Z',
    })
  })

  test('are kept for a minute; days that are over for an hour, unless they are missing', async () => {
    let broken = true
    const { clock, asked, get } = counting(({ order_type, start_date }) =>
      broken && order_type?.[0] === 'testkit' && start_date?.startsWith('2026-11-10') ? down : none(7),
    )
    expect((await get()).trend[2]?.methods[0]).toEqual({
      method: 'testkit',
      count: null,
      missing: 'The service is down.',
    })
    clock.at += 59_999
    await get()
    expect(asked).toHaveLength(ALL)
    broken = false
    clock.at += 1
    expect((await get()).trend[2]?.methods[0]).toMatchObject({ count: 7, missing: null })
    expect(asked).toHaveLength(ALL + TODAYS + 1)
    clock.at += 3_600_000
    await get()
    expect(asked).toHaveLength(ALL + TODAYS + 1 + ALL)
    // A new day: yesterday's last count was taken before its end.
    clock.at = Date.parse('2026-11-22T00:00:10.000Z')
    const { trend } = await get()
    expect(trend.at(-1)?.day).toBe('2026-11-22')
    expect(trend[0]?.day).toBe('2026-11-09')
  })

  test('by day are the days of the zone that is asked for; the rest is counted once for all zones', async () => {
    const { asked, get } = counting(() => none(7))
    await get()
    const { trend, counted_at } = await get('America/Los_Angeles')
    // 08:00 UTC is midnight there: today has just begun.
    expect([trend[0]?.day, trend.at(-1)?.day]).toEqual(['2026-11-08', '2026-11-21'])
    expect(counted_at).toBe('2026-11-21T08:00:30.500Z')
    expect(asked).toHaveLength(ALL + TREND_DAYS * ORDER_METHODS.length)
    expect(asked.at(-1)).toMatchObject({
      start_date: '2026-11-21T08:00:00.000Z',
      end_date: '2026-11-22T07:59:59.999Z',
    })
    expect((await get('Pacific/Honolulu')).trend.at(-1)?.day).toBe('2026-11-20')
  })

  test('that the service does not give are missing with a reason, and keep no other away', async () => {
    const { get } = counting(({ status }) => {
      if (status?.[0] === 'lost') return down
      return none(status?.[0] === 'completed' ? null : 3)
    })
    const { statuses, trend } = await get()
    const of = (low: string) => statuses.find(({ status }) => status === low)
    expect(of('lost')).toMatchObject({ count: null, missing: 'The service is down.' })
    expect(of('completed')).toMatchObject({ count: null, missing: expect.stringMatching(/too many/) })
    expect(of('ordered')).toMatchObject({ count: 3, missing: null })
    expect(trend.flatMap(({ methods }) => methods).every(({ count }) => count === 3)).toBe(true)
  })

  test.each<[string, SourceFailure, number]>([
    ['keeps failing', down, GIVE_UP_AFTER],
    ['asks to be left alone', new SourceFailure('Slow down.', 5_000), 1],
  ])('end where the service %s', async (_, failure, after) => {
    const { asked, get } = counting(() => failure)
    const { statuses, stuck, trend } = await get()
    const all = [...statuses, ...stuck, ...trend.flatMap(({ methods }) => methods)]
    expect(all).toHaveLength(ALL - CANCELED)
    expect(all.every(({ missing }) => missing === failure.message)).toBe(true)
    // Those under way when it was noticed.
    expect(asked.length).toBeLessThan(after + AT_ONCE)
  })

  test('end when their time is over, with what was counted until then', async () => {
    const { asked, deadline, get } = counting((_, number) => {
      if (number < 10) return none(1)
      deadline.abort()
      return new Error('aborted')
    })
    const { statuses, trend } = await get()
    expect(statuses[0]?.count).toBe(1)
    expect(trend.at(-1)?.methods[0]?.missing).toMatch(/took too long/)
    expect(asked.length).toBeLessThan(10 + AT_ONCE)
  })

  test('of before stay where nothing can be counted, and say why; within an hour', async () => {
    let broken = false
    const { clock, get } = counting(() => (broken ? down : none(1)))
    const before = await get()
    expect(before.problem).toBeNull()
    broken = true
    clock.at += 60_000
    expect(await get()).toEqual({ ...before, problem: 'The service is down.' })
    clock.at += 3_600_000
    const after = await get()
    expect(after).toMatchObject({ problem: null, counted_at: '2026-11-21T09:01:30.500Z' })
    expect(after.statuses[0]?.count).toBeNull()
    broken = false
    clock.at += 60_000
    expect((await get()).statuses[0]?.count).toBe(1)
  })

  test('what is no failure of the service is thrown, and asked for again', async () => {
    let broken = true
    const { get } = counting(() => (broken ? new TypeError('ours') : none(1)))
    await expect(get()).rejects.toThrow('ours')
    broken = false
    expect((await get()).statuses[0]?.count).toBe(1)
  })
})

test('over HTTP: for those who may enter, and no entry in the log', async () => {
  const order = { orders: [], total: 5 }
  const { send, rows } = testConsole({ orders: { searchOrders: async () => order } })
  const overview = (environment: string, as?: string) =>
    send(getOverview, { params: { environment }, ...(as && { as }) })
  for (const { id } of ENVIRONMENTS) {
    const answer = await overview(id, 'read_only')
    expect(getOverview.response.parse(await answer.json()).statuses[0]).toMatchObject({ status: 'ordered', count: 5 })
  }
  expect(rows).toEqual([])
  expect((await overview('production', 'limited')).status).toBe(404)
  expect((await overview('nowhere')).status).toBe(404)
  expect(rows).toMatchObject([{ action: 'get_overview', outcome: 'refused', status: 404 }])
})
