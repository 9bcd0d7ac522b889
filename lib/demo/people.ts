/** The staff of the demo: one person for each role. */
import { type Environment, OPERATIONS } from '#lib/domains/environments/environment.ts'
import type { Role } from '#lib/domains/staff/roles.ts'
import type { Viewer } from '#lib/domains/staff/viewer.ts'
import { DEMO_ID } from '#lib/utils/browser/demo-path.ts'

export const DEMO_ENVIRONMENT: Environment = {
  id: DEMO_ID,
  label: 'Demo',
  kind: 'demo',
  operations: [...OPERATIONS],
}

/** Names the role that a request is made in; set by the demo itself on every request. */
export const ROLE_HEADER = 'x-demo-role'

/** Keeps the role in the browser, so that the next page is made for it. */
export const ROLE_COOKIE = 'demo_role'

/** Cookie that says that this browser's demo differs from a new one. */
export const OWN_COOKIE = 'demo_own'

const PEOPLE: Readonly<Record<Role, { id: string; name: string }>> = {
  administrator: { id: 'demo-administrator', name: 'Dana Whitfield' },
  support: { id: 'demo-support', name: 'Sam Ortega' },
  lab_coordinator: { id: 'demo-lab-coordinator', name: 'Priya Raman' },
  read_only: { id: 'demo-read-only', name: 'Noah Lindqvist' },
}

const DAY_MS = 86_400_000

/** The person of a role as the console knows somebody who is signed in. `now` in milliseconds since 1970. */
export function demoViewer(role: Role, now: number): Viewer {
  const { id, name } = PEOPLE[role]
  const email = `${name.toLowerCase().replace(' ', '.')}@demo.example`
  return {
    id,
    name,
    email,
    role,
    environments: null,
    second_factor: true,
    notices: 0,
    must_enroll: false,
    idle_timeout: DAY_MS,
    // The same at each call: what holds for a session is kept by its end.
    ends_at: new Date((Math.floor(now / DAY_MS) + 2) * DAY_MS).toISOString(),
  }
}
