import type { RowData, TableOptions } from '@tanstack/react-table'
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight, RefreshCw } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { PageHeader } from '#components/patterns/page/section-card.tsx'
import { useShortcuts, useSingleKeys } from '#components/patterns/page/shortcuts.tsx'
import { PageFoot } from '#components/patterns/print/print-sheet.tsx'
import { ErrorPanel, IgnoredNote, StaleBar } from '#components/patterns/states/states.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { Kbd } from '#components/ui/button/kbd.tsx'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { usePrinting, useTimeAgo } from '#components/ui/display/viewer.tsx'
import { Select } from '#components/ui/field/select.tsx'
import type { RequestFailure } from '#lib/kernel/client/errors.ts'
import type { Unreadable } from '#lib/kernel/list/unreadable.ts'
import { describeWindow, type PageWindow } from '#lib/utils/data/page-window.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import type { ColumnsChoice } from './columns/use-columns.ts'
import { DataTable } from './data-table.tsx'
import type { RowSort } from './head-row.tsx'
import { type HeldRows, RowNews } from './held-rows.tsx'
import type { ListFeatures, ShownColumn } from './list-features.ts'
import type { RowSelection } from './selection-bar.tsx'

export interface ListRecord<T> {
  title: string
  /** Rows on a page, to choose from. */
  sizes: readonly number[]
  /** Sets `--row-columns` and `--row-areas`: cards where the list is narrow, one line from 1000 px on. */
  rowLayout: string
  getRowId: (row: T) => string
  /** Rows are one line under a head from 700 px on, for lists of few columns; see app/lists.css. */
  isSlim?: boolean
}

/** The page that is shown, as `usePagedQuery` returns it. */
interface Page {
  window: PageWindow | null
  unreadable: readonly Unreadable[]
  failure: RequestFailure | null
  isFetching: boolean
  /** The rows on screen are those of the page before. */
  isStale: boolean
  /** Milliseconds since 1970; 0 before the first answer. */
  updatedAt: number
  refetch: () => unknown
  fetchAhead: (offset: number) => void
}

interface ListProps<T extends RowData> {
  record: ListRecord<T>
  page: Page
  rows: readonly T[] | undefined
  columns: TableOptions<ListFeatures, T>['columns']
  /** Why the filters can't find anything; the service isn't asked then. */
  problem: string | null
  summary: string | null
  onPage: (offset: number) => void
  onSize: (size: number) => void
  /** Keys of the address whose values could not be used. */
  ignored: readonly string[]
  onClearIgnored: () => void
  /** In place of the table when there is nothing to show, or nothing can be found. */
  empty: ReactNode
  /** 2 within a page that has a heading of its own. */
  level?: 1 | 2
  actions?: ReactNode
  /** In place of when the rows came, where they are not the service's own. */
  freshness?: ReactNode
  /** Between the heading and the rows: filters, notes, the selection. */
  bar?: ReactNode
  /** Beside the rows and the pager, or over them where there is no room. */
  aside?: ReactNode
  /** Puts something beside the table, and beside what stands in its place. */
  around?: (rows: ReactNode) => ReactNode
  shown?: readonly ShownColumn[]
  choice?: ColumnsChoice
  sort?: RowSort
  selection?: RowSelection<T>
  /** The rows as `useHeldRows` keeps them, where the list refreshes by itself, and what they are: "order", "orders". */
  held?: HeldRows<T> & { noun: readonly [one: string, many: string] }
  preview?: { isOpen: boolean; onOpen: (row: T) => void; onMove: (row: T) => void }
}

/** A number that couldn't be read again isn't exact, so it says so wherever it stands. */
const asLoaded = (words: string, isOld: boolean) => (isOld ? `${words}, as last loaded` : words)

