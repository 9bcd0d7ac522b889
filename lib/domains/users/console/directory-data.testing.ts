/** Users, searches and events for the statements about the user directory, and how they are put into a store. */

import fc from 'fast-check'
import { expect } from 'vitest'
import { CONNECTION_STATES, KEPT_STATES } from '#lib/domains/connections/states.ts'
import { type DirectorySearch, directorySearch, USER_ORDER_KEYS } from '#lib/domains/users/directory.ts'
import {
  type ConnectionSearch,
  connectionSearch,
  type DirectoryConnection,
} from '#lib/domains/users/directory-connections.ts'
import type { User } from '#lib/domains/users/user.ts'
import type { DirectoryStore } from './store/store.ts'

const SEED = 20_261_121
const TEAM = '11111111-0000-4000-8000-000000000000'
export const SLUGS = ['marrowfit', 'pulsewell', 'Oura_2', 'o\0dd', 'ž-lab', '%']
/** Around midnights of zones with whole, half and changing offsets. */
const TIMES = [
  '2026-03-07T23:59:59.999Z',
  '2026-03-08T05:00:00.000Z',
  '2026-03-09T03:59:59.999Z',
  '2026-03-09T04:00:00.000Z',
  '2026-03-08T18:30:00Z',
  '2026-03-08T18:29:59.999Z',
  '2026-03-08T12:00:00.123456',
  '2026-03-08T00:00:00+14:00',
  '0000-01-01T00:00:00Z',
]
const REFERENCES = [
  'member-1001',
  'MEMBER-1002',
  'member-10',
  'nonmember-1001',
  '1001',
  '100%_\\x',
  'Straße-7',
  'İstanbul',
  'a\0b',
  '\ud83d',
  'zz\u{1f600}',
  'zz\uffee',
  `${'long-'.repeat(200)}end`,
  '',
]
const ID_OF_ANOTHER = '00000000-0000-4000-8000-000000000003'

const reference = fc.oneof(
  { arbitrary: fc.constantFrom(...REFERENCES, ID_OF_ANOTHER), weight: 8 },
  { arbitrary: fc.string({ unit: 'binary', maxLength: 12 }), weight: 1 },
)
const time = fc.constantFrom(...TIMES)
export const facts = fc.record({
  client_user_id: fc.option(reference),
  fallback_time_zone: fc.option(
    fc.record({
      id: fc.constantFrom('Europe/Berlin', 'America/New_York', 'america/new_york', 'o\0dd'),
      source_slug: fc.constant('manual'),
      updated_at: time,
    }),
  ),
  created_on: time,
  connected_sources: fc.array(
    fc.record({
      created_on: time,
      source: fc.constantFrom(...SLUGS).map((slug) => ({ name: slug.toUpperCase(), slug, logo: null })),
    }),
    { maxLength: 3 },
  ),
})

export type ValueOf<A> = A extends fc.Arbitrary<infer T> ? T : never

export function userAt(index: number, rest: ValueOf<typeof facts>): User {
  const user_id = `00000000-0000-4000-8000-${index.toString(16).padStart(12, '0')}`
  return { user_id, team_id: TEAM, fallback_birth_date: null, note: 'kept \0 as listed', ...rest }
}

export const everybody = fc.sample(facts, { numRuns: 300, seed: SEED }).map((rest, index) => userAt(index, rest))

/** One page after the other. */
export async function crawled(store: DirectoryStore, environment: string, users: readonly User[], at: string) {
  await store.beginCrawl(environment, at)
  const { crawl } = await store.directoryProgress(environment)
  const { number = 0 } = crawl ?? {}
  for (let position = 0; position === 0 || position < users.length; position += 100) {
    const page = users.slice(position, position + 100)
    const entries = page.length
    const saved = { crawl: number, position, entries, unreadable: 0, total: users.length, users: page, at }
    expect(await store.savePage(environment, saved)).toBe(true)
  }
  await swept(store, environment, number)
  await store.completeCrawl(environment, number, { at, problem: null })
}

export async function swept(store: DirectoryStore, environment: string, number: number) {
  let after: string | null = null
  do after = await store.removeUnseen(environment, number, after)
  while (after !== null)
}

