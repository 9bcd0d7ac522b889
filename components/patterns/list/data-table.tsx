import { type RowData, type TableOptions, useTable } from '@tanstack/react-table'
import clsx from 'clsx'
import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { useShortcuts } from '#components/patterns/page/shortcuts.tsx'
import type { Unreadable } from '#lib/kernel/list/unreadable.ts'
import type { Density } from '#lib/utils/browser/column-choice.ts'
import { pageState } from '#lib/utils/data/selection.ts'
import { BodyRow, GoneRow, lineStyle, openRow, PageBox, SkeletonRow, UnreadableRow } from './data-row.tsx'
import { HeadRow, type RowSort } from './head-row.tsx'
import type { HeldRows } from './held-rows.tsx'
import { type ListFeatures, listFeatures, type ShownColumn, TABLE_ROLES } from './list-features.ts'
import { noteOpened, useRowBlocks, useRowReturn } from './row-blocks.ts'
import type { RowSelection } from './selection-bar.tsx'

/** From here on a row is one line; see app/lists.css. */
const ONE_LINE = 1000

/** Whether rows of one line, `width` pixels at least, are wider than the place for them, and so scroll sideways. */
function useWideLine(table: RefObject<HTMLElement | null>, width: number): boolean {
  const [isWide, setWide] = useState(false)
  useEffect(() => {
    const place = table.current?.parentElement
    if (!place || width === 0 || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => setWide(place.offsetWidth >= ONE_LINE && width > place.clientWidth))
    observer.observe(place)
    return () => observer.disconnect()
  }, [table, width])
  return isWide
}

interface DataTableProps<T extends RowData> {
  label: string
  columns: TableOptions<ListFeatures, T>['columns']
  /** Undefined while the first page is under way. */
  rows: readonly T[] | undefined
  getRowId: (row: T) => string
  /** Sets `--row-columns` and `--row-areas`: cards where the list is narrow, one line from 1000 px on. */
  rowLayout: string
  /** One line, with a head, from 700 px on. */
  isSlim?: boolean
  /** Number of the first row in the whole list, from 1 (0: not this page), and that list's length (null: not counted). */
  from: number
  total: number | null
  isStale: boolean
  /** Adds a box to each row, X, Shift+X and a box for the page. */
  selection?: RowSelection<T> | undefined
  /** Space shows more of the current row, beside the table. */
  peek?:
    | {
        /** It is shown now, so a press on another row moves it there. */
        isOpen?: boolean
        onOpen: (row: T) => void
        /** Another row has become the current one. */
        onMove: (row: T) => void
      }
    | undefined
  /** Which columns are shown and in which order, where people choose them; of the same identity while it is the same. */
  shown?: readonly ShownColumn[] | undefined
  density?: Density | undefined
  /** Lets people change the width of a column; null gives it its usual one back. */
  onWidth?: ((id: string, width: number | null) => void) | undefined
  /** Lets people sort by the columns that say what the service sorts by. */
  sort?: RowSort | undefined
  /** Items of the page that are no rows. */
  unreadable?: readonly Unreadable[]
  /** Set for rows that refresh by themselves; see held-rows.tsx. */
  held?: Pick<HeldRows<T>, 'gone' | 'isOwn'> | undefined
  /** Returns the reason why a shown row has left the list: "was finished by Sam Tate". */
  goneWords?: (row: T) => ReactNode
}

/** Head for screen readers and paper only, when rows are cards. */
const HEAD = {
  usual: '@max-[999px]/list:sr-only @min-[1000px]/list:sticky print:not-sr-only',
  slim: '@max-[699px]/list:sr-only @min-[700px]/list:sticky print:not-sr-only',
}
const STALE = 'opacity-60 transition-opacity delay-300'
const NO_ROWS: readonly never[] = []
const NO_ROW = { page: 0, place: -1, id: null }
const SKELETON_LINES = [...Array(14).keys()]
const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

