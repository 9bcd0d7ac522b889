/** JSON files: a list of objects, the body of a bulk import (`{provider, connections}`), or one object per line. */
import { type Cell, problem, type Read, rowCountProblem, type Table } from './table.ts'

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

type Item = { readonly [key: string]: Cell }

export function readJson(text: string): Read<Table> {
  const whole = parse(text)
  if (whole === undefined) return hasObjectLines(text) ? readLines(text) : broken(text)
  const { connections = null, provider = null } = isItem(whole) ? whole : {}
  const list = [whole, connections].find(isList) ?? (isItem(whole) ? [whole] : null)
  if (!list) return NOT_A_LIST
  const wrong = list.findIndex((item) => !isItem(item))
  if (wrong !== -1) return problem('Some items aren’t objects', `Item ${wrong + 1} of the list isn’t a JSON object.`)
  const numbers = list.map((_, index) => index + 1)
  const named = isList(connections) && typeof provider === 'string' ? provider : null
  return tableOf(list.filter(isItem), numbers, 'json', named)
}

const NOT_A_LIST = problem(
  'The JSON isn’t a list of connections',
  'Use a list of objects, an object with a list named “connections”, or one object per line.',
)

function broken(text: string): Read<Table> {
  const place = brokenAt(text)
  const where = place ? `Line ${place.line}, column ${place.column}` : 'The text'
  return problem(
    'The JSON is invalid',
    `${where}: something is missing or extra there. Fix it and choose the file again.`,
  )
}

function hasObjectLines(text: string): boolean {
  return isItem(parse(text.split('\n').find((line) => line.trim() !== '') ?? ''))
}

function readLines(text: string): Read<Table> {
  const items: Item[] = []
  const numbers: number[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const item = parse(line)
    if (item === undefined)
      return problem(
        'The JSON is invalid',
        `Line ${index + 1}, column ${brokenAt(line)?.column ?? 1}: something is missing or extra there. Each line must be one complete object.`,
      )
    if (!isItem(item)) return problem('Some lines aren’t objects', `Line ${index + 1} isn’t a JSON object.`)
    items.push(item)
    numbers.push(index + 1)
  }
  return tableOf(items, numbers, 'jsonl', null)
}

function tableOf(items: Item[], numbers: number[], format: 'json' | 'jsonl', provider: string | null): Read<Table> {
  const wrong = rowCountProblem(items.length)
  if (wrong) return wrong
  const columns = [...new Set(items.flatMap((item) => Object.keys(item)))]
  const rows = items.map((item) => columns.map((column) => item[column] ?? null))
  return { ok: true, value: { format, unit: format === 'json' ? 'item' : 'line', columns, rows, numbers, provider } }
}

function isList(cell: Cell): cell is readonly Cell[] {
  return Array.isArray(cell)
}

function isItem(cell: Cell | undefined): cell is Item {
  return typeof cell === 'object' && cell !== null && !Array.isArray(cell)
}

/** Undefined when the text is not JSON. The engine's message holds pieces of the text, so it is dropped. */
function parse(text: string): Cell | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
