/** The environments, as far as a person may enter them, and the installation that serves them. */

import { type ConsoleRoute, route } from '#lib/console/route.ts'
import { type Environment, listEnvironments, revealPatientData } from '#lib/domains/environments/environment.ts'
import { getSystem, type SystemReport } from '#lib/domains/environments/system-report.ts'
import { mayEnter, type Viewer } from '#lib/domains/staff/viewer.ts'

/** Returns environments with only the fields that a browser may see. */
export function publicEnvironments(environments: readonly Environment[]): Environment[] {
  return environments.map(({ id, label, kind }) => ({ id, label, kind }))
}

export interface Reveals {
  /** Returns until when a person sees patients, and the cookie that says so; both null where nothing is masked by default. */
  reveal(environment: string, viewer: Viewer): { until: string | null; cookie: string | null }
}

/** Returns the routes that report on the system, list the viewer's environments and, with a signed cookie, reveal patient data. */
export function environmentRoutes(
  environments: readonly Environment[],
  reveals: Reveals,
  system: () => Promise<SystemReport>,
): ConsoleRoute[] {
  const all = publicEnvironments(environments)
  return [
    route(getSystem, async () => ({ body: await system() })),

    route(
      listEnvironments,
      async (_, { viewer }) => ({ body: { environments: all.filter(({ id }) => mayEnter(viewer, id)) } }),
      { audited: false },
    ),

    route(revealPatientData, async ({ params: { environment } }, { viewer }) => {
      const { until, cookie } = reveals.reveal(environment, viewer)
      return Response.json({ until }, cookie === null ? {} : { headers: { 'set-cookie': cookie } })
    }),
  ]
}