export function DataTable<T extends RowData>(props: DataTableProps<T>) {
  const { label, columns, rows, getRowId, rowLayout, from, total, isStale, selection, shown, peek } = props
  const {
    density = 'dense',
    isSlim = false,
    onWidth,
    sort,
    unreadable = NO_ROWS,
    held,
    goneWords = () => 'no longer matches',
  } = props
  const chosen = useMemo(
    () => (shown ? shown.flatMap(({ id }) => columns.filter((column) => column.id === id)) : columns),
    [columns, shown],
  )
  const table = useTable({ features: listFeatures, columns: chosen, data: rows ?? NO_ROWS, getRowId })
  const body = useRef<HTMLTableElement>(null)
  const models = table.getRowModel().rows
  const leaves = table.getAllLeafColumns()
  const ids = models.map(({ id }) => id)
  const { index, place, stop, become } = useCurrentRow(ids, from, held?.isOwn)
  const isGone = (at: number) => held?.gone.has(ids[at] ?? '') === true
  const blocks = useRowBlocks(body, { ids, current: Math.max(index, 0) })
  const line = shown ? lineStyle(shown, selection !== undefined) : undefined
  const isWide = useWideLine(body, line?.width ?? 0)
  const rowAt = (at: number) => body.current?.querySelector<HTMLElement>(`[data-index="${at}"]`) ?? null

  const goTo = (at: number, block: ScrollLogicalPosition) => {
    // It may be far away, and be drawn only because it is now current.
    flushSync(() => become(at))
    if (rows?.[at] !== undefined && !isGone(at)) peek?.onMove(rows[at])
    rowAt(at)?.focus({ preventScroll: true })
    rowAt(at)?.scrollIntoView({ block })
  }
  const move = (step: number) => {
    // The next row has taken the current row's place.
    const start = index < 0 && place >= 0 && step > 0 ? place - 1 : Math.max(index, place)
    goTo(Math.min(Math.max(start + step, 0), models.length - 1), 'nearest')
  }
  const open = () => {
    const row = rows?.[Math.max(index, 0)]
    if (row === undefined || isGone(index)) return
    if (index < 0) move(1)
    // The current row has left: the next one is looked at first.
    if (index < 0 && place >= 0) return
    peek?.onOpen(row)
  }
  const choose = (at: number, isRange: boolean) => rows && !isGone(at) && selection?.choose(rows, at, isRange)
  useShortcuts([
    ...(selection
      ? [
          { strokes: ['x'], label: 'Select the row', group: 'List' as const, run: () => choose(index, false) },
          { strokes: ['shift+x'], label: 'Select to the row', group: 'List' as const, run: () => choose(index, true) },
        ]
      : []),
    // The table hears the key itself: on a button it presses the button.
    ...(peek ? [{ strokes: ['space'], label: 'Preview row', group: 'List' as const, run: open }] : []),
    { strokes: ['j'], label: 'Next row', group: 'List', run: () => move(1) },
    { strokes: ['k'], label: 'Previous row', group: 'List', run: () => move(-1) },
    {
      strokes: ['c'],
      label: 'Copy row ID',
      group: 'List',
      run: () => rowAt(index)?.querySelector<HTMLButtonElement>('[data-copy]')?.click(),
    },
  ])

  const latest = useRef(choose)
  useEffect(() => {
    latest.current = choose
  })
  const onSelect = useCallback((at: number, isRange: boolean) => latest.current(at, isRange), [])
  const selectable = (row: T) => ({ id: getRowId(row), row })

  useRowReturn(label, ids, (at) => goTo(at, 'center'))

  // A page turned from within the table goes on within the table.
  const isWithin = useRef(false)
  useEffect(() => {
    const row = body.current?.querySelector<HTMLElement>('[data-index="0"]')
    if (from > 0 && isWithin.current) row?.focus()
  }, [from])

  const focused = useFocusOfRow(body, ids, index)
  const onFocus = ({ target }: FocusEvent) => {
    isWithin.current = true
    const at = indexAt(target)
    focused.current = ids[at] ?? null
    if (at === index) return
    become(at)
    if (rows?.[at] !== undefined && !isGone(at)) peek?.onMove(rows[at])
  }
  const onPress = usePeekPress(peek?.isOpen === true, index, goTo)
  const onLeave = (event: MouseEvent) => {
    const { target } = event
    if (onPress.onClick(event)) return
    const row = target instanceof Element ? target.closest('a[href]')?.closest('[data-index]') : null
    const id = ids[Number(row?.getAttribute('data-index') ?? -1)]
    if (id !== undefined) noteOpened(label, id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.target instanceof HTMLTableRowElement) {
      event.target.querySelector<HTMLAnchorElement>('a.row-link')?.click()
    }
    if (event.key === ' ' && peek && event.target instanceof HTMLTableRowElement) {
      event.preventDefault()
      open()
    }
    const step = STEPS[event.key]
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    move(step)
  }

  return (
    <table
      {...TABLE_ROLES.table}
      aria-label={label}
      aria-rowcount={total === null ? -1 : total + 1}
      aria-busy={rows === undefined || isStale}
      ref={body}
      onFocus={onFocus}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget) isWithin.current = false
      }}
      onKeyDown={onKeyDown}
      onPointerDownCapture={onPress.onPointerDown}
      onClickCapture={onLeave}
      onClick={isWide ? openRow : undefined}
      data-wide={isWide || undefined}
      data-density={density}
      data-slim={isSlim || undefined}
      // The row that was current has left: the next key acts on none.
      data-lost={(index < 0 && place >= 0) || undefined}
      className={clsx('list-table block w-full bg-surface', rowLayout, selection && 'list-selectable')}
      style={line?.style}
    >
      <thead
        {...TABLE_ROLES.group}
        className={clsx('top-0 z-10 block border-b border-line bg-sunken', HEAD[isSlim ? 'slim' : 'usual'])}
      >
        {table.getHeaderGroups().map((group) => (
          <HeadRow key={group.id} headers={group.headers} sort={sort} onWidth={onWidth}>
            {selection && rows && (
              <PageBox
                state={pageState(selection.rows, rows.map(selectable))}
                onChange={() => selection.choosePage(rows.filter((_, at) => !isGone(at)))}
              />
            )}
          </HeadRow>
        ))}
      </thead>
      {rows === undefined && (
        <tbody {...TABLE_ROLES.group} className="block">
          {SKELETON_LINES.map((line) => (
            <SkeletonRow key={line} columns={leaves} line={line} />
          ))}
        </tbody>
      )}
      {rows !== undefined &&
        blocks.map(({ from: first, to, isNear }) =>
          isNear ? (
            <tbody {...TABLE_ROLES.group} key={first} className={clsx('block', isStale && STALE)}>
              {models.slice(first, to).map((row, step) => {
                const at = first + step
                const original = rows[at]
                if (original !== undefined && isGone(at)) {
                  return (
                    <GoneRow
                      key={at}
                      index={at}
                      number={from + at}
                      isCurrent={at === index}
                      isStop={at === stop}
                      id={row.id}
                    >
                      {goneWords(original)}
                    </GoneRow>
                  )
                }
                return (
                  <BodyRow
                    // By place: to say something else in a row costs less than to make it anew.
                    key={at}
                    row={row}
                    columns={leaves}
                    index={at}
                    number={from + at}
                    isCurrent={at === index}
                    isStop={at === stop}
                    {...(selection && { isSelected: selection.rows.has(row.id), onSelect })}
                  />
                )
              })}
            </tbody>
          ) : (
            <tbody key={first} role="none" className="list-block" style={spaceFor(to - first)} />
          ),
        )}
      {unreadable.length > 0 && (
        <tbody {...TABLE_ROLES.group} className="block">
          {unreadable.map((item) => (
            <UnreadableRow key={item.at} number={from + item.at} item={item} />
          ))}
        </tbody>
      )}
    </table>
  )
}

