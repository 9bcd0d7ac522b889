'use client'
import { FieldError, Label, Text, TextArea, TextField } from 'react-aria-components'
import type { Control } from 'react-hook-form'
import { useFormText } from '#components/patterns/form/form-field.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { usePatientData } from '#components/ui/display/mask.tsx'
import { boxStyle } from '#components/ui/field/box-style.ts'
import { labelStyle, ProblemText, problemStyle } from '#components/ui/field/field.tsx'
import { formatCount } from '#lib/utils/text/counts.ts'
import { isMasked } from '#lib/utils/text/mask.ts'
import { type BookingValues, LABELS, NOTES_LIMIT, notesLength } from './booking-form.ts'

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

interface OrderNotesProps {
  notes: string
  value: string
  onAdd: (value: string) => void
}

/** The order's notes, added below what is typed already; what is masked is neither shown nor added. */
function OrderNotes({ notes, value, onAdd }: OrderNotesProps) {
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
