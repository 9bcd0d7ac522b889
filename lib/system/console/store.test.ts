/** One suite over every store: the memory model says what is right, the databases must agree. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordStatements } from '#lib/console/records.conformance.ts'
import {
  AUDIT_OUTCOMES,
  type AuditEntry,
  type AuditSearch,
  auditEntry,
  auditSearch,
  viewSearch,
} from '#lib/domains/audit/audit.ts'
import type { AuditReach, NewAuditEntry } from '#lib/domains/audit/console/store.ts'
import { settlingStatements } from '#lib/domains/bookings/console/settling.conformance.ts'
import { bookingStatements } from '#lib/domains/bookings/console/store.conformance.ts'
import { catalogStatements } from '#lib/domains/catalog/console/store.conformance.ts'
import { importStatements } from '#lib/domains/connections/console/store.conformance.ts'
import { eventStatements } from '#lib/domains/events/console/store.conformance.ts'
import { callbackStatements } from '#lib/domains/orders/console/callbacks/store.conformance.ts'
import { acknowledgementStatements } from '#lib/domains/orders/console/overview/store.conformance.ts'
import { ROLES } from '#lib/domains/staff/roles.ts'
import { dataStatements } from '#lib/domains/users/console/store/data.conformance.ts'
import { stateStatements } from '#lib/domains/users/console/store/states.conformance.ts'
import { directoryStatements } from '#lib/domains/users/console/store/store.conformance.ts'
import { viewStatements } from '#lib/domains/views/console/store.conformance.ts'
import { type OpenDatabase, openDatabase } from '#lib/platform/database/database.ts'
import { openInMemory } from '#lib/platform/database/embedded.testing.ts'
import { startPostgres } from '#lib/platform/database/postgres.testing.ts'
import { remembered } from '#lib/utils/data/remembered.testing.ts'
import type { ConsoleStore } from './store.ts'
import { createMemoryConsoleStore } from './store-memory.ts'
import { createPostgresConsoleStore } from './store-sql.ts'

const RUNS = 250
const SEED = 20_261_121
const ACTORS = ['u1', 'u2', "o'brien", '100%_\\', 'Zoë 😀']
const ENVIRONMENTS = ['sandbox', 'production', 'staging-eu']
const ACTIONS = ['list_users', 'list_orders', 'update_user', 'sign_in', 'reveal_patient_data']
const SUBJECTS = fc.sample(fc.uuid(), { numRuns: 8, seed: SEED })
const PARTS = SUBJECTS.flatMap((id) => [id.slice(0, 8), `…${id.slice(-4)}`, id.slice(6, 15), '4000'])
/** Around the ends of days and seconds, where the date rules decide. */
const TIMES = [
  '2026-11-19T23:59:58.999Z',
  '2026-11-19T23:59:59.000Z',
  '2026-11-19T23:59:59.001Z',
  '2026-11-20T00:00:00.000Z',
  '2026-11-20T12:30:00.123Z',
  '2026-11-21T00:00:00.000Z',
]

const entry: fc.Arbitrary<NewAuditEntry> = fc.record({
  at: fc.constantFrom(...TIMES),
  actor_id: fc.option(fc.constantFrom(...ACTORS)),
  actor_email: fc.option(fc.emailAddress()),
  role: fc.option(fc.constantFrom(...ROLES)),
  environment: fc.option(fc.constantFrom(...ENVIRONMENTS)),
  action: fc.constantFrom(...ACTIONS),
  subjects: fc.uniqueArray(fc.constantFrom(...SUBJECTS), { maxLength: 4 }),
  listed: fc.boolean(),
  masked: fc.boolean(),
  outcome: fc.constantFrom(...AUDIT_OUTCOMES),
  status: fc.option(fc.integer({ min: 200, max: 599 })),
  request_id: fc.uuid(),
  duration: fc.nat({ max: 60_000 }),
  completes: fc.constant(null),
  actor_name: fc.option(fc.constantFrom('Sam Tate', 'Zoë 😀'), { nil: undefined }),
  user_count: fc.option(fc.nat({ max: 2 }), { nil: undefined }),
  details: fc.option(
    fc.record(
      {
        fields: fc.subarray(['phone_number', 'address.zip_code', 'days.lost']),
        provider: fc.constantFrom('korrin_ring', 'ostrel_glucose'),
        rows: fc.nat({ max: 500 }),
      },
      { requiredKeys: [] },
    ),
    { nil: undefined },
  ),
})

const written = fc.sample(entry, { numRuns: 400, seed: SEED })

