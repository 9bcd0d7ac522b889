import { CircleCheck, CircleEqual, CirclePlus, CircleX, type LucideIcon, TriangleAlert } from 'lucide-react'
import { Pill, type Tone } from '#components/ui/display/pill.tsx'
import { shortId } from '#lib/utils/ids/ids.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import type { FileRow } from './catalog-file.ts'

const OUTCOME: Readonly<Record<FileRow['outcome'], { tone: Tone; icon: LucideIcon; label: string }>> = {
  wrong: { tone: 'bad', icon: CircleX, label: 'Skipped' },
  new: { tone: 'ok', icon: CirclePlus, label: 'New' },
  changed: { tone: 'move', icon: CircleCheck, label: 'Changed' },
  same: { tone: 'place', icon: CircleEqual, label: 'Unchanged' },
}

/** Rows that are shown; beyond them only their number is. */
const SHOWN = 200
const ORDER = ['wrong', 'changed', 'new', 'same'] as const

/** Previews the rows' effects, problems first. */
export function FilePreview({ rows }: { rows: readonly FileRow[] }) {
  const sorted = ORDER.flatMap((outcome) => rows.filter((row) => row.outcome === outcome)).sort(
    (a, b) => Number(b.outcome === 'wrong' || Boolean(b.warning)) - Number(a.outcome === 'wrong' || Boolean(a.warning)),
  )
  const warnings = rows.filter(({ warning }) => warning).length
  const count = (outcome: FileRow['outcome']) => rows.filter((row) => row.outcome === outcome).length
  const counted = ORDER.flatMap((outcome) =>
    count(outcome) > 0 ? [`${formatCount(count(outcome))} ${OUTCOME[outcome].label.toLowerCase()}`] : [],
  )
  return (
    <>
      <p role="status" className="font-control">
        {countOf(rows.length, 'row')}: {counted.join(', ')}
        {warnings > 0 && ` · ${countOf(warnings, 'row needs', 'rows need')} a look`}
      </p>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
        tabIndex={0}
        aria-label="Rows in the file"
        className="min-h-24 overflow-auto rounded-card border border-line"
      >
        <table className="w-full border-collapse text-left">
          <thead className="sticky top-0 bg-sunken text-xs text-ink-3">
            <tr>
              {['Row', 'Effect', 'ID', 'Name'].map((head) => (
                <th key={head} scope="col" className="px-3 py-1.5 font-control whitespace-nowrap">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, SHOWN).map((row) => (
              <Row key={row.number} row={row} />
            ))}
          </tbody>
        </table>
        {sorted.length > SHOWN && (
          <p className="border-t border-line px-3 py-2 text-ink-3">{formatCount(sorted.length - SHOWN)} more rows</p>
        )}
      </section>
    </>
  )
}

function Row({ row }: { row: FileRow }) {
  const { tone, icon, label } = OUTCOME[row.outcome]
  return (
    <tr className="border-t border-line align-top">
      <td className="px-3 py-1.5 text-ink-3">{formatCount(row.number)}</td>
      <td className="px-3 py-1.5">
        <Pill tone={tone} icon={icon} bare>
          {label}
        </Pill>
        {row.outcome === 'wrong' && <p className="text-ink-2">{row.reason}</p>}
        {row.warning && (
          <p data-tone="warn" className="flex items-start gap-1.5 text-tone-fg">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" strokeWidth={1.9} />
            {row.warning}
          </p>
        )}
      </td>
      <td className="px-3 py-1.5">
        <span className="block text-xs text-ink-3">{row.kind}</span>
        <span title={row.id} translate="no" className="font-mono text-xs break-all rail:whitespace-nowrap">
          {shortId(row.id)}
        </span>
      </td>
      <td className="px-3 py-1.5 break-words">
        {row.name}
        {row.outcome === 'changed' && row.before !== row.name && (
          <span className="block text-xs text-ink-3">now “{row.before}”</span>
        )}
      </td>
    </tr>
  )
}
