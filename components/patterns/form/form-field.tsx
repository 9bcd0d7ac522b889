'use client'
import { createContext, type KeyboardEvent, type ReactNode, useContext } from 'react'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { Field, type FieldProps } from '#components/ui/field/field.tsx'
import { SelectField } from '#components/ui/field/select-field.tsx'

/** The id of a field's box, by which a summary of errors leads to it. */
export function fieldId(form: string, path: string) {
  return `${form}-${path.replaceAll('.', '-')}`
}

/** Ctrl Enter sends a form from wherever one is in it. */
export function sendOnCtrlEnter(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}

interface FormScope {
  /** An id of the form. */
  form: string
  /** What the service said of a field's value as it stands. */
  refusal: (path: string) => string | undefined
}

/** Stands around the fields of one form. */
export const FormScopeContext = createContext<FormScope>({ form: 'form', refusal: () => undefined })

interface Bound<V extends FieldValues> {
  control: Control<V, unknown, unknown>
  name: FieldPath<V>
}

/** A text of the form: what is wrong with it is said once the box was left, and from then on at every key. */
export function useFormText<V extends FieldValues>({ control, name }: Bound<V>) {
  const { form, refusal } = useContext(FormScopeContext)
  const { field, fieldState } = useController({ control, name })
  const value: unknown = field.value
  return {
    id: fieldId(form, name),
    value: typeof value === 'string' ? value : '',
    problem: fieldState.error?.message || refusal(name),
    onChange: (text: string) => field.onChange(text),
    onBlur: field.onBlur,
  }
}

type FormFieldProps<V extends FieldValues> = Bound<V> & Omit<FieldProps, 'name' | 'value' | 'onChange' | 'form'>

export function FormField<V extends FieldValues>({ control, name, ...props }: FormFieldProps<V>) {
  const { problem, ...text } = useFormText({ control, name })
  return (
    <Field
      {...props}
      {...text}
      // No name and no offer to fill it in: browsers keep what they are allowed to recognise.
      autoComplete="off"
      validationBehavior="aria"
      validate={() => problem ?? null}
    />
  )
}

interface FormSelectProps<V extends FieldValues> extends Bound<V> {
  label: string
  hint?: ReactNode
  className?: string
  /** What the empty choice means. */
  empty: string
  options: readonly { value: string; label: string }[]
}

/** A choice of the form. A value that is none of the options is kept and shown as it is. */
export function FormSelect<V extends FieldValues>(props: FormSelectProps<V>) {
  const { control, name, label, hint, className, empty, options } = props
  const { problem, ...text } = useFormText({ control, name })
  const unknown = text.value !== '' && !options.some(({ value }) => value === text.value)
  return (
    <SelectField label={label} problem={problem} {...text} {...(hint && { hint })} {...(className && { className })}>
      <option value="">{empty}</option>
      {unknown && <option value={text.value}>{text.value} (as recorded)</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </SelectField>
  )
}
