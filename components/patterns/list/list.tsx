import type { RowData, TableOptions } from '@tanstack/react-table'
import { Info, RefreshCw } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { PageHeader } from '#components/patterns/page/section-card.tsx'
import { ErrorPanel, Note, StaleBar } from '#components/patterns/states/states.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { useTimeAgo } from '#components/ui/display/viewer.tsx'
import type { RequestFailure } from '#lib/kernel/client/errors.ts'
import type { Unreadable } from '#lib/kernel/list/unreadable.ts'
import { describeWindow, type PageWindow } from '#lib/utils/data/page-window.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import type { ColumnsChoice } from './columns/use-columns.ts'
import { DataTable } from './data-table.tsx'
import type { RowSort } from './head-row.tsx'
import { type HeldRows, RowNews } from './held-rows.tsx'
import type { ListFeatures, ShownColumn } from './list-features.ts'
import { asLoaded, Pager } from './pager.tsx'
import type { RowSelection } from './selection-bar.tsx'

/** Constant properties of one list. */
export interface ListRecord<T> {
  /** "Users" */
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
  /** Null until a page has come. */
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
  /** Beside the heading: columns, export. */
  actions?: ReactNode
  /** In place of when the rows came, where they are not the service's own. */
  freshness?: ReactNode
  /** Between the heading and the rows: filters, notes, the selection. */
  bar?: ReactNode
  /** Beside the rows and the pager, or over them where there is no room. */
  aside?: ReactNode
  /** Puts something beside the table, and beside what stands in its place. */
  around?: (rows: ReactNode) => ReactNode
  /** Set where people choose columns. */
  shown?: readonly ShownColumn[]
  choice?: ColumnsChoice
  sort?: RowSort
  selection?: RowSelection<T>
  /** The rows as `useHeldRows` keeps them, where the list refreshes by itself, and what they are: "order", "orders". */
  held?: HeldRows<T> & { noun: readonly [one: string, many: string] }
  /** The preview that Space opens. */
  preview?: { isOpen: boolean; onOpen: (row: T) => void; onMove: (row: T) => void }
}

/**
 * A list of the service or the console: its heading, filters, table and pages, and its states in the order pending,
 * error, empty, data. What is known stays on screen as long as it can.
 */
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
      <div className="@container/list relative flex flex-1 framed:min-h-0">
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
        summary={hasRows ? summary && asLoaded(summary, isOld) : null}
      >
        {props.freshness ??
          (updatedAt > 0 && (
            <Updated at={updatedAt} isFetching={isFetching} onRefresh={onRetry} subject={record.title} />
          ))}
        {props.actions}
      </PageHeader>
      {props.bar}
      {held && <RowNews noun={held.noun} held={held} />}
      {ignored.length > 0 && (
        <Note
          tone="move"
          icon={Info}
          action={
            <Button look="ghost" onPress={props.onClearIgnored}>
              Dismiss
            </Button>
          }
        >
          This list can’t use a value in the address ({ignored.join(', ')}). Showing the default.
        </Note>
      )}
      {failure && window && <StaleBar updatedAt={updatedAt} onRetry={onRetry} />}
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

function Updated(props: { at: number; isFetching: boolean; subject: string; onRefresh: () => void }) {
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
