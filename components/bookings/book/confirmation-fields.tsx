import { useContext } from 'react'
import { FieldError, Label, Text, TextArea, TextField } from 'react-aria-components'
import { type Control, useController, useWatch } from 'react-hook-form'
import { FormField, useFormText } from '#components/patterns/form/form-field.tsx'
import { FormScopeContext, fieldId } from '#components/patterns/form/form-scope.ts'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { usePatientData } from '#components/ui/display/mask.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { boxStyle } from '#components/ui/field/box-style.ts'
import { labelStyle, ProblemText, problemStyle } from '#components/ui/field/field.tsx'
import { RadioGroup } from '#components/ui/field/radio-group.tsx'
import { Options, SelectField } from '#components/ui/field/select-field.tsx'
import { ASYNC_TIMEOUT, SYNC_TIMEOUT } from '#lib/domains/bookings/appointment.ts'
import { formatCount } from '#lib/utils/text/counts.ts'
import { isMasked } from '#lib/utils/text/mask.ts'
import { type BookingValues, LABELS, NOTES_LIMIT, notesLength, rangeWords, typedTimes, UNITS } from './booking-form.ts'

type BookingControl = Control<BookingValues, unknown, unknown>

const MODES = [
  { value: 'wait', label: 'Wait, then fail', hint: 'You see a confirmation or an error on this page.' },
  {
    value: 'background',
    label: 'Keep trying in the background',
    hint: 'The appointment shows as pending until then.',
  },
] as const

/** How long the service may try, in a person's units; what is sent stands beside them. */
export function ConfirmationFields({ control }: { control: BookingControl }) {
  const { field } = useController({ control, name: 'mode' })
  const { id, problem } = useContext(FormScopeContext)
  return (
    <SectionCard title={LABELS.mode}>
      <RadioGroup
        id={fieldId(id, field.name)}
        label={LABELS.mode}
        isLabelHidden
        look="cards"
        value={field.value}
        options={MODES}
        onChange={field.onChange}
        onBlur={field.onBlur}
        problem={problem(field.name)}
        className="@min-[560px]/book:grid-cols-2"
      />
      {field.value === 'background' && (
        <div className="mt-3 grid gap-4 rounded-control border border-line bg-sunken p-3.5 @min-[560px]/book:grid-cols-2">
          <Length control={control} name="sync" limits={SYNC_TIMEOUT} />
          <Length control={control} name="async" limits={ASYNC_TIMEOUT} />
        </div>
      )}
    </SectionCard>
  )
}

interface LengthProps {
  control: BookingControl
  name: 'sync' | 'async'
  limits: { min: number; max: number }
}

function Length({ control, name, limits }: LengthProps) {
  const values = useWatch({ control, compute: (all) => all })
  const { sync, background } = typedTimes(values)
  const unit = useFormText({ control, name: `${name}_unit` })
  const milliseconds = name === 'sync' ? sync : background
  const label = LABELS[`${name}_amount`]
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)_minmax(104px,1fr)] items-start gap-2">
      <legend className="sr-only">{label}</legend>
      <FormField
        control={control}
        name={`${name}_amount`}
        label={label}
        hint={`${rangeWords(limits)}.`}
        inputMode="decimal"
        aside={
          <Verbatim className="font-mono text-xs text-ink-3">
            {milliseconds === null ? '–' : `${milliseconds} ms`}
          </Verbatim>
        }
        verbatim
      />
      <SelectField label="Unit" id={unit.id} value={unit.value} onChange={unit.onChange} onBlur={unit.onBlur}>
        <Options of={UNITS.map((each) => [each, each])} />
      </SelectField>
    </fieldset>
  )
}

interface NotesFieldProps {
  control: Control<BookingValues, unknown, unknown>
  /** The order's own notes. */
  offered: string | null | undefined
}

/** Notes with their length, as the service counts it. What is too long can be typed and is said: nothing is cut. */
export function NotesField({ control, offered }: NotesFieldProps) {
  const { problem, id, value, onChange, onBlur } = useFormText({ control, name: 'appointment_notes' })
  const length = notesLength(value)
  const isOver = length > NOTES_LIMIT
  return (
    <TextField
      id={id}
      value={value}
      onChange={onChange}
      onBlur={onBlur}
      isInvalid={Boolean(problem) || isOver}
      validationBehavior="aria"
      className="flex flex-col gap-1.5"
    >
      <span className="flex items-baseline justify-between gap-3">
        <Label className={labelStyle}>
          {LABELS.appointment_notes} <span className="font-text text-ink-3">(optional)</span>
        </Label>
        <span data-tone={isOver ? 'bad' : undefined} className={isOver ? 'text-xs text-tone-fg' : 'text-xs text-ink-3'}>
          <span>
            {formatCount(length)} of {formatCount(NOTES_LIMIT)}
          </span>
          {isOver && `, ${formatCount(length - NOTES_LIMIT)} too many`}
        </span>
      </span>
      <TextArea rows={3} autoComplete="off" className={`${boxStyle} p-2.5 text-sm max-rail:text-lg`} />
      <OrderNotes
        notes={offered?.trim() ?? ''}
        value={value}
        onAdd={(notes) => {
          onChange(notes)
          // The button goes once the notes are in.
          document.getElementById(id)?.focus()
        }}
      />
      <Text slot="description" className="text-xs text-ink-3">
        The provider can read this. Don’t include diagnoses or results.
      </Text>
      <FieldError data-tone="bad" className={problemStyle}>
        {problem && <ProblemText>{problem}</ProblemText>}
      </FieldError>
    </TextField>
  )
}

/** The order's notes, added below what is typed already; what is masked is neither shown nor added. */
function OrderNotes({ notes, value, onAdd }: { notes: string; value: string; onAdd: (value: string) => void }) {
  const { masked } = usePatientData()
  if (notes === '') return null
  if (masked || isMasked(notes)) {
    return <p className="text-xs text-ink-2">The order has notes. Show patient data to use them.</p>
  }
  const typed = value.trimEnd()
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1.5">
      <p className="min-w-0 flex-1 basis-48 text-xs text-ink-2">
        On the order: <span className="whitespace-pre-line text-ink">{notes}</span>
      </p>
      {value.includes(notes) ? (
        <p className="text-xs text-ink-2">Order notes added</p>
      ) : (
        <Button onPress={() => onAdd(typed === '' ? notes : `${typed}\n${notes}`)}>Add order notes</Button>
      )}
    </div>
  )
}
