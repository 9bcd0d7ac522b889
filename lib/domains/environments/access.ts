/** Which environments a member of staff may enter. */
import type { Viewer } from '#lib/domains/staff/viewer.ts'

/** Returns whether a viewer may open an environment; `environments: null` means all, including new ones. */
export function mayEnter(viewer: Pick<Viewer, 'environments'>, id: string): boolean {
  return viewer.environments === null || viewer.environments.includes(id)
}
