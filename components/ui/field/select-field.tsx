import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { boxStyle } from './box-style.ts'
import { labelStyle, ProblemText, problemStyle } from './field.tsx'

interface SelectFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  hint?: ReactNode
  problem?: string | undefined
  onBlur?: () => void
  /** By which others point at it. */
  id?: string
  autoFocus?: boolean
  className?: string
  /** `option` and `optgroup` elements. */
  children: ReactNode
}

/** A choice of one among few, by the platform's own list. */
export function SelectField({
  label,
  value,
  onChange,
  hint,
  problem,
  onBlur,
  autoFocus = false,
  className,
  children,
  ...props
}: SelectFieldProps) {
  const own = useId()
  const id = props.id ?? own
  const described = [problem && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <span className={clsx('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className={labelStyle}>
        {label}
      </label>
      <span className="relative flex items-center">
        <select
          id={id}
          // biome-ignore lint/a11y/noAutofocus: only where a dialog opens
          autoFocus={autoFocus}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
          aria-describedby={described || undefined}
          aria-invalid={problem ? true : undefined}
          data-invalid={problem ? '' : undefined}
          className={clsx(boxStyle, 'h-8 appearance-none truncate pr-8 pl-2.5 text-sm max-rail:h-11 max-rail:text-lg')}
        >
          {children}
        </select>
        <ChevronDown className="pointer-events-none absolute right-2.5 text-ink-3" />
      </span>
      {hint && (
        <span id={`${id}-hint`} className="text-xs text-ink-3">
          {hint}
        </span>
      )}
      {problem && (
        <span id={`${id}-problem`} data-tone="bad" className={problemStyle}>
          <ProblemText>{problem}</ProblemText>
        </span>
      )}
    </span>
  )
}

export function Options({ of }: { of: Iterable<readonly [value: string, words: string]> }) {
  return Array.from(of, ([value, words]) => (
    <option key={value} value={value}>
      {words}
    </option>
  ))
}