/** Draws heading, filters, table and pages; what is known stays on screen as long as it can. */
export function List<T extends RowData>(props: ListProps<T>) {
  const { record, page, problem, choice, held, preview, around = (children) => children } = props
  const { title } = record
  const { isStale, isFetching } = page
  const { window, failure, hasRows, isOld } = knownOf(props)
  const scroller = usePlace(window && !isStale ? `${title} ${describeWindow(window)}` : null)
  const onRetry = () => void Promise.resolve(page.refetch()).then(held?.apply)
  const onPage = (to: number) => {
    // Rows that moved up into this page would be passed over unseen.
    if (!held?.gone.size || to <= (window?.from ?? 1)) return props.onPage(to)
    held.apply()
    announce(`This page was updated first: ${countOf(held.gone.size, ...held.noun)} left.`)
  }
  return (
    <>
      <Head {...props} onRetry={onRetry} />
      <div
        data-print-alone={(props.level ?? 1) === 1 ? 'list' : undefined}
        className="@container/list relative flex flex-1 framed:min-h-0"
      >
        <div className="flex min-w-0 flex-1 flex-col framed:min-h-0">
          <div ref={scroller} className="relative flex-1 framed:min-h-0 framed:overflow-y-auto">
            {failure && !window && (
              <ErrorPanel subject={title} failure={failure} isRetrying={isFetching} onRetry={onRetry} />
            )}
            {(problem !== null || (window && !hasRows)) && around(props.empty)}
            {problem === null &&
              (hasRows || !(window || failure)) &&
              around(
                <DataTable
                  {...record}
                  label={title}
                  columns={props.columns}
                  rows={props.rows}
                  from={isStale ? 0 : (window?.from ?? 1)}
                  total={window?.total ?? null}
                  isStale={isStale}
                  unreadable={page.unreadable}
                  shown={props.shown}
                  density={choice?.density}
                  onWidth={choice?.onWidth}
                  sort={props.sort}
                  selection={props.selection}
                  peek={preview}
                  held={held}
                />,
              )}
          </div>
          {window && (hasRows || window.previous !== null) && (
            <Pager
              noun={title.toLowerCase()}
              window={window}
              isStale={isStale}
              isOld={isOld}
              sizes={record.sizes}
              onPage={onPage}
              onSize={props.onSize}
              onAim={page.fetchAhead}
              hasSelection={props.selection !== undefined}
              isPreviewing={preview?.isOpen}
            />
          )}
        </div>
        {props.aside}
      </div>
    </>
  )
}

/** Nothing is shown of a page, nor of its failure, whose filters can't find anything. */
function knownOf<T>({ page: { window, failure, isStale }, problem }: ListProps<T & RowData>) {
  if (problem !== null) return { window: null, failure: null, hasRows: false, isOld: false }
  return { window, failure, hasRows: window !== null && window.to > 0, isOld: failure !== null && !isStale }
}

function Head<T extends RowData>(props: ListProps<T> & { onRetry: () => void }) {
  const { record, page, summary, held, ignored, onRetry } = props
  const { updatedAt, isFetching } = page
  const { window, failure, hasRows, isOld } = knownOf(props)
  return (
    <>
      <PageHeader
        title={record.title}
        level={props.level ?? 1}
        summary={
          hasRows && summary && <Summary words={asLoaded(summary, isOld)} title={record.title} window={window} />
        }
      >
        {props.freshness ??
          (updatedAt > 0 && (
            <Updated at={updatedAt} isFetching={isFetching} onRefresh={onRetry} subject={record.title} />
          ))}
        {props.actions}
      </PageHeader>
      {props.bar}
      {held && <RowNews noun={held.noun} held={held} />}
      <IgnoredNote ignored={ignored} onDismiss={props.onClearIgnored} />
      {failure && window && <StaleBar updatedAt={updatedAt} onRetry={onRetry} />}
    </>
  )
}

/** On paper it says at the top, and at the foot of each page, which rows of the list are printed. */
function Summary({ words, title, window }: { words: string; title: string; window: PageWindow | null }) {
  const isPrinting = usePrinting()
  const rows = isPrinting && window ? `${words}. Printed: ${describeWindow(window)}` : words
  return (
    <>
      {rows}
      <PageFoot>{`${title}, ${rows}`}</PageFoot>
    </>
  )
}

/** Says which page has come after another, and shows it from its top. */
function usePlace(place: string | null): RefObject<HTMLDivElement | null> {
  const scroller = useRef<HTMLDivElement>(null)
  const shown = useRef(place)
  useEffect(() => {
    if (!place || place === shown.current) return
    if (shown.current) announce(place)
    shown.current = place
    scroller.current?.scrollTo({ top: 0 })
  }, [place])
  return scroller
}

