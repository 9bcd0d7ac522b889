/** Finds where a text stops being JSON. Our own: engines' messages differ, some give no place or quote the text, which may be a token. */

const LITERAL = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids exactly these
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const SPACE = /[ \t\n\r]*/y

/** Next expected token; `first` and `first_key` may also end the list or object just opened. */
type Expected = 'value' | 'first' | 'key' | 'first_key' | 'colon' | 'comma' | 'end'
type Step = [at: number, expected: Expected]

const MAY_CLOSE: readonly Expected[] = ['comma', 'first', 'first_key']

/** Returns the place, from 1, of the first character that cannot be there; null when the text is JSON. */
export function brokenAt(text: string): { line: number; column: number } | null {
  const open: ('[' | '{')[] = []
  let at = text.startsWith('\uFEFF') ? 1 : 0
  let expected: Expected = 'value'
  for (;;) {
    at = endOf(SPACE, text, at)
    const step: Step | null = at < text.length ? nextToken(text, at, expected, open) : null
    if (!step) break
    ;[at, expected] = step
  }
  if (at >= text.length && expected === 'end') return null
  const before = text.slice(0, at)
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') }
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

/** Returns where the next token ends and what follows it; null where no token is allowed. */
function nextToken(text: string, at: number, expected: Expected, open: ('[' | '{')[]): Step | null {
  const char = text[at]
  const inner = open.at(-1)
  if (MAY_CLOSE.includes(expected) && char === (inner === '[' ? ']' : '}')) {
    open.pop()
    return [at + 1, open.length === 0 ? 'end' : 'comma']
  }
  switch (expected) {
    case 'end':
      return null
    case 'comma':
      return char === ',' ? [at + 1, inner === '{' ? 'key' : 'value'] : null
    case 'colon':
      return char === ':' ? [at + 1, 'value'] : null
    case 'key':
    case 'first_key': {
      const end = endOf(STRING, text, at)
      return end > at ? [end, 'colon'] : null
    }
    default:
      return nextValue(text, at, open)
  }
}

function nextValue(text: string, at: number, open: ('[' | '{')[]): Step | null {
  const char = text[at]
  if (char === '[' || char === '{') {
    open.push(char)
    return [at + 1, char === '[' ? 'first' : 'first_key']
  }
  const end = Math.max(endOf(STRING, text, at), endOf(LITERAL, text, at))
  return end > at ? [end, open.length === 0 ? 'end' : 'comma'] : null
}
