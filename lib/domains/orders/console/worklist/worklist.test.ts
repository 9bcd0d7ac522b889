/** The worklist: which orders are shown, whose they are, and what a change may do. */
import { beforeEach, describe, expect, test } from 'vitest'
import { memoryRecords } from '#lib/console/records.ts'
import type { FoundProblem } from '#lib/domains/orders/console/overview/overview.ts'
import { createWorklist } from '#lib/domains/orders/console/worklist.ts'
import { makeOrder } from '#lib/domains/orders/order.testing.ts'
import { EXCEPTION_STATUSES } from '#lib/domains/orders/status/status.ts'
import {
  type AskedFilter,
  kindOfStatus,
  listWorklist,
  NO_MARK,
  PROBLEM_KINDS,
} from '#lib/domains/orders/worklist/worklist.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import { LOW_LEVEL_STATUSES } from '#lib/kernel/values.ts'

const NOW = Date.parse('2026-11-21T08:00:00Z')
const HOUR = 3_600_000
const idOf = (place: number) => `6d0f6a4e-000${place}-4c47-8ace-5589bb58a797`
const ROSA = { id: 'rosa', name: 'Rosa Adeyemi' }
const BEN = { id: 'ben', name: 'Ben Ito' }

const problem = (place: number, low: string, hoursAgo: number): FoundProblem => ({
  order_id: idOf(place),
  since: NOW - hoursAgo * HOUR,
  visit: null,
  order: makeOrder({
    id: idOf(place),
    events: [{ id: 1, created_at: '2026-11-20T08:00:00Z', status: `failed.testkit.${low}` }],
  }),
})
const LOST = problem(1, 'lost', 90)
const STUCK = problem(2, 'with_customer', 50)
const ERROR = problem(3, 'sample_error', 20)

let problems: FoundProblem[] = []
let clock = NOW
let worklist = createWorklist({ problems: found, store: memoryRecords(), now: () => new Date(clock) })

/** Newer than all that are checked at first. */
const BEYOND = problem(4, 'lost', 1)

async function found(_: string, all = false) {
  const [unchecked, more] = all ? [0, [BEYOND]] : [2, []]
  const counted_at = new Date(NOW).toISOString()
  return { counted_at, problems: [...problems, ...more], replaced: 4, unchecked, missing: null }
}

beforeEach(() => {
  problems = [LOST, STUCK, ERROR]
  clock = NOW
  worklist = createWorklist({ problems: found, store: memoryRecords(), now: () => new Date(clock) })
})

const list = async (filter: AskedFilter = 'all', limit = 50, check: 'first' | 'all' = 'first') =>
  listWorklist.response.parse(await worklist.list('sandbox', { filter, check, limit, viewer_id: ROSA.id }))
const shown = async (filter?: AskedFilter) => (await list(filter)).items.map(({ order_id }) => order_id)
const snoozeOf = ({ since }: FoundProblem, hours: number) => ({
  until: new Date(NOW + hours * HOUR).toISOString(),
  reason: 'lab' as const,
  comment: 'Rang twice.',
  since: new Date(since).toISOString(),
})
const mark = (
  { order_id }: FoundProblem,
  change: Omit<Parameters<typeof worklist.mark>[0]['change'], 'version'>,
  version = 0,
  by = ROSA,
) => worklist.mark({ environment: 'sandbox', order_id, change: { version, ...change }, by })

test('work of somebody who can’t enter any more is unassigned, and can be taken', async () => {
  const staff = new Map([ROSA, BEN].map(({ id, name }) => [id, name]))
  const staffOf = async () => staff
  worklist = createWorklist({ problems: found, store: memoryRecords(), now: () => new Date(clock), staffOf })
  await mark(LOST, { owner: 'me' }, 0, BEN)
  expect((await list()).items[0]?.mark.owner?.id).toBe(BEN.id)
  staff.delete(BEN.id)
  expect((await list()).items[0]?.mark).toMatchObject({ version: 1, owner: null })
  expect((await worklist.find('sandbox', LOST.order_id)).mark.owner).toBeNull()
  expect((await mark(LOST, { owner: 'me' }, 1)).owner?.id).toBe(ROSA.id)
})

