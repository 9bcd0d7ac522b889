'use client'
import type { Demo } from '#lib/demo/use-demo.ts'
import { ROLE_LABELS } from '#lib/domains/staff/role-labels.ts'
import { ROLES, type Role } from '#lib/domains/staff/roles.ts'
import { FailureOf, Group, Spinner } from './control-group.tsx'
import { useSetting } from './use-command.ts'

/** Sets the role that the console shows and the demo's service enforces. */
export function RoleField({ demo: { control, snapshot } }: { demo: Demo }) {
  const { value, pending, failure, choose } = useSetting(snapshot.role, (role) => control.setRole(role))
  const chooseRole = (role: Role) => choose({ value: role, part: role, done: `Role: ${ROLE_LABELS[role].label}.` })
  return (
    <Group title="Role" note={pending && <Spinner />}>
      <span className="flex h-8 gap-0.5 rounded-control border border-line-2 bg-sunken p-0.5 max-rail:h-11">
        {ROLES.map((role) => (
          <label
            key={role}
            title={ROLE_LABELS[role].purpose}
            className="relative grid flex-auto cursor-pointer place-items-center rounded-tag px-1.5 font-control whitespace-nowrap text-ink-2 outline-focus hover:text-ink has-checked:bg-accent-soft has-checked:text-accent-ink has-checked:shadow-[inset_0_0_0_1px_var(--accent)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              name="demo-role"
              checked={value === role}
              onChange={() => chooseRole(role)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {ROLE_LABELS[role].label}
          </label>
        ))}
      </span>
      <FailureOf failure={failure} parts={ROLES} />
    </Group>
  )
}
