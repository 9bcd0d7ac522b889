/** The environments, as far as a person may enter them. */
import { type Environment, listEnvironments } from '#lib/contract/console/environments.ts'
import type { Viewer } from '#lib/contract/console/staff.ts'
import { type ConsoleRoute, route } from './route.ts'

/** What a browser may know of an environment, whatever else the configuration holds. */
export function publicEnvironments(environments: readonly Environment[]): Environment[] {
  return environments.map(({ id, label, kind }) => ({ id, label, kind }))
}

export function mayEnter(viewer: Pick<Viewer, 'environments'>, id: string): boolean {
  return viewer.environments === null || viewer.environments.includes(id)
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