const text = fc.oneof(
  fc.constantFrom(
    'member',
    'MEMBER-10',
    '1001',
    '10',
    '%',
    '_',
    '\\',
    'ß',
    'i',
    'İ',
    'a\0b',
    '\ud83d',
    'zz',
    'long-long',
    'nowhere',
    '0000',
    '00000000…0007',
    '…002a',
    '4000',
    '0-8000',
    '80000000000000',
    '0a1',
    `https://console.test/sandbox/users/${ID_OF_ANOTHER}/orders`,
  ),
  fc.constantFrom(...REFERENCES, ID_OF_ANOTHER, ID_OF_ANOTHER.toUpperCase(), everybody[7]?.user_id ?? ''),
  fc.string({ unit: 'binary', maxLength: 3 }),
)
const created = {
  created_from: fc.constantFrom('2026-03-08', '2026-03-09'),
  created_to: fc.constantFrom('2026-03-08', '2026-03-09'),
  time_zone: fc.constantFrom('UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Kiritimati'),
}
const sources = fc.array(fc.constantFrom(...SLUGS, 'OURA_2', 'nothing'), { maxLength: 2 })
const data = {
  has_data: fc.boolean(),
  data_from: fc.constantFrom('2026-11-20T12:00:00.000Z', '2026-11-20T12:00:00+09:00'),
  no_data_since: fc.constantFrom('2026-03-08T12:00:00.000Z', '2026-11-20T13:00:00.000Z', '2026-11-21T00:00:00.000Z'),
  user_id: fc.constantFrom(ID_OF_ANOTHER, everybody[7]?.user_id ?? ''),
}
const states = fc.subarray([...KEPT_STATES], { maxLength: 3 })
const page = { offset: fc.nat({ max: 40 }), limit: fc.integer({ min: 1, max: 60 }) }

/** Few filters at a time, or nothing would ever be found. */
function some<T>(record: Record<string, fc.Arbitrary<unknown>>, parse: (values: object) => T): fc.Arbitrary<T> {
  return fc
    .record(record)
    .chain((all) => fc.subarray(Object.entries(all), { maxLength: 4 }))
    .map((entries) => parse(Object.fromEntries(entries)))
}

export const userSearch = some<DirectorySearch>(
  {
    text,
    sources,
    has_connections: fc.boolean(),
    ...created,
    ...page,
    order_key: fc.constantFrom(...USER_ORDER_KEYS),
    order_direction: fc.constantFrom('asc', 'desc'),
  },
  (values) =>
    directorySearch.parse({ ...values, ...('text' in values && { text: String(values.text).slice(0, 255) }) }),
)
/** The states of the connections of every second user, by no rule that a store could guess. */
export async function checked(store: DirectoryStore, environment: string, users: readonly User[], at: string) {
  for (const [index, { user_id, connected_sources }] of users.entries()) {
    if (index % 2) continue
    const listed = connected_sources.slice(index % 3 === 0 ? 1 : 0)
    const states = listed.map(
      ({ source }, place) => [source.slug, CONNECTION_STATES[(index + place) % 7] ?? 'other'] as const,
    )
    await store.saveStates(environment, { user_id, at, states: new Map(states) })
    const sent = new Date(Date.UTC(2026, 10, 20, index % 24)).toISOString()
    for (const { source } of listed) await store.noteData(environment, [{ user_id, slug: source.slug, at: sent }])
  }
}

/** Page by page, as long as there is more. */
export async function walked(store: DirectoryStore, environment: string, search: DirectorySearch) {
  const pages: Awaited<ReturnType<DirectoryStore['searchDirectory']>>[] = []
  let after: string | null = ''
  while (after !== null) {
    const page = await store.searchDirectory(environment, { ...search, after })
    pages.push(page)
    after = page.next
  }
  return pages
}

/** All of them by a walk, as one page holds them. */
export async function walkedConnections(store: DirectoryStore, environment: string, search: ConnectionSearch) {
  const found: DirectoryConnection[] = []
  let after: string | null = ''
  while (after !== null) {
    const page = await store.searchDirectoryConnections(environment, { ...search, after })
    found.push(...page.connections)
    after = page.next
  }
  return found
}

export const connections = some<ConnectionSearch>({ sources, states, ...data, ...created, ...page }, (values) =>
  connectionSearch.parse(values),
)
