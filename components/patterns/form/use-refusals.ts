'use client'
import { useState } from 'react'
import { type FieldErrors, NO_ERRORS, valueAt } from '#lib/kernel/client/field-errors.ts'

interface Refusals {
  errors: FieldErrors
  /** The values that were sent. */
  sent: unknown
}

const NONE: Refusals = { errors: NO_ERRORS, sent: null }

const isSame = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right)

/** Holds what was refused of the values sent last: of a field for as long as its value is the same. */
export function useRefusals(values: unknown) {
  const [{ errors, sent }, setRefusals] = useState(NONE)
  return {
    text: errors.text,
    refusal: (path: string) =>
      isSame(valueAt(sent, path), valueAt(values, path)) ? errors.fields.get(path) : undefined,
    refuse: (next: FieldErrors, from: unknown = values) => setRefusals({ errors: next, sent: from }),
    forget: () => setRefusals(NONE),
  }
}
