import type { Cell, Column, Row, RowData } from '@tanstack/react-table'
import clsx from 'clsx'
import { Check, Minus } from 'lucide-react'
import { type CSSProperties, type MouseEvent, memo, type ReactNode, useMemo } from 'react'
import { UnreadableWords } from '#components/patterns/states/card-failure.tsx'
import { TabStopContext } from '#components/ui/button/tab-stop.tsx'
import { CopyableId, ShortId } from '#components/ui/display/copyable-id.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import type { Unreadable } from '#lib/kernel/list/unreadable.ts'
import { formatCount } from '#lib/utils/text/counts.ts'
import { drawn, type ListFeatures, type ShownColumn, TABLE_ROLES } from './list-features.ts'

/** One cell; as a card the row has no head, so the cell says itself what it is. */
function BodyCell<T extends RowData>({ cell }: { cell: Cell<ListFeatures, T> }) {
  const { meta: { place, caption } = {}, cell: draw } = cell.column.columnDef
  return (
    <td {...TABLE_ROLES.cell} className={clsx('list-cell', place)}>
      {caption && <span className="list-caption">{caption}</span>}
      {drawn(draw, cell.getContext())}
    </td>
  )
}

interface BodyRowProps<T extends RowData> {
  row: Row<ListFeatures, T>
  columns: readonly Column<ListFeatures, T>[]
  index: number
  /** In the whole list, from 1. */
  number: number
  isCurrent: boolean
  /** The one row whose controls stand in the tab order. */
  isStop: boolean
  /** Set in selectable lists; `onSelect` keeps its identity across rows. */
  isSelected?: boolean
  onSelect?: (index: number, isRange: boolean) => void
}

export function BodyRow<T extends RowData>(props: BodyRowProps<T>) {
  const { row, columns, index, number, isCurrent, isStop, isSelected, onSelect } = props
  // Made once for a page and its columns: what is current or chosen changes the row around its cells.
  const cells = useMemo(() => {
    const known = row.getAllCellsByColumnId()
    return columns.map(({ id }) => known[id] && <BodyCell key={id} cell={known[id]} />)
  }, [row, columns])
  return (
    <tr
      {...TABLE_ROLES.row}
      tabIndex={isStop ? 0 : -1}
      data-index={index}
      data-current={isCurrent || undefined}
      data-selected={isSelected || undefined}
      aria-rowindex={number + 1}
      className="list-row list-line"
    >
      {onSelect && (
        <td {...TABLE_ROLES.cell} className="list-box">
          <RowBox
            index={index}
            number={number}
            isSelected={isSelected ?? false}
            tabIndex={isStop ? 0 : -1}
            onSelect={onSelect}
          />
        </td>
      )}
      <TabStopContext value={isStop}>{cells}</TabStopContext>
    </tr>
  )
}

interface GoneRowProps extends Pick<BodyRowProps<RowData>, 'index' | 'number' | 'isCurrent' | 'isStop'> {
  id: string
  children: ReactNode
}

/** The place of a row that has left the list: nothing in it can be pressed. */
export function GoneRow({ id, index, number, isCurrent, isStop, children }: GoneRowProps) {
  return (
    <tr
      {...TABLE_ROLES.row}
      tabIndex={isStop ? 0 : -1}
      data-index={index}
      data-gone=""
      data-current={isCurrent || undefined}
      aria-rowindex={number + 1}
      aria-disabled="true"
      className="list-row list-line"
    >
      <td {...TABLE_ROLES.cell} className="col-span-full row-span-full py-1.5 text-ink-3">
        <Verbatim className="font-mono text-xs">
          <ShortId id={id} />
        </Verbatim>{' '}
        <span>{children}</span>
      </td>
    </tr>
  )
}

