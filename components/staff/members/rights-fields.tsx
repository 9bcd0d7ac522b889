'use client'
import { useContext } from 'react'
import { FormScopeContext, fieldId } from '#components/patterns/form/form-scope.ts'
import { Check } from '#components/ui/field/check.tsx'
import { labelStyle } from '#components/ui/field/field.tsx'
import { SelectField } from '#components/ui/field/select-field.tsx'
import type { Environment } from '#lib/domains/environments/environment.ts'
import { ROLE_LABELS, ROLES, type Role } from '#lib/domains/staff/roles.ts'

export interface Rights {
  role: Role
  /** Ids; null for all, those to come included. */
  environments: string[] | null
}

/** As an error summary names them. */
export const RIGHTS_FIELDS = [
  { path: 'role', label: 'Role' },
  { path: 'environments', label: 'Environments' },
] as const

interface RightsFieldsProps {
  rights: Rights
  environments: readonly Environment[]
  onChange: (rights: Rights) => void
}

/** Chooses a role and environments. */
export function RightsFields({ rights, environments, onChange }: RightsFieldsProps) {
  const { id, problem } = useContext(FormScopeContext)
  const { role, environments: chosen } = rights
  // An empty choice is said while it is made; anything else once it was sent.
  const wrong = chosen?.length === 0 ? 'Choose at least one environment.' : problem('environments')
  const wrongId = fieldId(id, 'environments-problem')
  const choose = (text: string) => onChange({ ...rights, role: ROLES.find((known) => known === text) ?? role })
  const toggle = (id: string, on: boolean) =>
    onChange({ ...rights, environments: on ? [...(chosen ?? []), id] : (chosen ?? []).filter((known) => known !== id) })
  return (
    <>
      <SelectField
        id={fieldId(id, 'role')}
        label="Role"
        value={role}
        onChange={choose}
        hint={ROLE_LABELS[role].purpose}
        problem={problem('role')}
      >
        {ROLES.map((known) => (
          <option key={known} value={known}>
            {ROLE_LABELS[known].label}
          </option>
        ))}
      </SelectField>
      <fieldset
        id={fieldId(id, 'environments')}
        // An error summary leads here.
        tabIndex={-1}
        aria-describedby={wrong ? wrongId : undefined}
        className="flex flex-col gap-2"
      >
        <legend className={`${labelStyle} pb-1.5`}>Environments</legend>
        <Check
          checked={chosen === null}
          onChange={(all) => onChange({ ...rights, environments: all ? null : environments.map(({ id }) => id) })}
        >
          All environments, including new ones
        </Check>
        {chosen !== null && (
          <div className="flex flex-col gap-2 border-l-2 border-line pl-3.5">
            {environments.map(({ id, label }) => (
              <Check key={id} checked={chosen.includes(id)} onChange={(on) => toggle(id, on)}>
                {label}
              </Check>
            ))}
          </div>
        )}
        {wrong && (
          <p id={wrongId} role="alert" data-tone="bad" className="text-sm font-control text-tone-fg">
            {wrong}
          </p>
        )}
      </fieldset>
    </>
  )
}
