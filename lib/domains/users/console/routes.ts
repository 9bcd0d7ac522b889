import type { PatientDataAccess } from '#lib/console/audit-port.ts'
import { type ConsoleRoute, type RouteContext, route } from '#lib/console/route.ts'
import { can } from '#lib/domains/staff/roles.ts'
import type { DirectoryStore } from '#lib/domains/users/console/store/store.ts'
import {
  type DeletedUsersOf,
  type DirectorySearch,
  findPeople,
  getDirectoryState,
  getDirectoryUser,
  listDeletedUsers,
  MOST_PEOPLE,
  namePeople,
  refreshDirectory,
  type SearchedUser,
  searchDirectory,
} from '#lib/domains/users/directory.ts'
import {
  checkConnections,
  countCoverage,
  countDirectorySources,
  listConnectionChanges,
  searchDirectoryConnections,
} from '#lib/domains/users/directory-connections.ts'
import { userViewFilter } from '#lib/domains/users/views.ts'
import type { CountViews } from '#lib/domains/views/views.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import { ttlCache } from '#lib/utils/data/cache.ts'
import { readIdQuery } from '#lib/utils/ids/id-part.ts'
import { createdDays, dayIn } from '#lib/utils/time/day-ranges.ts'
import { DAY, MINUTE } from '#lib/utils/time/durations.ts'
import type { ConnectionStates } from './connection-states.ts'
import type { UserDirectory } from './directory.ts'
import type { People } from './people-index.ts'

/** Milliseconds that a count of data types is good for: it looks at every connection. */
const COVERAGE_FOR = MINUTE
/** Milliseconds after which a connection should have sent what it can. */
const NEVER_AFTER = DAY

interface DirectoryParts {
  directory: UserDirectory
  states: ConnectionStates
  people: People
  store: DirectoryStore
  now: () => Date
  patientData: PatientDataAccess
}

