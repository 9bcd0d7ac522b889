'use client'
import { lazy, Suspense, useMemo } from 'react'
import { ExportButton } from '#components/patterns/export/export-button.tsx'
import { ColumnsButton } from '#components/patterns/list/columns/columns-button.tsx'
import { useColumns } from '#components/patterns/list/columns/use-columns.ts'
import { FilterBar } from '#components/patterns/list/filters/filter-bar.tsx'
import { SearchBox } from '#components/patterns/list/filters/search-box.tsx'
import { useHeldRows } from '#components/patterns/list/held-rows.tsx'
import { List } from '#components/patterns/list/list.tsx'
import { shownColumns } from '#components/patterns/list/list-features.ts'
import { SelectionBar } from '#components/patterns/list/selection-bar.tsx'
import { useSelection } from '#components/patterns/list/use-selection.ts'
import { DirectoryNotes, Freshness } from '#components/patterns/states/freshness.tsx'
import { appearanceOf, noViews } from '#components/patterns/views/shown-view.ts'
import { useViews } from '#components/patterns/views/use-views.ts'
import { ViewTabs } from '#components/patterns/views/view-tabs.tsx'
import { nameFromSlug } from '#lib/domains/connections/source-name.ts'
import { useRefreshDirectory } from '#lib/domains/users/use-directory.ts'
import type { RequestFailure } from '#lib/kernel/client/failure.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import { LiveNote } from './live-note.tsx'
import { useUsers } from './use-users.ts'
import { useUsersExport } from './use-users-export.ts'
import { useUsersSearch } from './use-users-search.ts'
import { USER_VIEW_LIST } from './user-views.ts'
import { USER_COLUMNS, USER_LIST, userColumns } from './users-columns.tsx'
import { userFields } from './users-fields.tsx'
import type { UserRow } from './users-query.ts'
import { filterProblem } from './users-search.ts'

const NoUsers = lazy(() => import('./no-users.tsx').then((part) => ({ default: part.NoUsers })))

interface UsersViewProps {
  environment: string
  /** The choice of columns that this browser remembers. */
  columns: string | null
  failure: RequestFailure | null
}

const WAITS = 'Filters need the user directory, which isn’t available right now. The line above the list says why.'
const NO_ROWS: readonly UserRow[] = []
const NO_VIEWS = noViews(USER_VIEW_LIST)

export function UsersView({ environment, columns: initialColumns, failure }: UsersViewProps) {
  const views = useViews(environment, USER_VIEW_LIST, true)
  const search = useUsersSearch(environment, views.known ?? NO_VIEWS)
  const { offset, limit, body, problem } = search
  const { list, rows: live, total, state, isLive, why } = useUsers({ environment, body, offset, limit, failure })
  const asked = [body, isLive, offset, limit]
  const held = useHeldRows({ rows: live, getRowId: USER_LIST.getRowId, asked, isStale: list.isStale })
  const { rows } = held
  const cannotFilter = isLive && !state?.users ? WAITS : null
  const window = problem ? null : list.window

  const onRefresh = useRefreshDirectory(environment)
  const selection = useSelection(USER_LIST.getRowId)
  const dateKey = search.filters.order_key === 'changed_on' && !isLive ? 'changed_on' : 'created_on'
  const { layout, usual } = appearanceOf('users', search.view)
  const choice = useColumns(layout, USER_COLUMNS, initialColumns, usual)
  const shown = useMemo(() => shownColumns(USER_COLUMNS, choice.columns), [choice])
  const columns = useMemo(() => userColumns(environment, dateKey), [environment, dateKey])
  const files = useUsersExport({ environment, columns: shown.map(({ id }) => id) })
  const fields = useMemo(() => userFields(namesIn(rows ?? NO_ROWS), cannotFilter), [rows, cannotFilter])

  const isFiltered = search.asked && !isLive
  return (
    <>
      <List
        record={USER_LIST}
        page={list}
        rows={rows}
        held={{ ...held, noun: ['user', 'users'] }}
        columns={columns}
        problem={problem}
        summary={summaryOf(total, isFiltered)}
        actions={
          <>
            <ColumnsButton {...choice} />
            <ExportButton
              csv={files.csv}
              isDisabled={isLive || !body || total === 0}
              job={() => files.found(body ?? {}, total)}
            >
              Export CSV
            </ExportButton>
          </>
        }
        {...(state && !why && { freshness: <Freshness state={state} onRefresh={onRefresh} /> })}
        bar={
          <>
            <ViewTabs environment={environment} views={views} {...search} look={choice} />
            <FilterBar
              noun="users"
              filters={search.filters}
              fields={fields}
              problem={filterProblem}
              onApply={search.apply}
              {...(!cannotFilter && { loadExtras: search.loadExtras })}
            >
              <SearchBox
                label="Reference or user ID"
                value={search.text}
                onSearch={search.search}
                isBusy={search.text !== '' && list.isFetching}
                unavailable={cannotFilter}
                found={isLive || list.isStale ? undefined : rows?.length}
              />
            </FilterBar>
            {window && isLive && <LiveNote state={state} why={why} />}
            {window && state && (
              <DirectoryNotes state={state} onRefresh={onRefresh} partly={isLive ? null : 'only those are searched'} />
            )}
            <SelectionBar selection={selection} page={rows ?? NO_ROWS} getRowId={USER_LIST.getRowId}>
              <ExportButton csv={files.csv} job={() => files.chosen([...selection.rows.values()])}>
                Export selected
              </ExportButton>
            </SelectionBar>
          </>
        }
        onPage={search.toPage}
        onSize={search.toSize}
        ignored={search.ignored}
        onClearIgnored={search.clearIgnored}
        empty={
          <Suspense fallback={null}>
            <NoUsers
              beyond={window?.previous != null}
              asked={isFiltered}
              environment={environment}
              text={search.text}
              impossible={problem}
              onFirst={() => search.toPage(0)}
              onClear={search.clear}
            />
          </Suspense>
        }
        shown={shown}
        choice={choice}
        {...(!isLive && { sort: search.sort })}
        selection={selection}
      />
      {files.csv.question}
    </>
  )
}

function summaryOf(total: number | null, asked: boolean) {
  if (total === null) return 'More than 10,000 users'
  return asked ? `${formatCount(total)} found` : countOf(total, 'user')
}

/** Chips say the names of sources; where no row on screen has one, a name made from the slug. */
function namesIn(rows: readonly UserRow[]) {
  const sources = rows.flatMap(({ user }) => user.connected_sources.map(({ source }) => source))
  const names = new Map(sources.map(({ slug, name }) => [slug, name]))
  return (slug: string) => names.get(slug) ?? nameFromSlug(slug)
}
