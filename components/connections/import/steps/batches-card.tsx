'use client'
import { useVirtualizer } from '@tanstack/react-virtual'
import clsx from 'clsx'
import {
  Check,
  CircleHelp,
  Clock3,
  Hourglass,
  LoaderCircle,
  type LucideIcon,
  OctagonX,
  TriangleAlert,
} from 'lucide-react'
import { useRef } from 'react'
import type { Batch } from '#components/connections/import/run/batch.ts'
import type { RunState } from '#components/connections/import/run/run-state.ts'
import { isAtWork } from '#components/connections/import/session/session-state.ts'
import { TABLE_ROLES } from '#components/patterns/list/table-roles.ts'
import type { Tone } from '#components/ui/display/pill.tsx'
import { formatCount } from '#lib/utils/text/counts.ts'
import { batchWords } from './results.ts'
import { Card } from './step-layout.tsx'

const ROW = 'grid grid-cols-[34px_44px_36px_minmax(0,1fr)] items-center gap-3 px-4'
const HEIGHT = 36

function lookOf(
  { at, failed, refused, took }: Batch,
  isCurrent: boolean,
): { icon: LucideIcon; tone: Tone; spins?: boolean } {
  switch (at) {
    case 'waiting':
      return { icon: Clock3, tone: 'place' }
    case 'sent':
      return isCurrent && took === null
        ? { icon: LoaderCircle, tone: 'move', spins: true }
        : { icon: CircleHelp, tone: 'warn' }
    case 'undecided':
      return { icon: CircleHelp, tone: 'warn' }
    case 'queued':
      return { icon: Hourglass, tone: 'wait' }
    case 'refused':
      return { icon: OctagonX, tone: 'bad' }
    case 'settled':
      return failed.length + refused.length > 0 ? { icon: TriangleAlert, tone: 'warn' } : { icon: Check, tone: 'ok' }
  }
}

/** Every call of the import and what came of it. */
export function BatchesCard({ run, className }: { run: RunState; className?: string }) {
  const { batches, current } = run
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: batches.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => HEIGHT,
    overscan: 6,
  })
  const settled = batches.filter(({ at }) => at === 'settled').length
  return (
    <Card
      title="Batches"
      aside={
        <span className="text-ink-3">
          {formatCount(settled)} of {formatCount(batches.length)} settled
        </span>
      }
      className={clsx('min-h-0 overflow-hidden', className)}
    >
      <section
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
        tabIndex={0}
        aria-label="Batches, scrollable"
        className="max-h-[420px] min-h-0 flex-1 overflow-y-auto outline-offset-[-2px]! framed:wide:max-h-none"
      >
        <table {...TABLE_ROLES.table} aria-label="Batches" aria-rowcount={batches.length + 1} className="block w-full">
          <thead {...TABLE_ROLES.group} className="sticky top-0 z-10 block border-b border-line bg-sunken">
            <tr
              {...TABLE_ROLES.row}
              aria-rowindex={1}
              className={`${ROW} h-8 text-left text-xs text-ink-3 *:font-control`}
            >
              <th {...TABLE_ROLES.head} scope="col" className="text-right">
                No.
              </th>
              <th {...TABLE_ROLES.head} scope="col" className="text-right">
                Rows
              </th>
              <th {...TABLE_ROLES.head} scope="col" className="text-right">
                HTTP
              </th>
              <th {...TABLE_ROLES.head} scope="col">
                Outcome
              </th>
            </tr>
          </thead>
          <tbody {...TABLE_ROLES.group} className="relative block" style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map(({ index, start }) => {
              const batch = batches[index]
              if (!batch) return null
              const isCurrent = index === current && isAtWork(run)
              const { icon: Icon, tone, spins } = lookOf(batch, isCurrent)
              return (
                <tr
                  key={index}
                  {...TABLE_ROLES.row}
                  aria-rowindex={index + 2}
                  className={`${ROW} absolute inset-x-0 top-0 border-b border-line`}
                  style={{ height: HEIGHT, transform: `translateY(${start}px)` }}
                >
                  <td {...TABLE_ROLES.cell} className="text-right font-mono text-xs text-ink-2">
                    {formatCount(index + 1)}
                  </td>
                  <td {...TABLE_ROLES.cell} className="text-right font-mono text-xs">
                    {formatCount(batch.count)}
                  </td>
                  <td {...TABLE_ROLES.cell} className="text-right font-mono text-xs text-ink-2">
                    {batch.status ?? '–'}
                  </td>
                  <td
                    {...TABLE_ROLES.cell}
                    data-tone={tone}
                    className="flex min-w-0 items-center gap-1.5 text-[12.5px] font-control text-tone-fg"
                  >
                    <Icon
                      aria-hidden="true"
                      className={clsx('size-3.5 shrink-0', spins && 'motion-safe:animate-spin')}
                      strokeWidth={2}
                    />
                    <span className="truncate">{batchWords(batch, isCurrent)}</span>
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
    </Card>
  )
}