/** Half one after the other, half at once; then two in three of what was started ends. */
async function filled(store: ConsoleStore): Promise<ConsoleStore> {
  const kept: AuditEntry[] = []
  for (const each of written.slice(0, 200)) kept.push(await store.appendAudit(each))
  kept.push(...(await Promise.all(written.slice(200).map((each) => store.appendAudit(each)))))
  const ends = kept.filter(({ id, outcome }) => outcome === 'started' && id % 3 > 0)
  await Promise.all(
    ends.map(({ id, ...started }) =>
      store.appendAudit({ ...started, outcome: 'done', status: 200, duration: 9, completes: id }),
    ),
  )
  return store
}

const pick = (values: readonly string[]) =>
  fc.oneof({ arbitrary: fc.constantFrom(...values), weight: 9 }, { arbitrary: fc.string(), weight: 1 })
const several = (values: readonly string[]) => fc.array(pick([...values, 'a\0b']), { maxLength: 3 })
const date = fc.constantFrom(...TIMES, ...TIMES.map((time) => time.slice(0, 10)), '2026-11-20T01:00:00+01:00')

const search: fc.Arbitrary<AuditSearch> = fc
  .record({
    from: date,
    to: date,
    actor_id: pick([...ACTORS, '\0']),
    environment: pick(ENVIRONMENTS),
    action: several(ACTIONS),
    outcome: fc.subarray([...AUDIT_OUTCOMES]),
    subject: pick([...SUBJECTS, ...SUBJECTS.map((id) => id.toUpperCase()), ...PARTS, '{a,b}', '"']),
    before: fc.integer({ min: 1, max: 500 }),
    limit: fc.integer({ min: 1, max: 60 }),
  })
  // Few filters at a time, or nothing would ever be found.
  .chain((all) => fc.subarray(Object.entries(all), { maxLength: 4 }))
  .map((entries) => auditSearch.parse(Object.fromEntries(entries)))

/** Null, or some environments and some of those who were there. */
const reach = fc.option(
  fc.record({ environments: fc.subarray(ENVIRONMENTS), people: fc.subarray([...ACTORS, ...SUBJECTS]) }),
)

const model = filled(createMemoryConsoleStore())
const expectedSearch = remembered(async (asked: AuditSearch, reached: AuditReach | null, maxSubjects?: number) =>
  (await model).searchAudit(asked, reached, maxSubjects),
)
const expectedCount = remembered(async (asked: AuditSearch, reached: AuditReach | null) =>
  (await model).countAudit(asked, reached),
)
const maxSubjects = fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined })

