/** What no database keeps and no answer could repeat: found in an input before anything else looks at it. */
import type { ValidationIssue } from '#lib/contract/errors.ts'

/** Levels of objects and lists in one another; the deepest body of the API has four. */
const DEEPEST = 32

type Path = readonly (string | number)[]

/** The first text with a NUL character or half a surrogate pair, or value nested too deeply; null when all is well. */
export function unstorable(place: 'body' | 'query', input: unknown): ValidationIssue | null {
  const left: { value: unknown; path: Path }[] = [{ value: input, path: [place] }]
  for (let next = left.pop(); next; next = left.pop()) {
    const { value, path } = next
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
  invalid_text: 'A text has a character that is none: NUL, or half of a pair.',
  too_deep: `Values are nested more than ${DEEPEST} levels deep.`,
} as const

function problemOf(value: unknown, depth: number): keyof typeof MESSAGES | null {
  if (depth > DEEPEST) return 'too_deep'
  return typeof value === 'string' && !isPlain(value) ? 'invalid_text' : null
}

function isPlain(text: string) {
  return text.isWellFormed() && !text.includes('\0')
}
