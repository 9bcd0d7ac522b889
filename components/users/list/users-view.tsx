'use client'
import { DatabaseZap, UserRoundPlus, UserRoundX } from 'lucide-react'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { lazy, useCallback, useMemo, useState } from 'react'
import { daysField, SourceEditor, sourceField } from '#components/patterns/domain/directory-fields.tsx'
import { ExportButton } from '#components/patterns/export/export-button.tsx'
import type { ExportJob } from '#components/patterns/export/export-job.ts'
import { useCsvExport } from '#components/patterns/export/use-csv-export.tsx'
import { ColumnsButton } from '#components/patterns/list/columns/columns-button.tsx'
import { useColumns } from '#components/patterns/list/columns/use-columns.ts'
import { FilterBar } from '#components/patterns/list/filters/filter-bar.tsx'
import type { FilterEditorProps, FilterField } from '#components/patterns/list/filters/filter-fields.ts'
import { SearchBox } from '#components/patterns/list/filters/search-box.tsx'
import { useHeldRows } from '#components/patterns/list/held-rows.tsx'
import { List } from '#components/patterns/list/list.tsx'
import { shownColumns } from '#components/patterns/list/list-features.ts'
import { SelectionBar, useSelection } from '#components/patterns/list/selection-bar.tsx'
import { useMay, useOffers } from '#components/patterns/page/role.tsx'
import { useShortcuts } from '#components/patterns/page/shortcuts.tsx'
import { DirectoryNotes, Freshness, NamesNote, readingLabel } from '#components/patterns/states/freshness.tsx'
import { Note } from '#components/patterns/states/states.tsx'
import { appearanceOf, noViews } from '#components/patterns/views/shown-view.ts'
import { useViews } from '#components/patterns/views/use-views.ts'
import { ViewTabs } from '#components/patterns/views/view-tabs.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { linkButton } from '#components/ui/button/link-button.ts'
import { usePatientData } from '#components/ui/display/mask.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import { nameFromSlug } from '#lib/domains/connections/providers.ts'
import { type DirectoryState, MOST_NAMED, namePeople, searchDirectory } from '#lib/domains/users/directory.ts'
import { useNames } from '#lib/domains/users/queries.ts'
import { useDirectoryState, useRefreshDirectory, useSourceOptions } from '#lib/domains/users/use-directory.ts'
import { RequestError, type RequestFailure } from '#lib/kernel/client/errors.ts'
import { usePagedQuery } from '#lib/kernel/list/use-paged-list.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import { USER_COLUMNS, USER_LIST, userColumns, useUsersSearch } from './users-columns.tsx'
import {
  directoryPage,
  filterProblem,
  livePage,
  rowsFrom,
  sortOf,
  USER_SORT_LABELS,
  USER_VIEW_LIST,
  type UserFilters,
  type UserRow,
  type UsersBody,
} from './users-search.ts'

interface UsersRequest {
  environment: string
  /** Search body with a stable identity; null when it can't be sent. */
  body: UsersBody | null
  offset: number
  limit: number
  failure: RequestFailure | null
}

/** Milliseconds before a directory that did not answer is asked again. */
const AFTER_FAILURE = 30_000

const USER_QUERY_NAMES = [searchDirectory.name] as const
const NOTHING_ASKED: UsersBody = {}

function useUsers({ environment, body, offset, limit, failure }: UsersRequest) {
  const asked = body !== null && Object.keys(body).length > 0
  const found = usePagedQuery({
    offset,
    limit,
    failure,
    rows: 'users',
    enabled: body !== null && failure?.status !== 403,
    retryAfter: AFTER_FAILURE,
    pageQuery: useCallback(
      (from: number, size: number) => directoryPage({ environment }, body ?? NOTHING_ASKED, from, size),
      [environment, body],
    ),
  })
  const state = useDirectoryState(environment, found.data?.state ?? null, found.updatedAt, USER_QUERY_NAMES)
  const isLive = found.data ? rowsFrom(state ?? found.data.state, asked) === 'live' : found.failure !== null
  const live = usePagedQuery({
    offset,
    limit,
    failure,
    rows: 'users',
    enabled: isLive && failure?.status !== 403,
    pageQuery: useCallback((from: number, size: number) => livePage({ environment }, from, size), [environment]),
  })
  // The service's rows are shown until the directory answers.
  const shown = isLive || !found.data ? live : found
  const rows = useMemo((): UserRow[] | undefined => {
    if (shown === found) return found.data?.users
    return live.data?.users.map((user) => ({ user, seen_at: null }))
  }, [shown, found, live.data])
  const refetch = () => {
    void found.refetch()
    if (isLive) void live.refetch()
  }
  return {
    list: { ...shown, refetch },
    rows,
    total: shown.data?.total ?? null,
    state,
    isLive: isLive || (shown === live && live.data !== undefined),
    why: found.failure?.detail ?? null,
  }
}

