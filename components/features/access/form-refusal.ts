import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import type { RequestError } from '#lib/client/errors.ts'

/**
 * Puts what the service said of single fields to those fields. Returns what is left to be said for the whole form, null
 * when nothing is.
 */
export function refuseFields<V extends FieldValues>(
  error: RequestError,
  fields: readonly FieldPath<V>[],
  setError: UseFormSetError<V>,
): string | null {
  const rest: string[] = []
  for (const { loc, msg } of error.issues) {
    const field = fields.find((name) => name === String(loc[1]))
    if (field) setError(field, { type: 'service', message: msg }, { shouldFocus: true })
    else rest.push(msg)
  }
  if (error.issues.length === 0) return error.message
  return rest.length > 0 ? rest.join(' ') : null
}