export function UnreadableRow({ item: { id, field }, number }: { item: Unreadable; number: number }) {
  return (
    <tr {...TABLE_ROLES.row} aria-rowindex={number + 1} data-tone="warn" className="list-row list-line">
      <td {...TABLE_ROLES.cell} className="col-span-full row-span-full flex flex-wrap items-center gap-x-2 py-1.5">
        {id === null ? <span>Row {formatCount(number)}</span> : <CopyableId id={id} noun="ID" />}
        <UnreadableWords field={field} />
      </td>
    </tr>
  )
}

const WIDTHS = ['w-4/5', 'w-3/5', 'w-11/12', 'w-1/2', 'w-2/3'] as const

interface SkeletonRowProps<T extends RowData> {
  columns: readonly Column<ListFeatures, T>[]
  line: number
}

export function SkeletonRow<T extends RowData>({ columns, line }: SkeletonRowProps<T>) {
  return (
    <tr {...TABLE_ROLES.row} className="list-row list-line">
      {columns.map((column, at) => (
        <td
          key={column.id}
          {...TABLE_ROLES.cell}
          className={clsx('after-300ms min-w-0', column.columnDef.meta?.place)}
          style={{ justifySelf: 'stretch' }}
        >
          <Skeleton className={clsx('h-3', WIDTHS[(at + line) % WIDTHS.length])} />
        </td>
      ))}
    </tr>
  )
}

const GAP = 12
const SIDES = 24

/** Pixels that a row of one line needs at least: what its tracks cannot be narrower than, gaps and sides. */
function lineWidth(shown: readonly ShownColumn[], box: number): number {
  const tracks = shown.map(({ track }) => Number.parseInt(track.replace('minmax(', ''), 10) || 0)
  return tracks.reduce((sum, one) => sum + one + GAP, -GAP) + (box || SIDES) + SIDES
}

type LineStyle = CSSProperties & Record<'--line-columns' | '--line-areas' | '--line-width' | '--line-first', string>

const BOX = 56

/** The one-line form of the rows; the narrower ones keep the places that the list gives them. */
export function lineStyle(shown: readonly ShownColumn[], hasBox: boolean): { width: number; style: LineStyle } {
  const width = lineWidth(shown, hasBox ? BOX : 0)
  const areas = shown.map(({ area }) => area).join(' ')
  const style = {
    '--line-columns': shown.map(({ track }) => track).join(' '),
    '--line-areas': `'${areas}'`,
    '--line-width': `${width}px`,
    '--line-first': shown[0]?.track ?? 'auto',
  }
  return { width, style }
}

/** A row that scrolls below its first column cannot lie below the link of that column: the press is handed to it. */
export function openRow({ target, ctrlKey, metaKey, shiftKey }: MouseEvent) {
  if (!(target instanceof Element) || target.closest('a, button, input, label')) return
  const link = target.closest('[data-index]')?.querySelector('a.row-link')
  const init = { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }
  link?.dispatchEvent(new window.MouseEvent('click', init))
}

interface RowBoxProps {
  index: number
  /** In the whole list, from 1. */
  number: number
  isSelected: boolean
  tabIndex: number
  onSelect: (index: number, isRange: boolean) => void
}

/** Chooses one row; with Shift all from the one chosen last. */
const RowBox = memo(function RowBox({ index, number, isSelected, tabIndex, onSelect }: RowBoxProps) {
  return (
    <label>
      <input
        type="checkbox"
        aria-label={`Select row ${formatCount(number)}`}
        tabIndex={tabIndex}
        checked={isSelected}
        onChange={({ nativeEvent }) => onSelect(index, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
      />
      {isSelected && <Check className="list-tick stroke-[3]" />}
    </label>
  )
})

/** Chooses the page; in the head of the table. */
export function PageBox({ state, onChange }: { state: 'none' | 'some' | 'all'; onChange: () => void }) {
  const Mark = state === 'all' ? Check : Minus
  return (
    <label>
      <input
        type="checkbox"
        aria-label="Select page"
        checked={state === 'all'}
        ref={(input) => {
          if (input) input.indeterminate = state === 'some'
        }}
        onChange={onChange}
      />
      {state !== 'none' && <Mark className="list-tick stroke-[3]" />}
    </label>
  )
}
