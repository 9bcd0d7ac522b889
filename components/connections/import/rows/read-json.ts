/** JSON files: a list of objects, the body of a bulk import (`{provider, connections}`), or one object a line. */
import { brokenAt } from './json-place.ts'
import { type Cell, MAX_ROWS, NO_ROWS, problem, type Read, type Table, TOO_MANY_ROWS } from './table.ts'

type Item = { readonly [key: string]: Cell }

const NOT_A_LIST = problem(
  'The JSON is not a list of connections',
  'It should be a list of objects, an object with a list named “connections”, or one object a line.',
)

export function readJson(text: string): Read<Table> {
  const whole = parse(text)
  if (whole === undefined) return looksLikeLines(text) ? readLines(text) : broken(text)
  const { items, provider } = listOf(whole)
  if (!items) return isItem(whole) ? tableOf([whole], [1], 'json', null) : NOT_A_LIST
  const wrong = items.findIndex((item) => !isItem(item))
  if (wrong !== -1) return problem('Not every item is an object', `Item ${wrong + 1} of the list is not a JSON object.`)
  return tableOf(
    items.filter(isItem),
    items.map((_, index) => index + 1),
    'json',
    provider,
  )
}

function broken(text: string): Read<Table> {
  const place = brokenAt(text)
  const where = place ? `Line ${place.line}, column ${place.column}` : 'The text'
  return problem(
    'The JSON is broken',
    `${where}: something is missing or too much there. Put it right and choose the file again.`,
  )
}

/** A first line that is an object by itself. */
function looksLikeLines(text: string): boolean {
  const first = text.split('\n').find((line) => line.trim() !== '')
  return first !== undefined && isItem(parse(first))
}

function readLines(text: string): Read<Table> {
  const items: Item[] = []
  const numbers: number[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const item = parse(line)
    if (item === undefined) {
      const column = brokenAt(line)?.column ?? 1
      return problem(
        'The JSON is broken',
        `Line ${index + 1}, column ${column}: something is missing or too much there. Each line should be one whole object.`,
      )
    }
    if (!isItem(item)) return problem('Not every line is an object', `Line ${index + 1} is not a JSON object.`)
    items.push(item)
    numbers.push(index + 1)
  }
  return tableOf(items, numbers, 'jsonl', null)
}

function tableOf(items: Item[], numbers: number[], format: 'json' | 'jsonl', provider: string | null): Read<Table> {
  if (items.length === 0) return NO_ROWS
  if (items.length > MAX_ROWS) return TOO_MANY_ROWS
  const columns = [...new Set(items.flatMap((item) => Object.keys(item)))]
  const rows = items.map((item) => columns.map((column) => item[column] ?? null))
  return { ok: true, value: { format, unit: format === 'json' ? 'item' : 'line', columns, rows, numbers, provider } }
}

function listOf(whole: Cell): { items: readonly Cell[] | null; provider: string | null } {
  if (isList(whole)) return { items: whole, provider: null }
  if (!isItem(whole)) return { items: null, provider: null }
  const { connections = null, provider } = whole
  return { items: isList(connections) ? connections : null, provider: typeof provider === 'string' ? provider : null }
}

function isList(cell: Cell): cell is readonly Cell[] {
  return Array.isArray(cell)
}

function isItem(cell: Cell | undefined): cell is Item {
  return typeof cell === 'object' && cell !== null && !Array.isArray(cell)
}

/** Undefined when the text is not JSON. What an engine says of it holds pieces of the text, so it is not kept. */
function parse(text: string): Cell | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
