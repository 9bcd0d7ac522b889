/** Where a text stops being JSON. Engines say it in words of their own, some with the text itself in them, which may be a token. */

export interface Place {
  /** Both from 1. */
  line: number
  column: number
}

const LITERAL = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids exactly these
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const SPACE = /[ \t\n\r]*/y

/** What may come next: `first` is a value or the end of what has just been opened. */
type Expected = 'value' | 'first' | 'key' | 'first_key' | 'colon' | 'comma' | 'end'

/** The place of the first character that no JSON has there; null when the text is JSON. */
export function brokenAt(text: string): Place | null {
  const offset = brokenOffset(text)
  if (offset === null) return null
  const before = text.slice(0, offset)
  const lastBreak = before.lastIndexOf('\n')
  return { line: before.split('\n').length, column: offset - lastBreak }
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

function brokenOffset(text: string): number | null {
  const open: ('[' | '{')[] = []
  let expected: Expected = 'value'
  let at = text.startsWith('\uFEFF') ? 1 : 0
  for (;;) {
    at = skip(SPACE, text, at)
    if (at >= text.length) return expected === 'end' ? null : at
    const step = next(text, at, expected, open)
    if (!step) return at
    at = step.at
    expected = step.expected
  }
}

interface Step {
  at: number
  expected: Expected
}

const CLOSES: readonly Expected[] = ['comma', 'first', 'first_key']

/** One token further; null where the text has none that may stand there. */
function next(text: string, at: number, expected: Expected, open: ('[' | '{')[]): Step | null {
  const char = text[at]
  const inner = open.at(-1)
  if (CLOSES.includes(expected) && char === (inner === '[' ? ']' : '}')) {
    open.pop()
    return { at: at + 1, expected: open.length === 0 ? 'end' : 'comma' }
  }
  switch (expected) {
    case 'comma':
      return char === ',' ? { at: at + 1, expected: inner === '{' ? 'key' : 'value' } : null
    case 'colon':
      return char === ':' ? { at: at + 1, expected: 'value' } : null
    case 'key':
    case 'first_key': {
      const end = skip(STRING, text, at)
      return end > at ? { at: end, expected: 'colon' } : null
    }
    case 'end':
      return null
    default:
      return value(text, at, open)
  }
}

function value(text: string, at: number, open: ('[' | '{')[]): Step | null {
  const char = text[at]
  if (char === '[' || char === '{') {
    open.push(char)
    return { at: at + 1, expected: char === '[' ? 'first' : 'first_key' }
  }
  const end = Math.max(skip(STRING, text, at), skip(LITERAL, text, at))
  return end > at ? { at: end, expected: open.length === 0 ? 'end' : 'comma' } : null
}
