/** What a service says of the fields of a form, and for how long it holds: until the value is another one. */
import { useState } from 'react'
import type { RequestError } from './errors.ts'

interface Refused {
  /** By path: `address.zip_code`. */
  fields: ReadonlyMap<string, string>
  /** What is wrong besides the fields of the form; null when nothing is. */
  text: string | null
}

/** The service's own words, below ours; what this console found itself has its own already. */
export function refusedFields({ kind, issues, message }: RequestError, known: (path: string) => boolean): Refused {
  const fields = new Map<string, string>()
  const others: string[] = []
  for (const { loc, msg } of issues) {
    const path = loc.slice(1).join('.')
    const words = kind === 'input' ? msg : `The service refused this: “${msg}”`
    if (known(path)) fields.set(path, words)
    else others.push(`${path || 'The whole'}: ${msg}`)
  }
  if (issues.length === 0) return { fields, text: message }
  return { fields, text: others.length > 0 ? others.join('; ') : null }
}

/** The text at a path of a form's values; empty where there is none. */
export function textAt(values: unknown, path: string): string {
  let at: unknown = values
  for (const key of path.split('.')) {
    at = typeof at === 'object' && at !== null ? new Map(Object.entries(at)).get(key) : undefined
  }
  return typeof at === 'string' ? at : ''
}

const NONE: Refused = { fields: new Map(), text: null }

/** Refusals of what was sent last. `values` are those of the form now. */
export function useRefusals(values: unknown) {
  const [{ refused, sent }, setState] = useState<{ refused: Refused; sent: unknown }>({ refused: NONE, sent: null })
  return {
    text: refused.text,
    refusal: (path: string) => (textAt(sent, path) === textAt(values, path) ? refused.fields.get(path) : undefined),
    refuse: (next: Refused) => setState({ refused: next, sent: values }),
    forget: () => setState({ refused: NONE, sent: null }),
  }
}
