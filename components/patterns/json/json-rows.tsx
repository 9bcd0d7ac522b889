'use client'
/** The lines of a JSON body, with their numbers; unchanged ones are opened where somebody wants them. */
import clsx from 'clsx'
import { ChevronsUpDown } from 'lucide-react'
import { useState } from 'react'
import { usePatientData } from '#components/ui/display/mask.tsx'
import { countOf } from '#lib/utils/text/counts.ts'
import { MASK } from '#lib/utils/text/mask.ts'
import type { FoldedLines, JsonLine } from './json-lines.ts'

const SIGNS = { added: '+', removed: '−', changed: '+' } as const
const MARKED = {
  added: { tone: 'ok', words: 'Added: ' },
  changed: { tone: 'ok', words: 'Now: ' },
  removed: { tone: 'bad', words: 'Before: ' },
} as const
const KINDS = { text: 'text-ink', number: 'text-accent-ink', word: 'text-accent-ink', frame: 'text-ink-2' } as const

export function JsonLines({ lines }: { lines: readonly (JsonLine | FoldedLines)[] }) {
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
        <ChevronsUpDown aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={1.9} />
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
