/** A body as lines of text, with what is different from another body. Pure. */
import diff from 'microdiff'

type Mark = 'added' | 'removed' | 'changed' | null

export interface JsonLine {
  /** Unique React key. */
  id: string
  depth: number
  /** With quotes and colon; empty in a list. */
  name: string
  text: string
  kind: 'text' | 'number' | 'word' | 'frame'
  mark: Mark
  /** Line number in the body; a removed line has that of the line after it. */
  number: number
}

/** Keys as the steps of a path, as in a JSON pointer. */
const step = (key: string | number) => String(key).replaceAll('~', '~0').replaceAll('/', '~1')
const unstep = (key: string) => key.replaceAll('~1', '/').replaceAll('~0', '~')

/** Differences by path. */
interface Compared {
  marks: ReadonlyMap<string, Mark>
  /** Previous values of changed and removed paths. */
  old: ReadonlyMap<string, unknown>
  /** Paths of what is gone, by what it was in: looked for in each list anew, a long one would take seconds. */
  gone: ReadonlyMap<string, readonly string[]>
}

const SAME: Compared = { marks: new Map(), old: new Map(), gone: new Map() }
const parentOf = (path: string) => path.slice(0, path.lastIndexOf('/'))

/** Lines of a body; compared with `before`, each changed value comes after what it was. */
export function jsonLines(body: unknown, before?: unknown): JsonLine[] {
  let number = 1
  return unnumberedLines(body, before).map((line) => {
    const numbered = { ...line, number }
    if (line.mark !== 'removed') number += 1
    return numbered
  })
}

type Line = Omit<JsonLine, 'number'>

function unnumberedLines(body: unknown, before: unknown): Line[] {
  const isCompared = isNested(body) && isNested(before)
  const whole: Place = { depth: 0, name: '', path: '$', mark: null, comma: '' }
  if (!isCompared) return linesOf(body, whole, SAME)
  const marks = new Map<string, Mark>()
  const old = new Map<string, unknown>()
  for (const change of diff({ $: before }, { $: body })) {
    const path = change.path.map(step).join('/')
    if (change.type === 'CREATE') marks.set(path, 'added')
    if (change.type === 'CHANGE') {
      marks.set(path, 'changed')
      old.set(path, change.oldValue)
    }
    if (change.type === 'REMOVE') old.set(path, change.oldValue)
  }
  const lost = [...old.keys()].filter((path) => !marks.has(path))
  return linesOf(body, whole, { marks, old, gone: Map.groupBy(lost, parentOf) })
}

interface Place {
  depth: number
  name: string
  path: string
  mark: Mark
  comma: string
}

function linesOf(value: unknown, place: Place, compared: Compared): Line[] {
  const { marks, old } = compared
  const { depth, name, path, comma } = place
  const mark = place.mark ?? marks.get(path) ?? null
  const was = marks.get(path) === 'changed' ? removed(old.get(path), { ...place, path: `${path} before` }) : []
  const line = { id: path, depth, name, mark }
  if (!isNested(value)) return [...was, { ...line, text: `${JSON.stringify(value)}${comma}`, kind: kindOf(value) }]
  const isList = Array.isArray(value)
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  const gone = compared.gone.get(path) ?? []
  const entries = Object.entries(value)
  if (entries.length + gone.length === 0) return [...was, { ...line, text: `${open}${close}${comma}`, kind: 'frame' }]
  const inner = entries.flatMap(([key, each], index) =>
    linesOf(
      each,
      {
        depth: depth + 1,
        name: isList ? '' : `${JSON.stringify(key)}: `,
        path: `${path}/${step(key)}`,
        mark: mark === 'added' ? mark : null,
        comma: index < entries.length - 1 ? ',' : '',
      },
      compared,
    ),
  )
  const lost = gone.flatMap((key) => {
    const last = unstep(key.slice(key.lastIndexOf('/') + 1))
    const name = isList ? '' : `${JSON.stringify(last)}: `
    return removed(old.get(key), { depth: depth + 1, name, path: key, mark: 'removed', comma: '' })
  })
  return [
    ...was,
    { ...line, text: open, kind: 'frame' },
    ...inner,
    ...lost,
    { ...line, id: `${path} end`, name: '', text: `${close}${comma}`, kind: 'frame' },
  ]
}

function removed(value: unknown, place: Place): Line[] {
  return linesOf(value, { ...place, mark: 'removed' }, SAME).map((line) => ({
    ...line,
    mark: 'removed',
  }))
}

function isNested(value: unknown): value is Record<string, unknown> | unknown[] {
  return typeof value === 'object' && value !== null
}

function kindOf(value: unknown): JsonLine['kind'] {
  if (typeof value === 'string') return 'text'
  return typeof value === 'number' ? 'number' : 'word'
}

/** Returns how many lines a comparison adds and removes. */
export function countChanges(lines: readonly JsonLine[]): { added: number; removed: number } {
  const removed = lines.filter(({ mark }) => mark === 'removed').length
  return { added: lines.filter(({ mark }) => mark !== null).length - removed, removed }
}

/** Lines that are left out because nothing in them is different. */
export interface FoldedLines {
  id: string
  folded: JsonLine[]
}

/** Only what is different, with so many lines around it. */
export function changedLines(lines: readonly JsonLine[], around = 2): (JsonLine | FoldedLines)[] {
  const isNear = lines.map((_, at) => lines.slice(Math.max(0, at - around), at + around + 1).some(({ mark }) => mark))
  const shown: (JsonLine | FoldedLines)[] = []
  for (const [at, line] of lines.entries()) {
    const last = shown.at(-1)
    if (isNear[at]) shown.push(line)
    else if (last && 'folded' in last) last.folded.push(line)
    else shown.push({ id: `${line.id} folded`, folded: [line] })
  }
  return shown
}
