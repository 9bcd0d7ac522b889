import clsx from 'clsx'
import { type ReactNode, useId } from 'react'
import { labelStyle, ProblemText, problemStyle } from './field.tsx'

export interface RadioOption<T extends string> {
  value: T
  label: ReactNode
  hint?: string
}

interface RadioGroupProps<T extends string> {
  label: string
  /** The heading above says it to the eye already. */
  isLabelHidden?: boolean
  value: T
  options: readonly RadioOption<T>[]
  onChange: (value: T) => void
  onBlur?: () => void
  /** `cards` stand side by side in frames, `rows` one below the other. */
  look?: 'cards' | 'rows'
  hint?: ReactNode
  problem?: string | undefined
  /** By which an error summary leads to the first of them. */
  id?: string
  /** Columns of the cards. */
  className?: string
}

const CLASSES = {
  cards:
    'items-start border border-line-2 bg-surface px-3 py-2 has-checked:border-accent has-checked:shadow-[inset_0_0_0_1px_var(--accent)] has-focus-visible:outline-offset-2',
  rows: 'items-center px-2 py-1.5',
} as const

/** One of few, all of which are in sight. */
export function RadioGroup<T extends string>(props: RadioGroupProps<T>) {
  const { label, isLabelHidden = false, value, options, look = 'rows', hint, problem, className } = props
  const own = useId()
  const id = props.id ?? own
  const described = [problem && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <fieldset aria-describedby={described || undefined} aria-invalid={problem ? true : undefined}>
      <legend className={isLabelHidden ? 'sr-only' : `${labelStyle} pb-1`}>{label}</legend>
      <div className={clsx('grid', look === 'cards' ? 'gap-2' : 'gap-0.5', className)}>
        {options.map((option, index) => (
          <label
            key={option.value}
            className={clsx(
              'relative flex cursor-pointer gap-2.5 rounded-control outline-focus hover:bg-hover has-checked:bg-accent-soft has-focus-visible:outline-2',
              CLASSES[look],
            )}
          >
            <input
              type="radio"
              id={index === 0 ? id : undefined}
              name={own}
              value={option.value}
              checked={option.value === value}
              onChange={() => props.onChange(option.value)}
              onBlur={props.onBlur}
              className="peer absolute inset-0 cursor-pointer opacity-0"
            />
            <span
              aria-hidden="true"
              className={clsx(
                'grid size-4 shrink-0 place-items-center rounded-full border border-control bg-surface peer-checked:border-[5px] peer-checked:border-accent',
                look === 'cards' && 'mt-0.5',
              )}
            />
            <span className={clsx('min-w-0', look === 'rows' && 'flex flex-wrap items-center gap-x-2.5')}>
              <span className="block font-control">{option.label}</span>
              {option.hint && <span className="block text-xs text-ink-2">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="pt-1.5 text-xs text-ink-3">
          {hint}
        </p>
      )}
      {problem && (
        <p id={`${id}-problem`} data-tone="bad" className={problemStyle}>
          <ProblemText>{problem}</ProblemText>
        </p>
      )}
    </fieldset>
  )
}
