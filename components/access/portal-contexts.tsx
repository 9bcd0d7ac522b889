'use client'
import { useId } from 'react'
import { FailedLine } from '#components/ui/display/failed-line.tsx'

/** The two contexts of the specification (endpoint 6) in a person's words. */
const CONTEXTS = [
  { value: 'launch', label: 'Launch now', hint: 'Works for minutes. Use on a call.' },
  { value: 'communications', label: 'Send to patient', hint: 'Short link. Works for weeks.' },
] as const

const MORE: Readonly<Record<string, string>> = {
  launch: 'Whoever opens it is signed in at once, so use it yourself or hand it over in person.',
  communications:
    'For e-mail or text message. On a new device the portal may ask the patient to confirm who they are by e-mail or SMS.',
}

interface PortalContextsProps {
  value: string
  onChange: (value: string) => void
  problem: string | undefined
}

export function PortalContexts({ value, onChange, problem }: PortalContextsProps) {
  const name = useId()
  return (
    <fieldset aria-describedby={`${name}-more`}>
      <legend className="sr-only">What the link is for</legend>
      <div className="grid gap-2 min-[420px]:grid-cols-2">
        {CONTEXTS.map((context) => (
          <label
            key={context.value}
            className="relative flex cursor-pointer items-start gap-2.5 rounded-control border border-line-2 bg-surface px-3 py-2 outline-focus hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-checked:shadow-[inset_0_0_0_1px_var(--accent)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              name={name}
              value={context.value}
              checked={context.value === value}
              onChange={() => onChange(context.value)}
              className="peer absolute inset-0 cursor-pointer opacity-0"
            />
            <span
              aria-hidden="true"
              className="mt-0.5 grid size-4 shrink-0 place-items-center rounded-full border border-control bg-surface peer-checked:border-[5px] peer-checked:border-accent"
            />
            <span className="min-w-0">
              <span className="block font-control">{context.label}</span>
              <span className="block text-xs text-ink-2">{context.hint}</span>
            </span>
          </label>
        ))}
      </div>
      <p id={`${name}-more`} className="pt-1.5 text-xs text-ink-3">
        {MORE[value]}
      </p>
      {problem && <FailedLine>{problem}</FailedLine>}
    </fieldset>
  )
}
