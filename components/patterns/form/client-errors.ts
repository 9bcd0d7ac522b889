import type { FieldErrors } from '#lib/kernel/client/field-errors.ts'

/** Sorts what a form's own check found: by field, and as a text what no field of the form has. */
export function clientErrors(found: object, fieldOf: (path: string) => string | null): FieldErrors {
  const fields = new Map<string, string>()
  const others: string[] = []
  for (const { path, message } of messagesIn(found, '')) {
    const field = fieldOf(path)
    if (field === null) others.push(message)
    else if (!fields.has(field)) fields.set(field, message)
  }
  return { fields, text: others.length > 0 ? others.join(' ') : null }
}

/** Walks react-hook-form's tree of errors, in which a leaf has a `message` and a branch has fields or items. */
function messagesIn(found: object, at: string): { path: string; message: string }[] {
  return Object.entries(found).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value !== 'object' || value === null) return []
    const below = at === '' ? key : `${at}.${key}`
    const path = key === 'root' ? at : below
    if ('message' in value && typeof value.message === 'string') return [{ path, message: value.message }]
    return messagesIn(value, path)
  })
}
