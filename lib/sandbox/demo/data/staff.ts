/** Staff of a demo: one person per role, and colleagues in every state. */

import { demoViewer } from '#lib/demo/people.ts'
import type { StaffRecord } from '#lib/domains/staff/console/store.ts'
import { ROLES, type Role } from '#lib/domains/staff/roles.ts'
import { DEMO_ID } from '#lib/utils/browser/demo-path.ts'
import { DAY, HOUR, MINUTE } from '#lib/utils/time/durations.ts'

/** Milliseconds before the demo's start. */
interface Past {
  joined: number
  seen: number | null
}

const VIEWER_PAST: Readonly<Record<Role, Past>> = {
  administrator: { joined: 412 * DAY, seen: 4 * MINUTE },
  support: { joined: 203 * DAY, seen: 35 * MINUTE },
  lab_coordinator: { joined: 187 * DAY, seen: 2 * HOUR },
  read_only: { joined: 61 * DAY, seen: 4 * DAY },
}

type Person = Pick<StaffRecord, 'id' | 'email' | 'name' | 'role' | 'environments' | 'second_factor'>
type Colleague = Person & Past & { status: 'invited' | 'active' | 'disabled' }

const COLLEAGUES: readonly Colleague[] = [
  {
    id: 'demo-colleague-1',
    email: 'marcus.abara@demo.example',
    name: 'Marcus Abara',
    role: 'lab_coordinator',
    environments: [DEMO_ID],
    status: 'active',
    second_factor: false,
    joined: 96 * DAY,
    seen: 3 * DAY,
  },
  {
    id: 'demo-colleague-2',
    email: 'ines.thornbury@demo.example',
    name: 'Ines Thornbury',
    role: 'support',
    environments: null,
    status: 'invited',
    second_factor: false,
    joined: 9 * HOUR,
    seen: null,
  },
  {
    id: 'demo-colleague-3',
    email: 'walter.nystrom@demo.example',
    name: 'Walter Nystrom',
    role: 'read_only',
    environments: null,
    status: 'disabled',
    second_factor: true,
    joined: 378 * DAY,
    seen: 94 * DAY,
  },
]

/** Longest there first. `started_at` in milliseconds since 1970. */
export function demoStaff(started_at: number): StaffRecord[] {
  const before = (milliseconds: number) => new Date(started_at - milliseconds).toISOString()
  const viewers = ROLES.map((role): Colleague => {
    const { id, email, name, environments, second_factor } = demoViewer(role, started_at)
    return { id, email, name, role, environments, second_factor, status: 'active', ...VIEWER_PAST[role] }
  })
  return [...viewers, ...COLLEAGUES]
    .toSorted((a, b) => b.joined - a.joined)
    .map(({ joined, seen, status, ...person }) => ({
      ...person,
      environments: person.environments && [...person.environments],
      created_at: before(joined),
      activated_at: status === 'invited' ? null : before(joined),
      disabled_at: status === 'disabled' ? before(seen ?? joined) : null,
      last_seen_at: seen === null ? null : before(seen),
      administrator_until: null,
      administrator_since: null,
      reset_request: null,
    }))
}
