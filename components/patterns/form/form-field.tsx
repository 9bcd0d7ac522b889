import { Eye, EyeOff, LockKeyhole } from 'lucide-react'
import { type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { FieldError, Label, Text, TextArea, TextField } from 'react-aria-components'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { boxStyle } from '#components/ui/field/box-style.ts'
import { Field, type FieldProps, labelStyle } from '#components/ui/field/field.tsx'
import { Options, SelectField } from '#components/ui/field/select-field.tsx'
import { readBirthDate } from '#lib/kernel/fields.ts'
import { midSentence } from '#lib/utils/text/counts.ts'
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
      <Options of={options.map(({ value, label: words }) => [value, words])} />
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

interface NoteFieldProps {
  label: string
  /** Advice on content that belongs in the note, and content that doesn't. */
  hint: string
  /** Characters it may have. */
  max: number
  rows: number
  value: string
  problem: string | null
  onChange: (text: string) => void
  onBlur?: () => void
  /** By which an error summary leads to it. */
  id?: string
  autoFocus?: boolean
}

/** A short text by a member of staff, with how much of it there may be. */
function NoteField({ label, hint, max, rows, value, problem, ...props }: NoteFieldProps) {
  return (
    <TextField
      {...props}
      value={value}
      isInvalid={problem !== null}
      validationBehavior="aria"
      className="flex flex-col gap-1.5"
    >
      <Label className={labelStyle}>{label}</Label>
      <TextArea rows={rows} autoComplete="off" className={`${boxStyle} p-2.5 text-base max-rail:text-lg`} />
      <Text slot="description" className="flex justify-between gap-3 text-xs text-ink-3">
        <span>{hint}</span>
        <span className="whitespace-nowrap">
          {value.trim().length} of {max}
        </span>
      </Text>
      <FieldError data-tone="bad" className="text-sm font-control break-words whitespace-pre-line text-tone-fg">
        {problem}
      </FieldError>
    </TextField>
  )
}

interface PasswordFieldProps extends Omit<FieldProps, 'icon' | 'trailing' | 'type' | 'autoComplete'> {
  /** Tells a password manager which one is meant. */
  autoComplete: 'current-password' | 'new-password'
}

function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field
      {...props}
      icon={LockKeyhole}
      type={shown ? 'text' : 'password'}
      verbatim
      trailing={
        <button
          type="button"
          aria-label={`Show ${midSentence(props.label)}`}
          aria-pressed={shown}
          title={shown ? 'Hide' : 'Show'}
          onClick={() => setShown(!shown)}
          className="inline-grid size-8 place-items-center rounded-tag text-ink-3 hover:bg-hover hover:text-ink max-rail:size-10"
        >
          <Icon />
        </button>
      }
    />
  )
}