export function Updated(props: { at: number; isFetching: boolean; subject: string; onRefresh: () => void }) {
  const { at, isFetching, subject, onRefresh } = props
  const age = useTimeAgo(at)
  return (
    <>
      <span className="text-xs text-ink-3">Updated {age}</span>
      <IconButton
        icon={RefreshCw}
        label={`Reload ${subject.toLowerCase()}`}
        onPress={onRefresh}
        plain
        {...(isFetching && { iconClassName: 'motion-safe:animate-spin' })}
      />
    </>
  )
}

interface PagerProps {
  /** Rows counted: "users". */
  noun: string
  window: PageWindow
  /** The page asked for is still under way. */
  isStale: boolean
  /** It couldn't be read again. */
  isOld?: boolean
  sizes: readonly number[]
  onPage: (offset: number) => void
  onSize: (size: number) => void
  /** The pointer or the focus is on the way to a page: a good moment to fetch it. */
  onAim: (offset: number) => void
  hasSelection?: boolean
  /** Space previews a row where this is set; beside an open preview there is no room for the keys. */
  isPreviewing?: boolean | undefined
}

export function Pager(props: PagerProps) {
  const {
    noun,
    window,
    isStale,
    isOld = false,
    sizes,
    onPage,
    onSize,
    onAim,
    hasSelection = false,
    isPreviewing,
  } = props
  const [singleKeys] = useSingleKeys()
  useShortcuts([
    {
      strokes: ['<'],
      label: 'Previous page',
      group: 'List',
      run: () => window.previous !== null && onPage(window.previous),
    },
    { strokes: ['>'], label: 'Next page', group: 'List', run: () => window.next !== null && onPage(window.next) },
  ])
  // A size from the address that is none of ours is offered beside them.
  const options = [...new Set([...sizes, window.limit])].sort((a, b) => a - b)
  const pages = [
    { label: 'First page', icon: ChevronsLeft, offset: window.first },
    { label: 'Previous page', icon: ChevronLeft, offset: window.previous },
    { label: 'Next page', icon: ChevronRight, offset: window.next },
    { label: 'Last page', icon: ChevronsRight, offset: window.last },
  ]
  return (
    <nav
      aria-label={`Pages of ${noun}`}
      className="@container flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-surface px-4 py-2 max-rail:py-3 rail:sticky rail:bottom-0 rail:z-10 rail:px-6 print:static! print:[&>:not(p)]:hidden"
    >
      {singleKeys && !isPreviewing && (
        <div
          aria-hidden="true"
          className="mr-auto hidden items-center gap-4 text-xs text-ink-3 pointer-fine:@min-[860px]:flex"
        >
          <Keys keys={['J', 'K']}>move</Keys>
          {isPreviewing === false && <Keys keys={['Space']}>preview</Keys>}
          {hasSelection && <Keys keys={['X']}>select</Keys>}
          <Keys keys={['C']}>copy ID</Keys>
          <Keys keys={['<', '>']}>page</Keys>
        </div>
      )}
      <p className="mr-auto min-w-0 text-ink-2 @min-[860px]:mr-0">
        {isStale && 'Loading '}
        {asLoaded(describeWindow(window), isOld)}
        <span data-left={leftOut(window)} className="print:after:content-[attr(data-left)]" />
      </p>
      <Select
        label={`${noun} per page`}
        value={window.limit}
        options={options.map((value) => ({ value, text: `${value} per page` }))}
        onChange={onSize}
      />
      <div className="flex gap-1.5 max-rail:w-full max-rail:[&>*]:flex-1">
        {pages.map(({ label, icon, offset }) => (
          <IconButton
            key={label}
            icon={icon}
            label={label}
            unavailable={offset === null}
            onPress={() => offset !== null && onPage(offset)}
            onAim={() => offset !== null && onAim(offset)}
          />
        ))}
      </div>
    </nav>
  )
}

/** On paper: the rows of the list that aren't on it. */
function leftOut({ total, from, to, next }: PageWindow): string {
  if (total === null) return next === null ? '' : '. More rows aren’t printed.'
  const left = total - (to - from + 1)
  return left > 0 ? `. ${countOf(left, 'row')} not printed.` : ''
}

function Keys({ keys, children }: { keys: readonly string[]; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1">
      {keys.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
      <span className="ml-1">{children}</span>
    </span>
  )
}