describe('the list', () => {
  test('has every order as it was found, what it is, and how many each filter has', async () => {
    const { items, counts, replaced, unchecked } = await list()
    expect(items.map(({ status, kind, since }) => [status, kind, since])).toEqual([
      ['lost', 'not_delivered', '2026-11-17T14:00:00.000Z'],
      ['with_customer', 'stuck', '2026-11-19T06:00:00.000Z'],
      ['sample_error', 'sample_error', '2026-11-20T12:00:00.000Z'],
    ])
    expect(counts).toEqual({ all: 3, stuck: 1, not_delivered: 1, sample_error: 1 })
    expect([replaced, unchecked]).toEqual([4, 2])
    expect(await shown('stuck')).toEqual([STUCK.order_id])
    expect(await shown('sample_error')).toEqual([ERROR.order_id])
    expect((await list('all', 2)).items).toHaveLength(2)
  })

  test('what somebody took on is theirs, and stays with all', async () => {
    expect(await mark(LOST, { owner: 'me' })).toMatchObject({ version: 1, owner: { name: ROSA.name } })
    await mark(STUCK, { owner: 'me' }, 0, BEN)
    expect(await shown('mine')).toEqual([LOST.order_id])
    expect([(await list('usual')).filter, await shown('usual')]).toEqual(['mine', [LOST.order_id]])
    expect(await shown()).toHaveLength(3)
    await mark(LOST, { owner: 'none' }, 1)
    expect(await shown('mine')).toEqual([])
    expect([(await list('usual')).filter, await shown('usual')]).toEqual(['all', await shown()])
    expect((await list()).items[0]?.mark).toEqual({ ...NO_MARK, version: 2 })
  })

  test('what was put off is away until its time, the first to return first', async () => {
    await mark(LOST, { snooze: snoozeOf(LOST, 5), owner: 'me' })
    await mark(STUCK, { snooze: snoozeOf(STUCK, 2) })
    expect(await shown()).toEqual([ERROR.order_id])
    expect(await shown('mine')).toEqual([])
    expect(await shown('snoozed')).toEqual([STUCK.order_id, LOST.order_id])
    expect((await list()).counts).toMatchObject({ all: 1, snoozed: 2 })
    clock = NOW + 2 * HOUR
    expect(await shown()).toEqual([STUCK.order_id, ERROR.order_id])
    expect(await shown('snoozed')).toEqual([LOST.order_id])
    await mark(LOST, { snooze: null }, 1)
    expect(await shown('mine')).toEqual([LOST.order_id])
  })

  test('something new brings an order back before its time', async () => {
    await mark(ERROR, { snooze: snoozeOf(ERROR, 24) })
    problems = [LOST, { ...ERROR, since: NOW + HOUR }]
    expect(await shown()).toEqual([LOST.order_id, ERROR.order_id])
    expect(await shown('snoozed')).toEqual([])
  })
})

test('only the problem that was seen is put off, until a time that is read as UTC where it says nothing else', async () => {
  const asked = { ...snoozeOf(ERROR, 24), until: '2026-11-21T07:59:00' }
  await expect(mark(ERROR, { snooze: asked })).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(mark(ERROR, { snooze: { ...asked, until: '2026-11-21T08:01:00' } })).resolves.toMatchObject({
    version: 1,
  })
  const other = { ...snoozeOf(ERROR, 24), since: new Date(NOW).toISOString() }
  await expect(mark(ERROR, { snooze: other }, 1)).rejects.toMatchObject({ code: 'stale' })
})

test('one order says whose it is, whether it waits, and when it needs no action any more', async () => {
  const find = () => worklist.find('sandbox', ERROR.order_id)
  expect(await find()).toEqual({ needs_action: true, since: new Date(ERROR.since).toISOString(), mark: NO_MARK })
  await mark(ERROR, { owner: 'me', snooze: snoozeOf(ERROR, 24) })
  expect(await find()).toMatchObject({ mark: { version: 1, owner: { name: ROSA.name }, snooze: { reason: 'lab' } } })
  clock = NOW + 25 * HOUR
  expect(await find()).toMatchObject({ needs_action: true, mark: { owner: { name: ROSA.name }, snooze: null } })
  problems = [LOST]
  expect(await find()).toMatchObject({ needs_action: false })
})

test('every exception is of one kind of its own, and whatever else is stuck', () => {
  for (const low of LOW_LEVEL_STATUSES) {
    expect(kindOfStatus(low) !== 'stuck', low).toBe(EXCEPTION_STATUSES.some((status) => status === low))
  }
  expect(new Set(EXCEPTION_STATUSES.map(kindOfStatus)).size).toBe(PROBLEM_KINDS.length - 2)
})

describe('a change', () => {
  const refused = async (changed: Promise<unknown>) => {
    const error = await changed.catch((thrown: unknown) => thrown)
    return error instanceof ApiError ? error : null
  }

  test('of somebody who saw less is refused, and says who was there first', async () => {
    await mark(LOST, { owner: 'me' })
    clock = NOW + 2 * 60_000
    const late = await refused(mark(LOST, { owner: 'me' }, 0, BEN))
    expect(late?.code).toBe('stale')
    expect(late?.message).toMatch(/^Rosa Adeyemi took this order 2 min ago\. Your change wasn’t saved\./)
    const both = await Promise.all([BEN, ROSA].map((by) => refused(mark(STUCK, { owner: 'me' }, 0, by))))
    expect(both.filter((error) => error !== null).map(({ code }) => code)).toEqual(['stale'])
  })

  test('of an order that needs no action any more is refused', async () => {
    problems = [STUCK]
    expect((await refused(mark(LOST, { owner: 'me' })))?.code).toBe('not_found')
  })

  test.each([
    [0, 'Choose a time in the future.'],
    [-1, 'Choose a time in the future.'],
    [30 * 24 + 1, 'Choose a time within the next 30 days.'],
  ])('that puts an order off by %i hours is refused', async (hours, msg) => {
    const error = await refused(mark(LOST, { snooze: snoozeOf(LOST, hours) }))
    expect(error?.code).toBe('invalid_input')
    expect(JSON.stringify(error)).toContain(msg)
    expect(await shown('snoozed')).toEqual([])
  })
})