const ConnectionsFilter = lazy(() =>
  import('./users-filters.tsx').then((part) => ({ default: part.ConnectionsFilter })),
)

const SortFilter = lazy(() => import('./users-filters.tsx').then((part) => ({ default: part.SortFilter })))

function SourceFilter(props: FilterEditorProps<UserFilters>) {
  return <SourceEditor {...props} sources={useSourceOptions()} />
}

/** `nameOf` gives the name of a source where it is known; `unavailable` says why only the live list can be had. */
export function userFields(
  nameOf: (slug: string) => string,
  unavailable: string | null,
): readonly FilterField<UserFilters>[] {
  return [
    { ...sourceField(nameOf, SourceFilter), unavailable },
    { ...daysField<UserFilters>('Created'), unavailable },
    {
      id: 'connections',
      label: 'Connections',
      icon: 'connections',
      chip: ({ has_connections }) => {
        if (has_connections === null) return null
        return has_connections ? { operator: 'at least', value: 'one' } : { operator: 'is', value: 'none' }
      },
      clear: (filters) => ({ ...filters, has_connections: null }),
      Editor: ConnectionsFilter,
      unavailable,
    },
    {
      id: 'sort',
      label: 'Sort by',
      icon: 'sort',
      chip: sortLabel,
      clear: (filters) => ({ ...filters, order_key: null, order_direction: null }),
      Editor: SortFilter,
      unavailable,
    },
  ]
}

function sortLabel(filters: UserFilters) {
  if (filters.order_key === null) return null
  const { order_key, order_direction } = sortOf(filters)
  const { label, [order_direction]: direction } = USER_SORT_LABELS[order_key]
  return { operator: label.toLowerCase(), value: direction }
}

const NOUN = ['user', 'users'] as const
const NO_BIRTH = 'Birth dates are masked, so the file doesn’t include them'
const why = (error: unknown) => (error instanceof RequestError ? error.message : null)

/** `columns` are those on screen. What is masked on screen does not leave in a file. */
function useUsersExport({ environment, columns }: { environment: string; columns: readonly string[] }) {
  const { masked } = usePatientData()
  const hidesBirth = masked && columns.includes('birth')
  const given = { environment, columns: hidesBirth ? columns.filter((id) => id !== 'birth') : columns }
  const note = hidesBirth ? NO_BIRTH : undefined
  const load = () => import('./users-export.ts')
  return {
    csv: useCsvExport({ noun: NOUN, why }),
    found: async (body: UsersBody, rows: number | null): Promise<ExportJob> => {
      const { exportFound } = await load()
      return { rows, note, run: (options) => exportFound(body, { ...given, ...options }) }
    },
    chosen: async (rows: readonly UserRow[]): Promise<ExportJob> => {
      const { exportChosen } = await load()
      return { rows: rows.length, note, run: (options) => exportChosen(rows, { ...given, ...options }) }
    },
  }
}

const NoUsers = lazyPart(() => import('./no-users.tsx'), 'NoUsers')

const NewUserDialog = dynamic(() =>
  import('#components/users/detail/user-dialogs.tsx').then((part) => part.NewUserDialog),
)
const RestoreUserDialog = dynamic(() =>
  import('#components/users/detail/user-dialogs.tsx').then((part) => part.RestoreUserDialog),
)

