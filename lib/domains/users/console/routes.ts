/** The user directory over HTTP. */

import { type ConsoleRoute, route } from '#lib/console/route.ts'
import { getDirectoryState, getDirectoryUser, refreshDirectory, searchDirectory } from '#lib/domains/users/directory.ts'
import {
  checkConnections,
  countDirectorySources,
  searchDirectoryConnections,
} from '#lib/domains/users/directory-connections.ts'
import { readIdQuery } from '#lib/utils/ids/id-part.ts'
import type { ConnectionStates } from './connection-states.ts'
import type { UserDirectory } from './directory.ts'
import type { DirectoryStore } from './store.ts'

/** Returns the routes of the user directory below `/api/console/directory`. */
export function directoryRoutes(
  directory: UserDirectory,
  states: ConnectionStates,
  store: DirectoryStore,
): ConsoleRoute[] {
  return [
    route(searchDirectory, async ({ params: { environment }, body }, { about }) => {
      const asked = readIdQuery(body.text ?? '')
      if (asked?.kind === 'whole') about([asked.id], 'asked', 'users')
      const found = await store.searchDirectory(environment, body)
      return { body: { ...found, state: await directory.state(environment) } }
    }),

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
      const source_counts = await store.countDirectorySources(environment, query)
      const coverage = await states.coverage(environment)
      return { body: { source_counts, state: await directory.state(environment), coverage } }
    }),

    route(checkConnections, async ({ params: { environment } }) => ({ body: await states.checkAgain(environment) })),
  ]
}