export function directoryRoutes(parts: DirectoryParts): ConsoleRoute[] {
  const { directory, states, people, store, now, patientData } = parts
  const coverageOf = ttlCache(COVERAGE_FOR, now, async (environment) => ({
    types: await store.countCoverage(environment, new Date(now().getTime() - NEVER_AFTER)),
    counted_at: now().toISOString(),
  }))

  const findIn = (environment: string, text: string, limit: number, { request, viewer }: RouteContext) =>
    people.find(environment, {
      text,
      limit,
      viewer: viewer.id,
      isMasked: patientData.isMasked(request, environment, viewer),
    })

  /** Finds users by a reference or an ID, and, for those who may see demographics, by what a caller says. */
  async function search(environment: string, body: DirectorySearch, context: RouteContext) {
    const { text = '', ...asked } = body
    const isCount = asked.limit === 0
    if (text === '' || isCount || !can(context.viewer.role, findPeople.permission))
      return store.searchDirectory(environment, body)
    const { people: persons } = await findIn(environment, text, MOST_PEOPLE, context)
    if (persons.length === 0) return store.searchDirectory(environment, body)
    const byReference = await store.searchDirectory(environment, { text, offset: 0, limit: MOST_PEOPLE })
    const all = [...byReference.users.map(({ user }) => user.user_id), ...persons.map(({ user_id }) => user_id)]
    const wanted = new Set(asked.user_ids ?? all)
    const user_ids = [...new Set(all)].filter((id) => wanted.has(id)).slice(0, MOST_PEOPLE)
    if (user_ids.length === 0) return store.searchDirectory(environment, body)
    const page = await store.searchDirectory(environment, { ...asked, user_ids })
    const foundOf = new Map(persons.map(({ user_id, how, by }) => [user_id, { how, by }]))
    const users = page.users.map((one) => ({ ...one, found: foundOf.get(one.user.user_id) }))
    // Closest first, as in the palette, unless another order was chosen.
    const rank = ({ user }: SearchedUser) => user_ids.indexOf(user.user_id)
    return { ...page, users: asked.order_key ? users : users.toSorted((a, b) => rank(a) - rank(b)) }
  }

  return [
    route(searchDirectory, async ({ params: { environment }, body }, context) => {
      const asked = readIdQuery(body.text ?? '')
      if (asked?.kind === 'whole') context.about([asked.id], 'asked', 'users')
      const found = await search(environment, body, context)
      return { body: { ...found, state: await directory.state(environment) } }
    }),

    route(findPeople, async ({ params: { environment }, body: { text, limit } }, context) => {
      const { people: found, ...counted } = await findIn(environment, text, limit, context)
      const references = await store.directoryReferences(
        environment,
        found.map(({ user_id }) => user_id),
      )
      const persons = found.map((one) => ({ ...one, client_user_id: references.get(one.user_id) ?? null }))
      const { users, total: users_total } = await store.searchDirectory(environment, { text, limit, offset: 0 })
      const state = await directory.state(environment)
      return {
        body: { ...counted, users, users_total, state, people: persons, index: await people.state(environment) },
      }
    }),

    route(namePeople, async ({ params: { environment }, body: { user_ids } }) => ({
      body: await people.names(environment, user_ids),
    })),

    route(getDirectoryState, async ({ params: { environment } }) => ({ body: await directory.state(environment) }), {
      audited: false,
    }),

    route(getDirectoryUser, async ({ params, query: { fresh = false } }, { request: { signal } }) => ({
      body: await directory.getUser({ ...params, fresh, signal }),
    })),

    route(refreshDirectory, async ({ params: { environment } }) => ({ body: await directory.refresh(environment) })),

    route(searchDirectoryConnections, async ({ params: { environment }, query }) => {
      const found = await store.searchDirectoryConnections(environment, query)
      return { body: { ...found, state: await directory.state(environment) } }
    }),

    route(countDirectorySources, async ({ params: { environment }, query }) => {
      const source_counts = await store.countDirectorySources(environment, query, now())
      const coverage = await states.coverage(environment)
      return { body: { source_counts, state: await directory.state(environment), coverage } }
    }),

    route(countCoverage, async ({ params: { environment } }) => ({ body: await coverageOf.get(environment) }), {
      audited: false,
    }),

    route(listConnectionChanges, async ({ params: { environment, user_id } }) => ({
      body: { changes: await store.connectionChanges(environment, user_id) },
    })),

    route(checkConnections, async ({ params: { environment } }) => ({ body: await states.checkAgain(environment) })),
  ]
}

/** Lists restorable users. @throws ApiError 404 for an environment that manages its users itself */
export function deletedUserRoutes(deletedUsersOf: DeletedUsersOf): ConsoleRoute[] {
  return [
    route(listDeletedUsers, async ({ params: { environment }, query }) => {
      const list = deletedUsersOf(environment)
      if (!list) throw new ApiError('not_found', 'Users of this environment are deleted in the service itself.')
      return { body: await list(query) }
    }),
  ]
}

const TOO_MANY = 'More than 10,000 users'
const NOT_READ = 'Counted when the user directory is complete'

interface Options {
  directory: Pick<UserDirectory, 'state'>
  store: Pick<DirectoryStore, 'searchDirectory'>
  now: () => Date
}

/** Creates the counts of users shown on views. None before the directory has read the whole list once. */
export function createUserViewCounts({ directory, store, now }: Options): CountViews {
  return async ({ environment, time_zone }, views) => {
    const { complete_at } = await directory.state(environment)
    const counts: Awaited<ReturnType<CountViews>> = []
    // One after the other: a person's views never hold up everybody's searches.
    for (const { id: view_id, filter } of views) {
      const { limit, order_key, order_direction, created_within, created_from, created_to, ...asked } =
        userViewFilter.parse(filter)
      const days = createdDays({ created_within, created_from, created_to }, dayIn(time_zone, now().getTime()))
      const search = { ...asked, ...days, time_zone, offset: 0, limit: 0 }
      const total = complete_at === null ? null : (await store.searchDirectory(environment, search)).total
      const missing = complete_at === null ? NOT_READ : TOO_MANY
      counts.push({ view_id, count: total, missing: total === null ? missing : null })
    }
    return counts
  }
}
