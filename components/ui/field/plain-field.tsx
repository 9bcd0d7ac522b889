import clsx from 'clsx'
import { type ComponentProps, useId } from 'react'
import { boxStyle } from './box-style.ts'
import { labelStyle, ProblemText, problemStyle } from './field.tsx'

interface PlainFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className' | 'onChange'> {
  label: string
  onChange: (value: string) => void
  hint?: string
  /** Said as soon as there is one. */
  problem?: string | null
  isId?: boolean
  className?: string
}

/** The platform's own input below its label: for filters, which belong to no form. */
export function PlainField(props: PlainFieldProps) {
  const { label, onChange, hint, problem = null, isId = false, className, ...input } = props
  const id = useId()
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ')
  return (
    <span className={clsx('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className={labelStyle}>
        {label}
      </label>
      <input
        {...input}
        id={id}
        aria-describedby={described || undefined}
        aria-invalid={problem ? true : undefined}
        data-invalid={problem ? '' : undefined}
        onChange={({ target }) => onChange(target.value)}
        className={clsx(boxStyle, 'h-8 px-2.5 max-rail:h-11 max-rail:text-lg', isId ? 'font-mono text-xs' : 'text-sm')}
      />
      {hint && (
        <span id={`${id}-hint`} className="text-xs text-ink-3">
          {hint}
        </span>
      )}
      {problem && (
        <span id={`${id}-problem`} role="alert" data-tone="bad" className={problemStyle}>
          <ProblemText>{problem}</ProblemText>
        </span>
      )}
    </span>
  )
}