const RESTORE = { strokes: [], label: 'Restore a deleted user', group: 'List', words: 'undo' } as const

/** The button and keys for a new user, and the palette's way to a deleted one. */
function NewUser({ environment }: { environment: string }) {
  const [open, setOpen] = useState<'new' | 'restore' | null>(null)
  const creates = useOffers('create_user')
  const mayCreate = useMay('users:create') && creates
  const mayDelete = useMay('users:delete')
  const hasDeleted = useOffers('list_deleted_users')
  const hasUndo = useOffers('delete_user')
  useShortcuts(
    mayCreate
      ? [
          { strokes: ['n'], label: 'New user', group: 'List', words: 'create add', run: () => setOpen('new') },
          ...(hasUndo ? [{ ...RESTORE, run: () => setOpen('restore') }] : []),
        ]
      : [],
  )
  if (!mayCreate) return null
  const close = () => setOpen(null)
  return (
    <>
      {mayDelete && hasDeleted && (
        <Link href={`/${environment}/users/deleted`} prefetch={false} className={linkButton}>
          <UserRoundX />
          Deleted users
        </Link>
      )}
      <Button icon={UserRoundPlus} onPress={() => setOpen('new')}>
        New user
      </Button>
      {open === 'new' && <NewUserDialog environment={environment} onClose={close} />}
      {open === 'restore' && <RestoreUserDialog environment={environment} onClose={close} />}
    </>
  )
}

interface UsersViewProps {
  environment: string
  /** The choice of columns that this browser remembers. */
  columns: string | null
  failure: RequestFailure | null
}

const WAITS = 'Filters need the user directory, which isn’t available right now. The line above the list says why.'
const NO_ROWS: readonly UserRow[] = []
const NO_VIEWS = noViews(USER_VIEW_LIST)

const OF_PEOPLE: readonly string[] = USER_COLUMNS.flatMap((each) => ('personal' in each ? [each.id] : []))

/** Reads who the users of the rows on screen are, at most so many, where a column shows it. */
function useRowNames(environment: string, rows: readonly UserRow[] | undefined, shown: readonly { id: string }[]) {
  const isNamed = useMay(namePeople.permission) && shown.some(({ id }) => OF_PEOPLE.includes(id))
  return useNames(environment, (rows ?? NO_ROWS).slice(0, MOST_NAMED).map(USER_LIST.getRowId), isNamed)
}

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
  const { layout, defaults } = appearanceOf('users', search.view)
  const choice = useColumns(layout, USER_COLUMNS, initialColumns, defaults)
  const shown = useMemo(() => shownColumns(USER_COLUMNS, choice.columns), [choice])
  const { names, isFetching, problem: unnamed } = useRowNames(environment, rows, shown)
  const columns = useMemo(
    () => userColumns(environment, dateKey, { names, isFetching }),
    [environment, dateKey, names, isFetching],
  )
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
            <NewUser environment={environment} />
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
                label="Name, phone, reference or ID"
                value={search.text}
                onSearch={search.search}
                isBusy={search.text !== '' && list.isFetching}
                unavailable={cannotFilter}
                found={isLive || list.isStale ? undefined : rows?.length}
              />
            </FilterBar>
            <NamesNote problem={unnamed} />
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
          <NoUsers
            beyond={window?.previous != null}
            isFiltered={isFiltered}
            environment={environment}
            text={search.text}
            problem={problem}
            onFirst={() => search.toPage(0)}
            onClear={search.clear}
          />
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

interface LiveNoteProps {
  /** Null where the directory could not be asked. */
  state: DirectoryState | null
  /** Why the directory did not answer. */
  why: string | null
}

/** The rows come from the service and not from the directory. */
function LiveNote({ state, why }: LiveNoteProps) {
  const progress = state?.crawl ? `, ${readingLabel(state.crawl)}` : ''
  const said = why ? `The user directory isn’t available: ${why}` : `The user directory is still loading${progress}.`
  const waits = state?.users ? 'export waits' : 'search, filters and export wait'
  return (
    <Note tone="move" icon={DatabaseZap}>
      {said} This is the live list. You can page through it, but {waits} for the directory.
    </Note>
  )
}
