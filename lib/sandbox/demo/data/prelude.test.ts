import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Base } from '#lib/demo/scenario.ts'
import { listAudit } from '#lib/domains/audit/audit.ts'
import { listBookings } from '#lib/domains/bookings/booking.ts'
import { listCriticalOrders } from '#lib/domains/orders/critical/critical.ts'
import { countDirectorySources } from '#lib/domains/users/directory-connections.ts'
import { listViews } from '#lib/domains/views/views.ts'
import { consoleAddress } from '#lib/kernel/endpoint.testing.ts'
import type { Endpoint, EndpointOutput } from '#lib/kernel/endpoint.ts'
import { caseOrders } from '#lib/sandbox/data/generate.ts'
import { DEMO_TEAM_ID, dataOf } from '#lib/sandbox/demo/journal/records.ts'
import { openStage } from '#lib/sandbox/demo/stage.ts'
import { createMemoryStore } from '#lib/sandbox/service/store-memory.ts'
import { DEMO_ID } from '#lib/utils/browser/demo-path.ts'
import { DAY, MINUTE } from '#lib/utils/time/durations.ts'
import { preludeOf } from './prelude.ts'

const STARTED_AT = Date.parse('2026-11-22T15:00:00Z')
const DEFAULTS = { scenario: '', run: 'run-1' }

async function preludeFor(base: Base) {
  const store = createMemoryStore()
  store.adopt(dataOf(base, { today: new Date(STARTED_AT), team_id: DEMO_TEAM_ID, seed: 0 }))
  return preludeOf(base, { store, team_id: DEMO_TEAM_ID, started_at: STARTED_AT })
}

async function stageOf(base: Base, past: boolean) {
  const errors: unknown[] = []
  const clock = { now: STARTED_AT, read_at: STARTED_AT, running: true }
  const stage = await openStage({
    run: { id: 'run-1', started_at: STARTED_AT, past, clock },
    base,
    origin: 'http://demo.test',
    conditions: () => ({ role: 'administrator', scenario: { base, modifiers: [], booking: null } }),
    wall: () => STARTED_AT,
    sleep: async () => undefined,
    onLoaded: () => undefined,
    onSeen: () => undefined,
    onError: (error) => errors.push(error),
  })
  const read = async <E extends Endpoint>(endpoint: E, params = {}): Promise<EndpointOutput<E>> => {
    const address = consoleAddress<Endpoint>(endpoint, { params: { environment: DEMO_ID, ...params } })
    return z.parse<E['response']>(
      endpoint.response,
      await (await stage.answer(new Request(`http://demo.test${address}`))).json(),
    )
  }
  return { stage, errors, read }
}

/** The demo, after its prelude. */
async function played(base: Base) {
  const prelude = await preludeFor(base)
  const { stage, errors, read } = await stageOf(base, false)
  const entries = prelude.map(({ minutes_ago, role, ...change }, index) => ({
    ...DEFAULTS,
    id: index + 1,
    at: STARTED_AT - minutes_ago * MINUTE,
    role,
    request_id: `prelude-${index + 1}`,
    change,
  }))
  const refused = await stage.replay(entries)
  return { prelude, refused, errors, read }
}

describe.each(['normal', 'busy'] as const)('before a demo of %s', (base) => {
  test('every request is taken, and leaves its trace at its time', async () => {
    const { prelude, refused, errors, read } = await played(base)
    expect([refused, errors]).toEqual([[], []])
    expect(prelude.map(({ minutes_ago }) => minutes_ago)).toEqual(
      prelude.map(({ minutes_ago }) => minutes_ago).toSorted((a, b) => b - a),
    )

    const { entries } = await read(listAudit)
    const logged = entries.toReversed().slice(0, prelude.length)
    expect(logged.map(({ at }) => (STARTED_AT - Date.parse(at)) / MINUTE)).toEqual(
      prelude.map(({ minutes_ago }) => minutes_ago),
    )
    expect(logged.flatMap(({ action, outcome }) => (outcome === 'done' ? [] : [`${action} ${outcome}`]))).toEqual([
      'book_phlebotomy_appointment failed',
    ])

    const { bookings } = await read(listBookings)
    expect(bookings.map(({ state }) => state).toSorted()).toEqual(['confirmed', 'confirmed', 'failed', 'pending'])
    const { acknowledged, waiting_count } = await read(listCriticalOrders)
    expect(acknowledged).toHaveLength(3)
    expect(waiting_count).toBeGreaterThan(50)
    const { views } = await read(listViews, { list: 'orders' })
    expect(views.map(({ name, owner_name }) => [name, owner_name])).toEqual([['Draws to book', 'Priya Raman']])
  })
})

test.each(['normal', 'busy', 'large'] as const)(
  'a demo of %s has told every critical result of before last night',
  async (base) => {
    const { stage, errors, read } = await stageOf(base, true)
    await stage.settle()
    const cases = [...caseOrders(DEMO_TEAM_ID, new Date(0)).values()].map(({ order }) => order.id)
    const { waiting, waiting_count, acknowledged } = await read(listCriticalOrders)
    const ages = waiting
      .filter(({ is_critical }) => is_critical)
      .map(({ result_at }) => STARTED_AT - Date.parse(result_at))
    expect(waiting).toHaveLength(waiting_count)
    expect(ages.length).toBeGreaterThan(0)
    expect(Math.max(...ages)).toBeLessThan(DAY)
    for (const { order_id, result_at, callbacks } of acknowledged) {
      const isTold = callbacks.at(-1)?.outcome === 'read_back'
      if (cases.includes(order_id)) expect(isTold || STARTED_AT - Date.parse(result_at) < DAY).toBe(true)
      else expect(isTold).toBe(true)
    }
    expect(errors).toEqual([])
  },
)

test('a directory that was read before it knows of the source that it disconnects', async () => {
  const { stage, read } = await stageOf('normal', true)
  const connections = async () => {
    const { source_counts } = await read(countDirectorySources)
    return source_counts.reduce((sum, each) => sum + each.connections, 0)
  }
  const before = await connections()
  await stage.settle()
  expect(await connections()).toBe(before - 1)
})

test('the same data has the same prelude', async () => {
  expect(await preludeFor('normal')).toEqual(await preludeFor('normal'))
})

test('nothing has happened in a new team', async () => {
  expect(await preludeFor('new')).toEqual([])
})
