/** Users with sources, and what tests of their states ask of a store. */
import { connectionSearch } from '#lib/domains/users/directory-connections.ts'
import { makeUser, userIdOf } from '#lib/domains/users/user.testing.ts'
import type { DirectoryStore } from './store.ts'

export const NEVER = '1970-01-01T00:00:00.000Z'
export const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 8, minute)).toISOString()

export function userWith(index: number, slugs: readonly string[], created_on = '2026-03-01T00:00:00.000Z') {
  const connected_sources = slugs.map((slug) => ({ created_on, source: { name: slug.toUpperCase(), slug } }))
  return makeUser({ user_id: userIdOf(index), created_on: '2026-01-01T00:00:00.000Z', connected_sources })
}

export const ONE = userIdOf(1)
export const TWO = userIdOf(2)

export const claim = (store: DirectoryStore, environment: string, minute: number, limit = 9) =>
  store.claimChecks(environment, { now: at(minute), checked_before: at(minute), until: at(minute + 2), limit })
export const stateOf = async (store: DirectoryStore, environment: string) => {
  const { connections } = await store.searchDirectoryConnections(environment, connectionSearch.parse({}))
  return connections.map(({ source, state, checked_at }) => [source.slug, state, checked_at]).sort()
}
