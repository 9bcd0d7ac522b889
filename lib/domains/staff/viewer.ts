/** Viewer as known to themselves. */
import { z } from 'zod'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { isoDateTime } from '#lib/kernel/fields.ts'
import { ROLES } from './roles.ts'

/** Signed-in person, and when their session ends without activity. */
const viewer = z.object({
  id: z.string().min(1).max(64),
  email: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  environments: z.array(z.string()).nullable(),
  second_factor: z.boolean(),
  /** How many notices they have not seen yet. */
  notices: z.int().min(0).default(0),
  /** Whether they can do nothing but set up a second factor, which their role needs. */
  must_enroll: z.boolean().default(false),
  /** Milliseconds without a request after which the session ends. */
  idle_timeout: z.int(),
  /** When the session ends whatever happens. */
  ends_at: isoDateTime,
})
export type Viewer = z.infer<typeof viewer>

export const getViewer = endpoint({
  name: 'get_viewer',
  path: '/viewer',
  permission: 'users:read',
  response: viewer,
})

/** Returns whether a viewer may open an environment; `environments: null` means all, including new ones. */
export function mayEnter(viewer: Pick<Viewer, 'environments'>, id: string): boolean {
  return viewer.environments === null || viewer.environments.includes(id)
}
