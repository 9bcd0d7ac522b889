'use client'
import { FieldError, Label, Text, TextArea, TextField } from 'react-aria-components'
import { boxStyle } from './box-style.ts'
import { labelStyle } from './field.tsx'

export interface NoteFieldProps {
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
export function NoteField({ label, hint, max, rows, value, problem, ...props }: NoteFieldProps) {
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
        <span>
          {value.trim().length} of {max}
        </span>
      </Text>
      <FieldError data-tone="bad" className="text-sm font-control text-tone-fg">
        {problem}
      </FieldError>
    </TextField>
  )
}
