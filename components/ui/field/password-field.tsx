'use client'
import { Eye, EyeOff, LockKeyhole } from 'lucide-react'
import { useState } from 'react'
import { midSentence } from '#lib/utils/text/mid-sentence.ts'
import { Field, type FieldProps } from './field.tsx'

export interface PasswordFieldProps extends Omit<FieldProps, 'icon' | 'trailing' | 'type' | 'autoComplete'> {
  /** Tells a password manager which one is meant. */
  autoComplete: 'current-password' | 'new-password'
}

export function PasswordField(props: PasswordFieldProps) {
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
          <Icon aria-hidden="true" className="size-4" strokeWidth={1.8} />
        </button>
      }
    />
  )
}
