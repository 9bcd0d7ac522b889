import { Check as CheckMark } from 'lucide-react'
import { type ReactNode, useId } from 'react'

interface CheckProps {
  checked: boolean
  onChange: (checked: boolean) => void
  /** At the end of the line: described, but no part of the name. */
  count?: ReactNode
  children: ReactNode
}

/** A box to be ticked, with its words. */
export function Check({ checked, onChange, count = null, children }: CheckProps) {
  const id = useId()
  return (
    <label className="flex min-h-6 cursor-pointer items-start gap-2.5 max-rail:min-h-10 max-rail:items-center">
      <span className="relative mt-px grid size-4 shrink-0 place-items-center">
        <input
          type="checkbox"
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
          {...(count && { 'aria-labelledby': id, 'aria-describedby': `${id}-count` })}
          className="peer absolute inset-0 cursor-pointer appearance-none rounded-[4px] border border-control bg-surface checked:border-accent checked:bg-accent"
        />
        <CheckMark className="pointer-events-none relative size-3 text-on-accent opacity-0 peer-checked:opacity-100 stroke-[3]" />
      </span>
      <span id={id}>{children}</span>
      {count && (
        <span id={`${id}-count`} className="ml-auto pl-3 text-ink-2 tabular-nums">
          {count}
        </span>
      )}
    </label>
  )
}
