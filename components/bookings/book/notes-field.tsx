'use client'
import { FieldError, Label, Text, TextArea, TextField } from 'react-aria-components'
import type { Control } from 'react-hook-form'
import { useFormText } from '#components/patterns/form/form-field.tsx'
import { boxStyle } from '#components/ui/field/box-style.ts'
import { labelStyle, ProblemText, problemStyle } from '#components/ui/field/field.tsx'
import { formatCount } from '#lib/utils/text/counts.ts'
import { type BookingValues, LABELS, NOTES_LIMIT, notesLength } from './booking-form.ts'

/** Notes with their length, as the service counts it. What is too long can be typed and is said: nothing is cut. */
export function NotesField({ control }: { control: Control<BookingValues, unknown, unknown> }) {
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
          {formatCount(length)} of {formatCount(NOTES_LIMIT)}
          {isOver && `, ${formatCount(length - NOTES_LIMIT)} too many`}
        </span>
      </span>
      <TextArea rows={3} autoComplete="off" className={`${boxStyle} p-2.5 text-sm max-rail:text-lg`} />
      <Text slot="description" className="text-xs text-ink-3">
        The provider can read this. Don’t include diagnoses or results.
      </Text>
      <FieldError data-tone="bad" className={problemStyle}>
        {problem && <ProblemText>{problem}</ProblemText>}
      </FieldError>
    </TextField>
  )
}
