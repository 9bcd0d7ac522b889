/** Members of staff who are signed in, for tests: nothing of one matters but what a test names. */
import type { Viewer } from './viewer.ts'

export function makeViewer(changes: Partial<Viewer> = {}): Viewer {
  return {
    id: 'staff-1',
    email: 'rosa@console.test',
    name: 'Rosa',
    role: 'administrator',
    environments: null,
    second_factor: true,
    notices: 0,
    must_enroll: false,
    idle_timeout: 900_000,
    ends_at: '2026-11-22T00:00:00Z',
    ...changes,
  }
}
