'use client'

import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { boxStyle, labelStyle, ProblemText, problemStyle } from './field.tsx'

interface SelectFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  hint?: ReactNode
  problem?: string | undefined
  onBlur?: () => void
  /** By which others point at it. */
  id?: string
  /** Focuses the field when a dialog opens. */
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
        <ChevronDown aria-hidden="true" className="pointer-events-none absolute right-2.5 size-4 text-ink-3" />
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

interface SelectProps<T extends string | number> {
  /** Its name for people who do not see the words around it. */
  label: string
  value: T
  options: readonly { value: T; text: string }[]
  onChange: (value: T) => void
  className?: string
}

/** The platform's own list in our clothes: a short choice needs no code, and a phone shows it better than we would. */
export function Select<T extends string | number>({ label, value, options, onChange, className }: SelectProps<T>) {
  return (
    <span className={clsx('relative inline-flex', className)}>
      <select
        aria-label={label}
        value={value}
        onChange={({ target }) => {
          const chosen = options.find((option) => String(option.value) === target.value)
          if (chosen) onChange(chosen.value)
        }}
        className="h-[30px] appearance-none rounded-control border border-line-2 bg-surface pr-7 pl-[11px] text-sm font-control text-ink shadow-1 hover:bg-hover max-rail:h-10"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-2 size-4 -translate-y-1/2"
      />
    </span>
  )
}
