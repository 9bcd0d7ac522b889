/** Which environments a member of staff may enter. */
import type { Viewer } from '#lib/domains/staff/staff.ts'
import { ApiError } from '#lib/kernel/api-error.ts'

export function mayEnter(viewer: Pick<Viewer, 'environments'>, id: string): boolean {
  return viewer.environments === null || viewer.environments.includes(id)
}

export const NO_ENVIRONMENT =
  'There is no such environment, or you may not enter it. Choose one from the environment switcher, or ask an administrator of this console.'

/** Returns what is answered of an environment that does not exist and of one that is closed: nobody learns which. */
export function unknownEnvironment(): ApiError {
  return new ApiError('unknown_environment', NO_ENVIRONMENT)
}
