/** Random histories of a user directory for its property tests. */
import fc from 'fast-check'
import { CONNECTION_STATES } from '#lib/domains/connections/states.ts'
import { directorySearch } from '#lib/domains/users/directory.ts'
import { connectionSearch } from '#lib/domains/users/directory-connections.ts'
import { facts, SLUGS, swept, userAt, type ValueOf } from './directory-data.testing.ts'
import type { DirectoryStore } from './store/store.ts'

/** Event in a small directory: ten users, pages of three. */
export const event = fc.oneof(
  fc.record({ kind: fc.constant('begin' as const) }),
  fc.record({
    kind: fc.constant('page' as const),
    users: fc.uniqueArray(fc.tuple(fc.nat({ max: 9 }), facts), { maxLength: 3, selector: ([index]) => index }),
    total: fc.integer({ min: 3, max: 5 }),
    unreadable: fc.nat({ max: 1 }),
    /** Pages of somebody else, or of a crawl that is over. */
    late: fc.constantFrom(0, 0, 0, 0, 1),
  }),
  fc.record({ kind: fc.constant('finish' as const) }),
  fc.record({ kind: fc.constant('interrupt' as const) }),
  fc.record({ kind: fc.constant('found' as const), user: fc.tuple(fc.nat({ max: 9 }), facts) }),
  fc.record({ kind: fc.constant('gone' as const), index: fc.nat({ max: 9 }) }),
  fc.record({ kind: fc.constant('claim' as const), limit: fc.integer({ min: 1, max: 3 }) }),
  fc.record({
    kind: fc.constant('checked' as const),
    index: fc.nat({ max: 9 }),
    states: fc.dictionary(fc.constantFrom(...SLUGS), fc.constantFrom(...CONNECTION_STATES), { maxKeys: 3 }),
    /** Minutes since the service was asked. */
    since: fc.constantFrom(0, 0, 5, 500_000_000),
  }),
  fc.record({
    kind: fc.constant('data' as const),
    index: fc.nat({ max: 9 }),
    slug: fc.constantFrom(...SLUGS),
    /** Seconds since it was sent. */
    since: fc.constantFrom(0, 0, 30, 90),
  }),
  fc.record({ kind: fc.constant('queue' as const), index: fc.nat({ max: 9 }) }),
  fc.record({ kind: fc.constant('unreadable' as const), index: fc.nat({ max: 9 }) }),
)
type Event = ValueOf<typeof event>

export async function happen(store: DirectoryStore, environment: string, happened: Event, minute: number) {
  const at = new Date(Date.UTC(2026, 10, 21) + minute * 60_000).toISOString()
  const { crawl } = await store.directoryProgress(environment)
  const { number = 1, position = 0 } = crawl ?? {}
  switch (happened.kind) {
    case 'begin':
      return store.beginCrawl(environment, at)
    case 'page': {
      const { total, unreadable, late } = happened
      const users = happened.users.map(([index, rest]) => userAt(index, rest))
      const entries = users.length + unreadable
      const saved = { crawl: number, position: position + late, entries, unreadable, total, users, at }
      return store.savePage(environment, saved)
    }
    case 'finish':
      await swept(store, environment, number)
      return store.completeCrawl(environment, number, { at, problem: minute % 2 ? 'One user is left out.' : null })
    case 'interrupt':
      return store.interruptCrawl(environment, number, { problem: 'The service is away.', retry_at: at })
    case 'found': {
      const [index, rest] = happened.user
      return store.saveDirectoryUser(environment, { user: userAt(index, rest), position: index, of_total: 9 }, at)
    }
    case 'claim': {
      const later = new Date(Date.parse(at) + 3 * 60_000).toISOString()
      const due = { now: at, checked_before: at, until: later, limit: happened.limit }
      return (await store.claimChecks(environment, due)).sort()
    }
    case 'checked': {
      const offered = Object.keys(happened.states).map(
        (slug) => [slug, { available: ['type_0', 'type_1'], denied: ['type_9'] }] as const,
      )
      const offers = new Map(happened.since % 2 ? offered : [])
      const asked = new Date(Date.parse(at) - happened.since * 60_000).toISOString()
      const { user_id } = userAt(happened.index, noFacts)
      return store.saveStates(environment, {
        user_id,
        at: asked,
        states: new Map(Object.entries(happened.states)),
        offers,
      })
    }
    case 'data': {
      const sent = new Date(Date.parse(at) - happened.since * 1_000).toISOString()
      const { user_id } = userAt(happened.index, noFacts)
      const resource = happened.since % 2 ? null : `type_${happened.since % 3}`
      return store.noteData(environment, [{ user_id, slug: happened.slug, at: sent, resource }])
    }
    case 'queue':
      return store.queueCheck(environment, userAt(happened.index, noFacts).user_id)
    case 'unreadable':
      return store.postponeCheck(environment, userAt(happened.index, noFacts).user_id, at)
    case 'gone':
      return store.removeDirectoryUser(environment, userAt(happened.index, noFacts).user_id)
  }
}

const noFacts = {
  client_user_id: null,
  fallback_time_zone: null,
  created_on: '2026-03-08T12:00:00Z',
  connected_sources: [],
}

export async function picture(store: DirectoryStore, environment: string) {
  return {
    progress: await store.directoryProgress(environment),
    users: await store.searchDirectory(environment, directorySearch.parse({})),
    connections: await store.searchDirectoryConnections(environment, connectionSearch.parse({})),
    sources: await store.countDirectorySources(environment, {}, new Date('2026-11-21T08:00:00Z')),
    coverage: await store.connectionCoverage(environment, '2026-11-21T00:10:00.000Z'),
    types: await store.countCoverage(environment, new Date('2027-01-01T00:00:00Z')),
    changes: await store.connectionChanges(environment, userAt(1, noFacts).user_id),
    one: await store.getDirectoryUser(environment, userAt(3, noFacts).user_id),
  }
}
