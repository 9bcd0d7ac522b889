'use client'
import { capabilityChoices, capabilityLabel } from './center-labels.ts'

interface CapabilityChoiceProps {
  value: readonly string[]
  onChange: (capabilities: string[]) => void
}

/** Chooses capabilities that a center must have. */
export function CapabilityChoice({ value, onChange }: CapabilityChoiceProps) {
  const toggle = (capability: string) =>
    onChange(value.includes(capability) ? value.filter((each) => each !== capability) : [...value, capability])
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="contents">
        <span className="text-sm font-control text-ink-2">Must offer</span>
      </legend>
      <span className="flex flex-wrap gap-1.5">
        {capabilityChoices(value).map((capability) => {
          const { text, meaning, icon: Icon, known } = capabilityLabel(capability)
          return (
            <label
              key={capability}
              title={meaning}
              className="relative inline-flex h-8 cursor-pointer items-center gap-1.5 rounded-control border border-line-2 bg-surface px-2.5 font-control text-ink shadow-1 outline-focus hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 max-rail:h-11 max-rail:text-base"
            >
              <input
                type="checkbox"
                checked={value.includes(capability)}
                onChange={() => toggle(capability)}
                className="absolute inset-0 cursor-pointer opacity-0"
              />
              <Icon aria-hidden="true" className="size-4" strokeWidth={1.8} />
              <span className={known ? undefined : 'font-mono text-xs'}>{text}</span>
            </label>
          )
        })}
      </span>
    </fieldset>
  )
}
