/** The one mapper from a failed call to the fields of a form. Pure. */
import { z } from 'zod'
import { type ValidationIssue, validationIssue } from '#lib/kernel/error-body.ts'
import type { RequestError } from './errors.ts'

export interface FieldErrors {
  /** By the path of the form's field: `address.zip_code`. */
  fields: ReadonlyMap<string, string>
  /** Problem that belongs to no field; null without one. */
  text: string | null
}

export const NO_ERRORS: FieldErrors = { fields: new Map(), text: null }

/** Author of an error's text: the console writes for people, a service is quoted. */
export type Speaker = 'console' | 'service'

interface MapOptions {
  /** Returns the form's field for a path of the body; null where the form has none. */
  fieldOf: (path: string) => string | null
  speaker: Speaker
}

const withIssues = z.looseObject({ issues: z.array(validationIssue) })

/** Returns `issues` of the answer where it has them, else the list in its `detail`. */
function issuesOf({ body, issues }: RequestError): readonly ValidationIssue[] {
  return withIssues.safeParse(body).data?.issues ?? issues
}

/** Sorts what is wrong with a call by field. A conflict, a lost connection and the like are a text for the whole form. */
export function fieldErrors(error: RequestError, { fieldOf, speaker }: MapOptions): FieldErrors {
  const issues = issuesOf(error)
  if (issues.length === 0) return { fields: new Map(), text: error.message }
  const isQuoted = speaker === 'service' && error.kind !== 'input'
  const fields = new Map<string, string>()
  const others: string[] = []
  for (const { loc, msg } of issues) {
    const path = loc.slice(1).join('.')
    const field = fieldOf(path)
    if (field === null) others.push(speaker === 'service' ? `${path || 'The whole'}: ${msg}` : msg)
    else fields.set(field, isQuoted ? `The service refused this: “${msg}”` : msg)
  }
  return { fields, text: others.length > 0 ? others.join('; ') : null }
}

/** Returns the field that a path is, or is inside of: `sources.0` is part of `sources`; null for none. */
export function fieldAt<F extends string>(path: string, fields: readonly F[]): F | null {
  return fields.find((field) => path === field || path.startsWith(`${field}.`)) ?? null
}

/** Returns what stands at a path of a form's values; undefined where nothing does. */
export function valueAt(values: unknown, path: string): unknown {
  let at: unknown = values
  for (const key of path.split('.')) {
    at = typeof at === 'object' && at !== null ? new Map(Object.entries(at)).get(key) : undefined
  }
  return at
}

/** Returns the text at a path of a form's values; empty where there is none. */
export function textAt(values: unknown, path: string): string {
  const found = valueAt(values, path)
  return typeof found === 'string' ? found : ''
}
