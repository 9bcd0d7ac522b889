import clsx from 'clsx'
import { CircleAlert, type LucideIcon } from 'lucide-react'
import { type ComponentProps, type FormEvent, type ReactNode, useId } from 'react'
import { FieldError, Input, Label, Text, TextField, type TextFieldProps } from 'react-aria-components'
import { boxStyle } from './box-style.ts'

export interface FieldProps extends Omit<TextFieldProps, 'className' | 'children'> {
  label: string
  icon?: LucideIcon
  /** Advice before typing. */
  hint?: ReactNode
  /** At the end of the label's line. */
  aside?: ReactNode
  /** Within the box, at its end. */
  trailing?: ReactNode
  /** `l` stands alone on a page, `m` among others. */
  size?: 'm' | 'l'
  /** Values that are no sentences: codes, passwords, addresses. */
  verbatim?: boolean
  inputClassName?: string
}

export const labelStyle = 'text-sm font-control text-ink-2'

export const problemStyle = 'flex items-start gap-1.5 text-sm font-control text-tone-fg'

export function ProblemText({ children }: { children: ReactNode }) {
  return (
    <>
      <CircleAlert className="mt-0.5 size-3.5 shrink-0 stroke-2" />
      <span className="min-w-0 break-words whitespace-pre-line">{children}</span>
    </>
  )
}

export function FieldProblem() {
  return (
    <FieldError data-tone="bad" className={problemStyle}>
      {({ validationErrors }) => <ProblemText>{validationErrors.join(' ')}</ProblemText>}
    </FieldError>
  )
}

/** Checks at every key once a value is wrong: at blur, a press on the button below would miss as it moves. */
function checkAgain({ currentTarget }: FormEvent<HTMLInputElement>) {
  if (currentTarget.getAttribute('aria-invalid') === 'true') currentTarget.dispatchEvent(new Event('change'))
}

/** A label, a box and what is wrong with its value, which is checked when the box is left and when the form is sent. */
export function Field({
  label,
  icon: Icon,
  hint,
  aside,
  trailing,
  size = 'm',
  verbatim = false,
  inputClassName,
  ...props
}: FieldProps) {
  const large = size === 'l'
  return (
    <TextField {...props} className="text-field">
      <Label className={clsx(labelStyle, aside && 'col-span-1')}>{label}</Label>
      <span className="relative row-start-2 flex items-center">
        {Icon && <Icon className="pointer-events-none absolute left-2.5 text-ink-3" />}
        <Input
          onInput={checkAgain}
          {...(verbatim && { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false })}
          className={clsx(
            boxStyle,
            large ? 'h-10 text-base max-rail:h-11 max-rail:text-lg' : 'h-8 text-sm max-rail:h-11 max-rail:text-lg',
            Icon ? 'pl-9' : 'pl-2.5',
            trailing ? 'pr-11' : 'pr-2.5',
            inputClassName,
          )}
        />
        {trailing && <span className="absolute right-1 flex items-center">{trailing}</span>}
      </span>
      {/* After the box, so that Tab leads from one value to the next. */}
      {aside && <span className="col-span-1 col-start-2 row-start-1">{aside}</span>}
      {hint && (
        <Text slot="description" className="text-xs text-ink-3">
          {hint}
        </Text>
      )}
      <FieldProblem />
    </TextField>
  )
}

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
