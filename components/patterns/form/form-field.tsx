'use client'
import { type ReactNode, useContext, useEffect, useRef } from 'react'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { Field, type FieldProps } from '#components/ui/field/field.tsx'
import { NoteField, type NoteFieldProps } from '#components/ui/field/note-field.tsx'
import { PasswordField, type PasswordFieldProps } from '#components/ui/field/password-field.tsx'
import { SelectField } from '#components/ui/field/select-field.tsx'
import { readBirthDate } from '#lib/kernel/fields.ts'
import { formatDay } from '#lib/utils/time/instants.ts'
import { WHICH_LABEL, whichOptions } from '#lib/utils/time/local-input.ts'
import { FormScopeContext, fieldId } from './form-scope.ts'

interface Bound<V extends FieldValues> {
  control: Control<V, unknown, unknown>
  name: FieldPath<V>
}

/** A text of the form: what is wrong with it is said once a changed box was left, and from then on at every key. */
export function useFormText<V extends FieldValues>({ control, name }: Bound<V>) {
  const { id, problem } = useContext(FormScopeContext)
  const { field, fieldState } = useController({ control, name })
  const value: unknown = field.value
  return {
    id: fieldId(id, name),
    value: typeof value === 'string' ? value : '',
    problem: problem(name),
    onChange: (text: string) => field.onChange(text),
    // Leaving a box as it was says nothing: words that came up would move the button that is being pressed.
    onBlur: () => {
      if (fieldState.isDirty) field.onBlur()
    },
  }
}

interface Filled {
  id: string
  value: string
  onChange: (text: string) => void
}

/** Takes what a browser or a fast person filled in before the page was alive, which nobody was told of. */
function useFilledIn({ id, value, onChange }: Filled, isNamed: boolean) {
  const first = useRef({ value, onChange })
  useEffect(() => {
    const box = document.getElementById(id)
    if (!isNamed || !(box instanceof HTMLInputElement) || box.value === '') return
    if (box.value !== first.current.value) first.current.onChange(box.value)
  }, [id, isNamed])
}

type BoundProps<V extends FieldValues, P> = Bound<V> & Omit<P, 'name' | 'value' | 'onChange' | 'form' | 'problem'>

interface Named {
  /** Browsers may recognise the box and fill it in: they keep what they are allowed to. */
  isNamed?: boolean
}

export function FormField<V extends FieldValues>(props: BoundProps<V, FieldProps> & Named) {
  const { control, name, isNamed = false, ...rest } = props
  const { problem, ...text } = useFormText({ control, name })
  useFilledIn(text, isNamed)
  return (
    <Field
      autoComplete="off"
      {...rest}
      {...text}
      {...(isNamed && { name })}
      validationBehavior="aria"
      validate={() => problem ?? null}
    />
  )
}

export function FormPassword<V extends FieldValues>({ control, name, ...props }: BoundProps<V, PasswordFieldProps>) {
  const { problem, ...text } = useFormText({ control, name })
  return <PasswordField {...props} {...text} name={name} validationBehavior="aria" validate={() => problem ?? null} />
}

export function FormNote<V extends FieldValues>({ control, name, ...props }: BoundProps<V, NoteFieldProps>) {
  const { problem = null, ...text } = useFormText({ control, name })
  return <NoteField {...props} {...text} problem={problem} />
}

/** A birth date in any form that people write: what can be read becomes the day, what can't is asked about. */
export function FormBirthDate<V extends FieldValues>({ control, name, hint, ...props }: BoundProps<V, FieldProps>) {
  const { problem, onChange, onBlur, ...text } = useFormText({ control, name })
  const clock = useWallClock()
  const read = readBirthDate(text.value)
  const take = (typed: string) => {
    const pasted = readBirthDate(typed)
    if (pasted === null || !('day' in pasted)) return false
    onChange(pasted.day)
    return true
  }
  return (
    <Field
      autoComplete="off"
      verbatim
      {...props}
      {...text}
      onChange={onChange}
      onPaste={(event) => {
        if (take(event.clipboardData.getData('text'))) event.preventDefault()
      }}
      onBlur={() => {
        take(text.value)
        onBlur()
      }}
      hint={read && 'day' in read ? formatDay(read.day, clock) : (hint ?? 'Such as 03/07/1988.')}
      validationBehavior="aria"
      validate={() => problem ?? null}
    />
  )
}

interface FormSelectProps<V extends FieldValues> extends Bound<V> {
  label: string
  hint?: ReactNode
  className?: string
  autoFocus?: boolean
  /** Label of the empty choice; required without it. */
  empty?: string
  options: readonly { value: string; label: string }[]
}

/** A choice of the form. A value that is none of the options is kept and shown as it is. */
export function FormSelect<V extends FieldValues>(props: FormSelectProps<V>) {
  const { control, name, label, hint, className, empty, options, autoFocus = false } = props
  const { problem, ...text } = useFormText({ control, name })
  const unknown = text.value !== '' && !options.some(({ value }) => value === text.value)
  return (
    <SelectField
      label={label}
      problem={problem}
      autoFocus={autoFocus}
      {...text}
      {...(hint && { hint })}
      {...(className && { className })}
    >
      {empty !== undefined && <option value="">{empty}</option>}
      {unknown && <option value={text.value}>{text.value} (as recorded)</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </SelectField>
  )
}

interface FormWhichProps<V extends FieldValues> extends Bound<V> {
  /** Two where it is asked. */
  instants: readonly Date[]
  /** Clocks of this zone show it; the viewer's without it. */
  zone?: string
}

/** Asks which time is meant where clocks go back over it; nothing for any other. */
export function FormWhich<V extends FieldValues>({ control, name, instants, zone }: FormWhichProps<V>) {
  const clock = useWallClock()
  if (instants.length < 2) return null
  const options = whichOptions(instants, { ...clock, ...(zone && { zone }) })
  return <FormSelect control={control} name={name} label={WHICH_LABEL} empty="Choose which" options={options} />
}
