'use client'
import { Check } from 'lucide-react'
import { useId } from 'react'
import { ENVIRONMENT_WORDS } from '#components/patterns/page/environment-kinds.ts'
import type { Environment } from '#lib/domains/environments/environment.ts'

interface EnvironmentChoiceProps {
  environments: readonly Environment[]
  chosen: Environment
  onChoose: (environment: Environment) => void
}

/** Where one is about to work, in that environment's own colour. */
export function EnvironmentChoice({ environments, chosen, onChoose }: EnvironmentChoiceProps) {
  const name = useId()
  return (
    <fieldset>
      <legend className="pb-1.5 text-sm font-control text-ink-2">Environment</legend>
      <div className="grid gap-2 min-[420px]:grid-cols-2">
        {environments.map((environment) => {
          const { icon: Icon, short } = ENVIRONMENT_WORDS[environment.kind]
          return (
            <label
              key={environment.id}
              data-env={environment.kind}
              className="relative flex min-h-14 cursor-pointer items-center gap-3 rounded-env border border-line-2 bg-surface px-3 py-2 outline-focus hover:bg-hover has-checked:border-transparent has-checked:bg-env has-checked:text-env-ink has-checked:shadow-[inset_0_0_0_1.5px_var(--env-edge)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2"
            >
              <input
                type="radio"
                name={name}
                value={environment.id}
                checked={environment.id === chosen.id}
                onChange={() => onChoose(environment)}
                className="peer absolute inset-0 cursor-pointer opacity-0"
              />
              <Icon aria-hidden="true" className="size-[18px] shrink-0" strokeWidth={1.8} />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-heading">{environment.label}</span>
                <span className="block truncate text-xs">{short}</span>
              </span>
              <Check aria-hidden="true" className="hidden size-4 shrink-0 peer-checked:block" strokeWidth={2.2} />
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