test('the orders beyond those that are checked at first are there on request, and can be taken on', async () => {
  expect([(await list()).unchecked, await shown()]).toEqual([2, [LOST, STUCK, ERROR].map(({ order_id }) => order_id)])
  const { unchecked, counts, items } = await list('all', 50, 'all')
  expect([unchecked, counts.all, items.at(-1)?.order_id]).toEqual([0, 4, BEYOND.order_id])
  const by = ROSA
  const change = { version: 0, owner: 'me' } as const
  const taken = await worklist.mark({ environment: 'sandbox', order_id: BEYOND.order_id, change, by })
  expect(taken.owner?.name).toBe(ROSA.name)
  expect((await worklist.find('sandbox', BEYOND.order_id)).needs_action).toBe(true)
})

describe('outcomes', () => {
  const finish = ({ since }: FoundProblem, reason: 'contacted' | 'duplicate' = 'contacted') => ({
    outcome: { reason, since: new Date(since).toISOString() },
  })

  test('a finished order is in its own filter alone, by whom and why, and can be reopened', async () => {
    const mark1 = await mark(LOST, finish(LOST))
    expect(mark1.outcome).toMatchObject({ reason: 'contacted', by_name: ROSA.name, at: new Date(NOW).toISOString() })
    expect(await shown()).toEqual([STUCK.order_id, ERROR.order_id])
    expect(await shown('finished')).toEqual([LOST.order_id])
    expect((await list()).counts).toMatchObject({ all: 2, finished: 1 })
    expect((await worklist.find('sandbox', LOST.order_id)).mark.outcome).toMatchObject({ reason: 'contacted' })
    await mark(LOST, { outcome: null }, 1)
    expect(await shown()).toContain(LOST.order_id)
  })

  test('something new brings it back, and what was seen before can’t be finished any more', async () => {
    await mark(LOST, finish(LOST))
    const again = { ...LOST, since: NOW - HOUR }
    problems = [again, STUCK]
    expect(await shown()).toContain(LOST.order_id)
    expect(await shown('finished')).toEqual([])
    expect((await worklist.find('sandbox', LOST.order_id)).mark.outcome).toBeNull()
    await expect(mark(LOST, finish(LOST), 1)).rejects.toMatchObject({ code: 'stale' })
    expect((await mark(LOST, finish(again, 'duplicate'), 1)).outcome).toMatchObject({ reason: 'duplicate' })
  })
})

test('an order is assigned to a colleague who can enter the environment, and to no one else', async () => {
  const staffOf = async () => new Map([ROSA, BEN].map(({ id, name }) => [id, name]))
  worklist = createWorklist({ problems: found, store: memoryRecords(), now: () => new Date(clock), staffOf })
  expect((await mark(LOST, { owner: BEN.id })).owner).toMatchObject({ ...BEN, by_name: ROSA.name })
  expect(await worklist.assignedTo('sandbox', BEN.id)).toEqual({
    assigned: 1,
    assigned_at: new Date(NOW).toISOString(),
  })
  await expect(mark(LOST, { owner: 'stranger' }, 1)).rejects.toMatchObject({ code: 'invalid_input' })
  expect(await shown('mine')).toEqual([])
  expect((await mark(LOST, { owner: ROSA.id }, 1)).owner).toMatchObject(ROSA)
  expect(await shown('mine')).toEqual([LOST.order_id])
})

test.each([
  ['oldest', [1, 2, 3]],
  ['newest', [3, 2, 1]],
  ['priority', [3, 1, 2]],
  ['method', [1, 2, 3]],
  ['stage', [1, 2, 3]],
] as const)('the list is sorted: %s', async (sort, places) => {
  const asked = { filter: 'all', check: 'first', limit: 9, viewer_id: ROSA.id, sort } as const
  const { items } = await worklist.list('sandbox', asked)
  expect(items.map(({ order_id }) => order_id)).toEqual(places.map(idOf))
})

test('new are those that began since a time', async () => {
  const new_since = new Date(NOW - 30 * HOUR).toISOString()
  const asked = { filter: 'new', check: 'first', limit: 9, viewer_id: ROSA.id } as const
  const { items, counts } = await worklist.list('sandbox', { ...asked, new_since })
  expect([items.map(({ order_id }) => order_id), counts.new]).toEqual([[ERROR.order_id], 1])
  expect((await worklist.list('sandbox', asked)).items).toEqual([])
})