/** The row that keys act on, followed by its ID: never another that has come into its place. */
function useCurrentRow(ids: readonly string[], from: number, isOwn: ((id: string) => boolean) | undefined) {
  const [current, setCurrent] = useState<{ page: number; place: number; id: string | null }>(NO_ROW)
  const { place, id } = current.page === from ? current : NO_ROW
  const followed = id === null ? -1 : ids.indexOf(id)
  // After what the person did to a row themselves the next key meets the next row.
  const isNext = followed < 0 && id !== null && isOwn?.(id) === true
  const index = isNext ? Math.min(place, ids.length - 1) : followed
  const become = (at: number) => setCurrent({ page: from, place: at, id: ids[at] ?? null })
  if (index >= 0 && (isNext || index !== place)) become(index)
  /** The one row in the tab order. */
  const stop = Math.max(index, Math.min(place, ids.length - 1), 0)
  return { index, place, stop, become }
}

const indexAt = (target: EventTarget) =>
  target instanceof Element ? Number(target.closest('[data-index]')?.getAttribute('data-index') ?? -1) : -1

/** Beside an open preview a press on another row shows that row in it; one on the row that is shown, or a key, opens it. */
function usePeekPress(isOpen: boolean, index: number, goTo: (at: number, block: ScrollLogicalPosition) => void) {
  // The press gives the row the focus, and so makes it the current one, before the click comes.
  const wasOther = useRef(false)
  return {
    onPointerDown: ({ target }: PointerEvent) => {
      wasOther.current = isOpen && indexAt(target) !== index
    },
    /** Returns whether the click only moved the preview. */
    onClick: (event: MouseEvent) => {
      const { target, ctrlKey, metaKey, shiftKey } = event
      const isPlain = wasOther.current && event.detail > 0 && !(ctrlKey || metaKey || shiftKey)
      wasOther.current = false
      if (!(isPlain && target instanceof Element && target.closest('a.row-link'))) return false
      event.preventDefault()
      goTo(indexAt(target), 'nearest')
      return true
    },
  }
}

/** Rows keep their elements while others come into their places, so the focus goes with the row, or nowhere. Returns its ID. */
function useFocusOfRow(body: RefObject<HTMLTableElement | null>, ids: readonly string[], index: number) {
  const focused = useRef<string | null>(null)
  useLayoutEffect(() => {
    const element = document.activeElement
    const row = body.current?.contains(element) ? element?.closest('[data-index]') : null
    const at = Number(row?.getAttribute('data-index') ?? -1)
    const before = focused.current
    focused.current = index >= 0 && at >= 0 ? (ids[index] ?? null) : null
    if (at < 0 || at === index || before === null || before === ids[at]) return
    if (index >= 0) body.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: true })
    else if (element instanceof HTMLElement) element.blur()
  })
  return focused
}

/** How tall so many rows are; see `.list-block`. */
function spaceFor(rows: number): CSSProperties & Record<'--rows', number> {
  return { '--rows': rows }
}
