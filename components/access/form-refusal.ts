import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import type { RequestError } from '#lib/kernel/client/errors.ts'
import { refusedFields } from '#lib/kernel/client/refusals.ts'

/**
 * Puts what the service said of single fields, or of an item in them, to those fields. Returns what is left to be said
 * for the whole form, null when nothing is.
 */
export function refuseFields<V extends FieldValues>(
  error: RequestError,
  fields: readonly FieldPath<V>[],
  setError: UseFormSetError<V>,
): string | null {
  const fieldOf = (path: string) => fields.find((field) => path === field || path.startsWith(`${field}.`))
  const refused = refusedFields(error, (path) => fieldOf(path) !== undefined)
  for (const [path, message] of refused.fields) {
    const field = fieldOf(path)
    if (field) setError(field, { type: 'service', message }, { shouldFocus: true })
  }
  return refused.text
}
