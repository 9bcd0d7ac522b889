/** Refuses values that no database stores or no response could repeat, before anything else reads them. */
import type { InputPlace, ValidationIssue } from './error-body.ts'

/** Levels of objects and lists in one another; the deepest body of the API has four. */
export const DEEPEST = 32
/** Ten thousand connections of a bulk import with a dozen scopes each; far more would hold up everybody else. */
export const MOST = 200_000

type Path = readonly (string | number)[]

/** The first text with a NUL character or half a surrogate pair, or value too deep or too many; null when all is well. */
export function unstorable(place: InputPlace, input: unknown): ValidationIssue | null {
  const left: { value: unknown; path: Path }[] = [{ value: input, path: [place] }]
  let values = 0
  for (let next = left.pop(); next; next = left.pop()) {
    const { value, path } = next
    values += 1
    if (values > MOST) return { loc: [place], msg: MESSAGES.too_many, type: 'too_many' }
    const type = problemOf(value, path.length)
    if (type) return { loc: [...path], msg: MESSAGES[type], type }
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of Object.entries(value)) {
      if (!isPlain(key)) return { loc: [...path], msg: MESSAGES.invalid_text, type: 'invalid_text' }
      left.push({ value: inner, path: [...path, Array.isArray(value) ? Number(key) : key] })
    }
  }
  return null
}

const MESSAGES = {
  invalid_text: 'The text contains a character that can’t be stored.',
  too_many: `There are more than ${MOST.toLocaleString('en-US')} values. Send them in several calls.`,
  too_deep: `Values are nested more than ${DEEPEST} levels deep.`,
} as const

export const TOO_DEEP: ValidationIssue = { loc: ['body'], msg: MESSAGES.too_deep, type: 'too_deep' }
export const TOO_MANY: ValidationIssue = { loc: ['body'], msg: MESSAGES.too_many, type: 'too_many' }

function problemOf(value: unknown, depth: number): keyof typeof MESSAGES | null {
  if (depth > DEEPEST) return 'too_deep'
  return typeof value === 'string' && !isPlain(value) ? 'invalid_text' : null
}

function isPlain(text: string) {
  return text.isWellFormed() && !text.includes('\0')
}
