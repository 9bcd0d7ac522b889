/** A JSON body as numbered lines, alone or beside the version that it replaced. */
import clsx from 'clsx'
import { ChevronsUpDown, Copy } from 'lucide-react'
import diff from 'microdiff'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { useCopy } from '#components/ui/display/copyable-id.tsx'
import { usePatientData } from '#components/ui/display/mask.tsx'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import { MASK } from '#lib/utils/text/mask.ts'

const SIGNS = { added: '+', removed: '−', changed: '+' } as const
const MARKED = {
  added: { tone: 'ok', words: 'Added: ' },
  changed: { tone: 'ok', words: 'Now: ' },
  removed: { tone: 'bad', words: 'Before: ' },
} as const
const KINDS = { text: 'text-ink', number: 'text-accent-ink', word: 'text-accent-ink', frame: 'text-ink-2' } as const

function JsonLines({ lines }: { lines: readonly (JsonLine | FoldedLines)[] }) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  return lines.map((line) => {
    if (!('folded' in line)) return <Line key={line.id} line={line} />
    if (opened.has(line.id)) return line.folded.map((each) => <Line key={each.id} line={each} />)
    return (
      <button
        key={line.id}
        type="button"
        onClick={() => setOpened(new Set([...opened, line.id]))}
        className="flex min-h-6 w-full items-center gap-2 border-y border-line bg-surface px-2 text-left text-ink-2 hover:bg-hover focus-visible:outline-offset-[-2px] max-rail:min-h-10"
      >
        <ChevronsUpDown className="size-3.5 shrink-0" />
        {countOf(line.folded.length, 'unchanged line')}
      </button>
    )
  })
}

function Line({ line: { depth, name, text, kind, mark, number } }: { line: JsonLine }) {
  const { masked } = usePatientData()
  return (
    <p
      data-tone={mark ? MARKED[mark].tone : undefined}
      className={clsx(
        'flex border-l-2 pr-2 break-words whitespace-pre-wrap data-tone:bg-tone-soft',
        mark ? 'border-tone-dot' : 'border-transparent',
      )}
    >
      <span aria-hidden="true" className="w-8 shrink-0 pr-1.5 text-right text-ink-3 tabular-nums select-none">
        {number}
      </span>
      <span aria-hidden="true" className="w-4 shrink-0 text-tone-fg select-none">
        {mark && SIGNS[mark]}
      </span>
      <span className="min-w-0 break-words" style={{ paddingLeft: `${Math.min(depth, 12) * 0.75}em` }}>
        {mark && <span className="sr-only">{MARKED[mark].words}</span>}
        <span className="text-ink-2">{name}</span>
        <span className={KINDS[kind]}>{masked && kind !== 'frame' ? MASK : text}</span>
      </span>
    </p>
  )
}

interface JsonViewProps {
  body: unknown
  /** The version that it replaced; null where there is none. */
  before: unknown
  /** Label of the compared body. */
  comparison: ReactNode
  /** Beside the other buttons. */
  actions?: ReactNode
}

/** Lines that are drawn before somebody asks for all of them. */
const FIRST_LINES = 400

export function JsonView({ body, before, comparison, actions }: JsonViewProps) {
  const { masked } = usePatientData()
  // Masked values are all alike: nothing in them could be seen to differ.
  const isCompared = before !== null && before !== undefined && !masked
  const [isWhole, setWhole] = useState(false)
  const [isLong, setLong] = useState(false)
  const lines = useMemo(() => jsonLines(body, isCompared ? before : undefined), [body, before, isCompared])
  const { copied, copy } = useCopy(() => JSON.stringify(body, null, 2), 'Body')
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    // The button that was pressed to open it is gone.
    if (document.activeElement === document.body) box.current?.focus({ preventScroll: true })
  }, [])
  const shown = isCompared && !isWhole ? changedLines(lines) : lines
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        {isCompared && <DiffOrFull isWhole={isWhole} onChange={setWhole} />}
        <Button icon={Copy} look="ghost" onPress={() => void copy()}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
        {actions && <span className="ml-auto">{actions}</span>}
      </div>
      {isCompared && (
        <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-xs text-ink-3">
          <span>{comparison}</span>
          <Changes {...countChanges(lines)} />
        </p>
      )}
      {masked && before !== null && before !== undefined && (
        <p className="text-xs text-ink-3">Show patient data to see what changed since the version it replaced.</p>
      )}
      <section
        ref={box}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no pointer scrolls it with keys
        tabIndex={0}
        aria-label="Body"
        translate="no"
        className="max-h-[480px] overflow-auto rounded-control border border-line bg-sunken py-2 font-mono text-xs"
      >
        <JsonLines lines={isLong ? shown : shown.slice(0, FIRST_LINES)} />
      </section>
      {shown.length > FIRST_LINES && !isLong && (
        <Button onPress={() => setLong(true)}>Show all {formatCount(shown.length)} lines</Button>
      )}
    </div>
  )
}

function Changes({ added, removed }: ReturnType<typeof countChanges>) {
  return (
    <span className="font-control tabular-nums">
      <span data-tone="bad" className="text-tone-fg">
        <span aria-hidden="true">−{formatCount(removed)}</span>
        <span className="sr-only">{formatCount(removed)} removed</span>
      </span>{' '}
      <span data-tone="ok" className="text-tone-fg">
        <span aria-hidden="true">+{formatCount(added)}</span>
        <span className="sr-only">{formatCount(added)} added</span>
      </span>
    </span>
  )
}

const VIEWS = [
  { label: 'Changes', isWhole: false },
  { label: 'Full', isWhole: true },
] as const

function DiffOrFull({ isWhole: chosen, onChange }: { isWhole: boolean; onChange: (isWhole: boolean) => void }) {
  return (
    <fieldset className="flex gap-0.5 rounded-control border border-line-2 bg-sunken p-0.5">
      <legend className="sr-only">Lines</legend>
      {VIEWS.map(({ label, isWhole }) => (
        <button
          key={label}
          type="button"
          aria-pressed={isWhole === chosen}
          onClick={() => onChange(isWhole)}
          className="h-6 rounded-tag px-2.5 text-sm font-control text-ink-2 hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-[0_0_0_1px_var(--control)] max-rail:h-9"
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}

/** A body as lines of text, with what is different from another body. Pure. */
type Mark = 'added' | 'removed' | 'changed' | null

interface JsonLine {
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

type PrintedLine = Omit<JsonLine, 'number'>

function unnumberedLines(body: unknown, before: unknown): PrintedLine[] {
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

function linesOf(value: unknown, place: Place, compared: Compared): PrintedLine[] {
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

function removed(value: unknown, place: Place): PrintedLine[] {
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

export function countChanges(lines: readonly JsonLine[]): { added: number; removed: number } {
  const removed = lines.filter(({ mark }) => mark === 'removed').length
  return { added: lines.filter(({ mark }) => mark !== null).length - removed, removed }
}

/** Lines that are left out because nothing in them is different. */
interface FoldedLines {
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
