import { createContext } from 'react'

export interface FieldError {
  id: string
  label: string
  problem: string
}

interface FormScope {
  id: string
  /** Returns the current problem of a field. */
  problem: (path: string) => string | undefined
}

export const FormScopeContext = createContext<FormScope>({ id: 'form', problem: () => undefined })

/** Returns the id of a field's box, by which a summary of errors leads to it. */
export function fieldId(form: string, path: string) {
  return `${form}-${path.replaceAll('.', '-')}`
}
