/** The environments, as far as a person may enter them, and the installation that serves them. */

import { type ConsoleRoute, route } from '#lib/console/route.ts'
import {
  checkOperations,
  type Environment,
  listEnvironments,
  type Operation,
  revealPatientData,
} from '#lib/domains/environments/environment.ts'
import { getSystem, type SystemReport } from '#lib/domains/environments/system-report.ts'
import { mayEnter, type Viewer } from '#lib/domains/staff/viewer.ts'
import { ApiError } from '#lib/kernel/api-error.ts'

/** Returns environments with only the fields that a browser may see. */
export function publicEnvironments(environments: readonly Environment[]): Environment[] {
  return environments.map(({ id, label, kind }) => ({ id, label, kind }))
}

export interface Reveals {
  /** Returns until when a person sees patients, and the cookie that says so; both null where nothing is masked by default. */
  reveal(environment: string, viewer: Viewer): { until: string | null; cookie: string | null }
}

/** Operations that services have of those that a remote one may lack; null where it isn't known. */
export interface Operations {
  known(environment: string): readonly Operation[] | null
  check(environment: string): Promise<readonly Operation[] | null>
}

const NOT_ASKED = new ApiError('service_unreachable', 'The service couldn’t be asked what it supports. Try again.')

/** Returns the routes that report on the system, list the viewer's environments and, with a signed cookie, reveal patient data. */
export function environmentRoutes(
  environments: readonly Environment[],
  reveals: Reveals,
  operations: Operations,
  system: () => Promise<SystemReport>,
): ConsoleRoute[] {
  const all = publicEnvironments(environments)
  return [
    route(getSystem, async () => ({ body: await system() })),

    route(
      listEnvironments,
      async (_, { viewer }) => {
        const entered = all.filter(({ id }) => mayEnter(viewer, id))
        return {
          body: { environments: entered.map((each) => ({ ...each, operations: operations.known(each.id)?.slice() })) },
        }
      },
      { audited: false },
    ),

    route(checkOperations, async ({ params: { environment } }) => {
      const found = await operations.check(environment)
      if (!found) throw NOT_ASKED
      return { body: { operations: [...found] } }
    }),

    route(revealPatientData, async ({ params: { environment } }, { viewer }) => {
      const { until, cookie } = reveals.reveal(environment, viewer)
      return Response.json({ until }, cookie === null ? {} : { headers: { 'set-cookie': cookie } })
    }),
  ]
}