function conformance(open: () => Promise<{ store: ConsoleStore; close: () => Promise<void> }>) {
  let store: ConsoleStore
  let close: () => Promise<void>

  beforeAll(async () => {
    ;({ store, close } = await open())
    await filled(store)
  })
  afterAll(() => close())

  directoryStatements(() => store)
  stateStatements(() => store)
  dataStatements(() => store)
  importStatements(() => store)
  acknowledgementStatements(() => store)
  callbackStatements(() => store)
  recordStatements(() => store)
  viewStatements(() => store)
  catalogStatements(() => store)
  bookingStatements(() => store)
  settlingStatements(() => store)
  eventStatements(() => store)

  test(`answers ${RUNS} random searches as the model does`, async () => {
    let found = 0
    let cut = 0
    await fc.assert(
      fc.asyncProperty(search, reach, maxSubjects, async (asked, reached, most) => {
        const expected = await expectedSearch(asked, reached, most)
        expect(await store.searchAudit(asked, reached, most)).toEqual(expected)
        expect(await store.countAudit(asked, reached)).toBe(await expectedCount(asked, reached))
        if (expected.entries.length > 0) found += 1
        if (Object.keys(expected.more_subjects).length > 0) cut += 1
      }),
      { numRuns: RUNS },
    )
    expect(found).toBeGreaterThan(RUNS / 4)
    expect(cut).toBeGreaterThan(RUNS / 10)
  }, 120_000)

  test('groups who saw somebody as the model does, by days of any zone', async () => {
    const asked = fc.record({
      subject: fc.constantFrom(...SUBJECTS),
      time_zone: fc.constantFrom('UTC', 'America/Denver', 'Asia/Kolkata', 'Pacific/Kiritimati'),
      from: fc.option(fc.constantFrom(...TIMES), { nil: undefined }),
    })
    await fc.assert(
      fc.asyncProperty(asked, reach, async (given, reached) => {
        const wanted = viewSearch.parse(given)
        expect(await store.countViews(wanted, reached)).toEqual(await (await model).countViews(wanted, reached))
      }),
      { numRuns: 60 },
    )
    const [subject = ''] = SUBJECTS
    const { groups, is_cut } = await store.countViews({ subject, time_zone: 'UTC' }, null)
    const about = (await store.searchAudit({ subject, limit: 1000 }, null)).entries
    const sum = groups.reduce((count, { listed, opened, other }) => count + listed + opened + other, 0)
    expect([sum, is_cut]).toEqual([about.length, false])
    expect(groups.some(({ listed }) => listed > 0) && groups.some(({ masked }) => masked > 0)).toBe(true)
  }, 120_000)

  test('counts whom each member of staff viewed in a month as the model does', async () => {
    while (await store.countViewers());
    const asked = fc.record({
      month: fc.constantFrom('2026-11', '2026-12', '2027-02'),
      environment: fc.option(pick(ENVIRONMENTS), { nil: undefined }),
    })
    const sorted = (found: Awaited<ReturnType<ConsoleStore['viewerCounts']>>) => ({
      ...found,
      counts: found.counts.map((each) => JSON.stringify(Object.entries(each).sort())).sort(),
      who: [...found.who].sort((a, b) => (a.actor_id < b.actor_id ? -1 : 1)),
    })
    await fc.assert(
      fc.asyncProperty(asked, reach, async (given, reached) => {
        const expected = await (await model).viewerCounts(given, reached)
        const found = await store.viewerCounts(given, reached)
        expect({ ...sorted(found), who: [] }).toEqual({ ...sorted(expected), who: [] })
        const ids = new Set(expected.counts.map(({ actor_id }) => actor_id))
        const among = ({ who }: ReturnType<typeof sorted>) => who.filter(({ actor_id }) => ids.has(actor_id))
        if (given.month === '2026-11') expect(among(sorted(found))).toEqual(among(sorted(expected)))
      }),
      { numRuns: 60 },
    )
    const { counts } = await store.viewerCounts({ month: '2026-11' }, null)
    expect(new Set(counts.map(({ kind }) => kind))).toEqual(new Set(['viewed', 'opened', 'changed']))
  }, 120_000)

  test('every page together is the whole log, each call once, newest first', async () => {
    const all = (await store.searchAudit({ limit: 1000 }, null)).entries
    const ids: number[] = []
    let before: number | undefined
    for (let pages = 0; pages < 20; pages++) {
      const { entries, next } = await store.searchAudit({ limit: 37, ...(before && { before }) }, null)
      ids.push(...entries.map(({ id }) => id))
      if (next === null) break
      before = next
    }
    expect(ids).toEqual(all.map(({ id }) => id))
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a))
    // The start and end of a call are one entry.
    expect(ids).toHaveLength(written.length)
  })

  test('an exact number of entries has no next page', async () => {
    const { entries } = await store.searchAudit({ actor_id: 'u1', limit: 500 }, null)
    expect((await store.searchAudit({ actor_id: 'u1', limit: entries.length }, null)).next).toBeNull()
    expect((await store.searchAudit({ actor_id: 'u1', limit: entries.length - 1 }, null)).next).toBe(entries.at(-2)?.id)
  })

  test('what is started and has no end stays in sight', async () => {
    const { entries } = await store.searchAudit({ outcome: ['started'], limit: 500 }, null)
    expect(entries.length).toBeGreaterThan(10)
    expect(entries.every(({ id }) => id % 3 === 0)).toBe(true)
  })

  test('appending answers the entry as it is read back', async () => {
    const [first] = fc.sample(entry, { numRuns: 1, seed: 7 })
    if (!first) throw new Error('There is one.')
    const kept = await store.appendAudit(first)
    expect(auditEntry.parse(kept)).toEqual(kept)
    expect((await store.searchAudit({ limit: 1 }, null)).entries).toEqual([kept])
  })

  test('a change ends once', async () => {
    const [first] = fc.sample(entry, { numRuns: 1, seed: 7 })
    if (!first) throw new Error('There is one.')
    const { id } = await store.appendAudit({ ...first, outcome: 'started' })
    await store.appendAudit({ ...first, outcome: 'done', completes: id })
    await expect(store.appendAudit({ ...first, outcome: 'failed', completes: id })).rejects.toThrow()
  })
}

async function overDatabase(open: Promise<OpenDatabase>) {
  const database = await open
  return { store: createPostgresConsoleStore(database.db), close: database.close }
}

describe('memory', () => {
  conformance(async () => ({ store: createMemoryConsoleStore(), close: async () => undefined }))
})

describe('embedded PostgreSQL', () => {
  conformance(() => overDatabase(openInMemory()))
})

describe('PostgreSQL server', () => {
  conformance(async () => {
    const server = await startPostgres()
    const opened = await overDatabase(openDatabase({ data_dir: '', database_url: server.url }))
    return { store: opened.store, close: () => opened.close().then(server.stop) }
  })
})
