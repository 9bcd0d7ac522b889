import type { RowData, TableOptions } from '@tanstack/react-table'
import type { ReactNode } from 'react'
import { announce } from '#components/ui/dialog/announcer.tsx'
import type { RequestFailure } from '#lib/kernel/client/errors.ts'
import type { Unreadable } from '#lib/kernel/list/unreadable.ts'
import type { PageWindow } from '#lib/utils/data/page-window.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import type { ColumnsChoice } from './columns/use-columns.ts'
import { DataTable } from './data-table.tsx'
import type { RowSort } from './head-row.tsx'
import { type HeldRows, RowNews } from './held-rows.tsx'
import type { ListFeatures, ShownColumn } from './list-features.ts'
import { ListPage } from './list-page.tsx'
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
  window: PageWindow | null
  unreadable: readonly Unreadable[]
  failure: RequestFailure | null
  isFetching: boolean
  isStale: boolean
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
  freshness?: ReactNode
  bar?: ReactNode
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

/** A list of the service or the console: its heading, filters, table, pages, and every state it can be in. */
export function List<T extends RowData>(props: ListProps<T>) {
  const { record, page, rows, columns, problem, empty, shown, choice, sort, selection, preview, held } = props
  const { around = (children) => children } = props
  const window = problem === null ? page.window : null
  const table = (
    <DataTable
      label={record.title}
      columns={columns}
      rows={rows}
      getRowId={record.getRowId}
      rowLayout={record.rowLayout}
      isSlim={record.isSlim ?? false}
      from={page.isStale ? 0 : (window?.from ?? 1)}
      total={window?.total ?? null}
      isStale={page.isStale}
      unreadable={page.unreadable}
      {...(shown && { shown })}
      {...(choice && { density: choice.density, onWidth: choice.onWidth })}
      {...(sort && { sort })}
      {...(selection && { selection })}
      {...(preview && { peek: preview })}
      {...(held && { held })}
    />
  )
  return (
    <ListPage
      title={record.title}
      level={props.level ?? 1}
      summary={window && props.summary}
      actions={props.actions}
      freshness={props.freshness}
      bar={
        <>
          {props.bar}
          {held && <RowNews noun={held.noun} held={held} />}
        </>
      }
      aside={props.aside}
      window={window}
      sizes={record.sizes}
      onPage={(to) => {
        // Rows that moved up into this page would be passed over unseen.
        if (!held?.gone.size || to <= (window?.from ?? 1)) return props.onPage(to)
        held.apply()
        announce(`This page was updated first: ${countOf(held.gone.size, ...held.noun)} left.`)
      }}
      onSize={props.onSize}
      onAim={page.fetchAhead}
      hasSelection={selection !== undefined}
      {...(preview && { peek: preview.isOpen ? 'open' : 'closed' })}
      ignored={props.ignored}
      onClearIgnored={props.onClearIgnored}
      failure={problem === null ? page.failure : null}
      isFetching={page.isFetching}
      isStale={page.isStale}
      updatedAt={page.updatedAt}
      onRetry={() => void Promise.resolve(page.refetch()).then(held?.apply)}
      empty={around(empty)}
    >
      {around(problem === null ? table : empty)}
    </ListPage>
  )
}
