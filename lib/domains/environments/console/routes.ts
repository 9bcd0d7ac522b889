/** The environments, as far as a person may enter them. */

import { type ConsoleRoute, route } from '#lib/console/route.ts'
import { mayEnter } from '#lib/domains/environments/access.ts'
import { type Environment, listEnvironments } from '#lib/domains/environments/environment.ts'

/** What a browser may know of an environment, whatever else the configuration holds. */
export function publicEnvironments(environments: readonly Environment[]): Environment[] {
  return environments.map(({ id, label, kind }) => ({ id, label, kind }))
}

export function environmentRoutes(environments: readonly Environment[]): ConsoleRoute[] {
  const all = publicEnvironments(environments)
  return [
    route(
      listEnvironments,
      async (_, { viewer }) => ({ body: { environments: all.filter(({ id }) => mayEnter(viewer, id)) } }),
      { audited: false },
    ),
  ]
}
