/** Which environments a member of staff may enter. */
import type { Viewer } from '#lib/domains/staff/staff.ts'

/** Returns whether the viewer may see an environment; null in `environments` stands for all. */
export function mayEnter(viewer: Pick<Viewer, 'environments'>, id: string): boolean {
  return viewer.environments === null || viewer.environments.includes(id)
}
