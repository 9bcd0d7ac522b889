import { type ReactElement, useCallback, useMemo } from 'react'
import { SourceTile } from '#components/patterns/domain/source-tile.tsx'
import type { ListRecord } from '#components/patterns/list/list.tsx'
import { columnsOf, type LineColumn } from '#components/patterns/list/list-features.ts'
import { NoValue } from '#components/patterns/states/empty-state.tsx'
import { type KnownViews, shownView, writeViewSearch } from '#components/patterns/views/shown-view.ts'
import { useHint } from '#components/ui/button/hint.tsx'
import { useTabIndex } from '#components/ui/button/tab-stop.tsx'
import { CopyableId } from '#components/ui/display/copyable-id.tsx'
import { BirthDate, PatientName, Redact } from '#components/ui/display/redact.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { TimeStamp } from '#components/ui/display/time-stamp.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { useAtPresent, useTimeZone } from '#components/ui/display/viewer.tsx'
import { patientOf } from '#lib/domains/orders/patient.ts'
import { cityOf, foundWords, type NamedPerson, type ShownInfo } from '#lib/domains/users/directory.ts'
import { HELD_TEXT } from '#lib/domains/users/queries.ts'
import { changedOn, type User } from '#lib/domains/users/user.ts'
import type { VIEW_COLUMNS } from '#lib/domains/views/built-in.ts'
import { navigate, useAddressSearch, useHandedOver, useHistoryState } from '#lib/kernel/client/address.ts'
import { dayIn } from '#lib/utils/time/day-ranges.ts'
import { zoneName } from '#lib/utils/time/zone-spelling.ts'
import {
  filterProblem,
  hasQuery,
  NO_FILTERS,
  readUsersSearch,
  sortNext,
  sortOf,
  USER_SIZES,
  USER_SORT_LABELS,
  USER_VIEW_LIST,
  type UserFilters,
  type UserRow,
  type UsersBody,
  usersBody,
  writeUsersSearch,
} from './users-search.ts'

type Sources = User['connected_sources']

const SHOWN = 4

function SourceNames({ sources }: { sources: Sources }) {
  return (
    <ul className="flex flex-col gap-1">
      {sources.map(({ source }) => (
        <li key={source.slug} className="flex items-center gap-2">
          <SourceTile source={source} />
          <Verbatim>{source.name}</Verbatim>
        </li>
      ))}
    </ul>
  )
}

/** The data sources a user has connected. One is named outright, several by their tiles, all on hover or focus. */
function SourceTiles({ sources }: { sources: Sources }) {
  const tabIndex = useTabIndex()
  const hint = useHint(() => <SourceNames sources={sources} />)
  const [only] = sources
  if (!only) return <NoValue word="No sources" />
  if (sources.length === 1) {
    return (
      <span className="flex min-w-0 items-center gap-2">
        <SourceTile source={only.source} />
        <Verbatim className="truncate">{only.source.name}</Verbatim>
      </span>
    )
  }
  const shown = sources.length > SHOWN + 1 ? sources.slice(0, SHOWN) : sources
  const more = sources.length - shown.length
  return (
    <button type="button" tabIndex={tabIndex} className="inline-flex min-h-6 items-center gap-1 rounded-pill" {...hint}>
      {shown.map(({ source }) => (
        <SourceTile key={source.slug} source={source} />
      ))}
      {more > 0 && (
        <span aria-hidden="true" className="ml-0.5 text-xs font-control text-ink-2">
          +{more}
        </span>
      )}
      <span className="sr-only">{sources.map(({ source }) => source.name).join(', ')}</span>
    </button>
  )
}

export const USER_LIST: ListRecord<UserRow> = {
  title: 'Users',
  sizes: USER_SIZES,
  getRowId: ({ user }) => user.user_id,
  // Three forms of a row: a card on a phone, three short lines where there is some room, one line from 1000 px on.
  rowLayout:
    "[--row-columns:minmax(0,1fr)_auto] [--row-areas:'name_created''ref_born''id_city''sources_sources'] @min-[560px]/list:[--row-columns:200px_minmax(0,1.3fr)_minmax(0,1fr)] @min-[560px]/list:[--row-areas:'name_ref_created''id_born_city''sources_born_city']",
}

/** The columns people choose from; `area` and `track` are their place in the one-line form, `personal` ones come after the row. */
export const USER_COLUMNS = [
  { id: 'user', label: 'User', fixed: true, area: 'id', track: '200px' },
  { id: 'name', label: 'Name', personal: true, area: 'name', track: 'minmax(150px,2fr)' },
  { id: 'reference', label: 'Reference', area: 'ref', track: 'minmax(100px,1fr)' },
  { id: 'born', label: 'Birth date', personal: true, area: 'born', track: 'minmax(104px,0.9fr)' },
  { id: 'city', label: 'City', personal: true, area: 'city', track: 'minmax(110px,1fr)' },
  { id: 'sources', label: 'Sources', area: 'sources', track: 'minmax(130px,1.1fr)' },
  { id: 'connections', label: 'Connections', extra: true, area: 'count', track: '84px' },
  { id: 'zone', label: 'Fallback time zone', extra: true, area: 'zone', track: 'minmax(150px,1.5fr)' },
  { id: 'birth', label: 'Fallback birth date', extra: true, area: 'birth', track: 'minmax(110px,1.2fr)' },
  { id: 'created', label: 'Created', area: 'created', track: '84px' },
  { id: 'seen', label: 'Last read', extra: true, area: 'seen', track: '72px' },
] as const satisfies readonly (LineColumn & { id: (typeof VIEW_COLUMNS)['users'][number]; personal?: true })[]

const column = columnsOf<UserRow, (typeof USER_COLUMNS)[number]['id']>()

/** Shown in the one-line form only: a card has no room for it. */
const ON_ONE_LINE = '@max-[999px]/list:hidden'
const UNLESS_UNKNOWN = '@max-[999px]/list:has-[.no-value]:hidden'

function Origin({ user, slug }: { user: User; slug: string }) {
  const name = user.connected_sources.find(({ source }) => source.slug === slug)?.source.name
  const words = slug === 'manual' ? 'manual' : name
  return (
    <span className="ml-1.5 min-w-0 shrink-[9] truncate text-xs text-ink-3 @min-[560px]/list:@max-[999px]/list:hidden">
      {words ?? <Verbatim className="font-mono">{slug}</Verbatim>}
    </span>
  )
}

/** One date: when users were created, or when they changed where the list is in that order. */
export function userColumns(
  environment: string,
  dateKey: 'created_on' | 'changed_on',
  { names, isFetching }: { names: ReadonlyMap<string, NamedPerson>; isFetching: boolean },
) {
  /** A value of a user's demographics, which come after the row. */
  const shown = (user: User, word: string, cellOf: (info: ShownInfo | null | undefined) => ReactElement | null) => {
    const named = names.get(user.user_id)
    const value = cellOf(named?.info)
    if (value) return value
    if (!named && isFetching) return <Skeleton className="after-300ms h-3.5 w-24" />
    return <NoValue word={named ? word : 'not read'} />
  }
  return [
    column('user', 'User', '[grid-area:id]', ({ user }) => (
      <CopyableId id={user.user_id} noun="User ID" href={`/${environment}/users/${user.user_id}`} />
    )),
    column('name', 'Name', '[grid-area:name]', ({ user, found }) =>
      shown(user, 'no name', (info) => {
        const { name } = patientOf(user, info)
        return name ? (
          <span className="flex min-w-0 items-baseline gap-1.5">
            <PatientName name={name} className="max-w-full shrink-0 truncate font-control" />
            {found && (
              <span title={foundWords(found)} className="min-w-0 truncate text-xs text-ink-3">
                {foundWords(found)}
              </span>
            )}
          </span>
        ) : null
      }),
    ),
    column('reference', 'Reference', { place: '[grid-area:ref]', sort: 'client_user_id' }, ({ user }) => {
      const reference = user.client_user_id
      if (!reference) return <span className="text-ink-3">No reference</span>
      return (
        <Verbatim className="block truncate font-control" title={reference}>
          {reference}
        </Verbatim>
      )
    }),
    column('born', 'Birth date', { place: `[grid-area:born] ${UNLESS_UNKNOWN}`, caption: 'Born' }, ({ user }) =>
      shown(user, 'no birth date', (info) => (info ? <BirthDate value={info.dob} /> : null)),
    ),
    column('city', 'City', `[grid-area:city] ${UNLESS_UNKNOWN}`, ({ user }) =>
      shown(user, 'no city', (info) => (cityOf(info) ? <Redact noun="City">{cityOf(info)}</Redact> : null)),
    ),
    column('sources', 'Sources', '[grid-area:sources]', ({ user }) => <SourceTiles sources={user.connected_sources} />),
    column(
      'connections',
      'Connections',
      `[grid-area:count] ${ON_ONE_LINE}`,
      ({ user }) => user.connected_sources.length,
    ),
    column(
      'zone',
      'Fallback time zone',
      { place: `[grid-area:zone] ${ON_ONE_LINE}`, sort: 'time_zone' },
      ({ user }) => {
        const zone = user.fallback_time_zone
        if (!zone) return <NoValue word="not set" />
        return (
          <span className="inline-flex max-w-full min-w-0 items-baseline align-bottom whitespace-nowrap">
            <span className="min-w-0 truncate" title={zoneName(zone.id)}>
              {zoneName(zone.id)}
            </span>
            <Origin user={user} slug={zone.source_slug} />
          </span>
        )
      },
    ),
    column('birth', 'Fallback birth date', `[grid-area:birth] ${ON_ONE_LINE}`, ({ user }) => {
      const birth = user.fallback_birth_date
      if (!birth) return <NoValue word="not set" />
      return (
        <span className="inline-flex max-w-full min-w-0 items-baseline align-bottom whitespace-nowrap">
          {/* Never cut: half a birth date is another one. */}
          <span className="shrink-0">
            <BirthDate value={birth.value} />
          </span>
          <Origin user={user} slug={birth.source_slug} />
        </span>
      )
    }),
    column(
      'created',
      USER_SORT_LABELS[dateKey].label,
      { place: '[grid-area:created] justify-self-end @min-[1000px]/list:justify-self-start', sort: dateKey },
      ({ user }) => <TimeStamp value={dateKey === 'changed_on' ? changedOn(user) : user.created_on} />,
    ),
    column('seen', 'Last read', `[grid-area:seen] ${ON_ONE_LINE}`, (row) => {
      const seen = row.seen_at
      return seen ? <TimeStamp value={seen} /> : <NoValue word="live" />
    }),
  ]
}

const textOf = (held: Readonly<Record<string, string>>) => held[HELD_TEXT] ?? ''

function read(address: URLSearchParams, views: KnownViews) {
  const { view, search, isWaiting } = shownView(address, USER_VIEW_LIST, views)
  return { ...readUsersSearch(search), view, isWaiting }
}

type Next = Pick<ReturnType<typeof read>, 'filters' | 'offset' | 'limit' | 'view'> & { text: string }

function go({ filters, text, offset, limit, view }: Next, { first }: KnownViews, way?: 'push' | 'replace') {
  const search = writeViewSearch(USER_VIEW_LIST, writeUsersSearch(filters, offset, limit), view, first)
  navigate(search, text === '' ? {} : { [HELD_TEXT]: text }, way)
}

export function useUsersSearch(environment: string, views: KnownViews) {
  useHandedOver()
  const search = useAddressSearch()
  const text = textOf(useHistoryState())
  const asked = useMemo(() => read(search, views), [search, views])
  const { filters, offset, limit, view, isWaiting, ignored } = asked
  const timeZone = useTimeZone()
  const today = useAtPresent((now) => dayIn(timeZone, now))
  const problem = filterProblem(filters)
  // The same object while it asks the same.
  const question = JSON.stringify(usersBody(filters, text, timeZone, today))
  const body = useMemo((): UsersBody => JSON.parse(question), [question])
  const now = { filters, text, offset, limit, view }
  return {
    offset,
    limit,
    filters,
    text,
    /** Null where the filters cannot be asked, for which `problem` says why. */
    body: problem || isWaiting ? null : body,
    /** The current tab; null for one that is not there (yet). */
    view,
    /** The address names a view that is not there. */
    isGone: view === null && views.isWhole,
    /** Parts of the search that a view can save. */
    draft: useMemo(
      () => ({ stated: writeUsersSearch(filters, 0, limit), leftOut: text === '' ? [] : ['Search text'] }),
      [filters, limit, text],
    ),
    problem,
    asked: hasQuery(filters, text),
    ignored,
    sort: {
      key: text !== '' && filters.order_key === null ? '' : sortOf(filters).order_key,
      direction: sortOf(filters).order_direction,
      onSort: (key: string) => go({ ...now, filters: { ...filters, ...sortNext(filters, key) }, offset: 0 }, views),
    },
    apply: (next: UserFilters) => go({ ...now, filters: next, offset: 0 }, views),
    /** Typing makes no steps to go back by. */
    search: useCallback(
      (next: string) => {
        const shown = read(new URLSearchParams(window.location.search), views)
        go({ ...shown, text: next, offset: 0 }, views, 'replace')
      },
      [views],
    ),
    /** Counts in the picker respect the current text. */
    loadExtras: () =>
      import('./user-extras.ts').then((part) => part.userExtras({ environment, text, timeZone, today })),
    clear: () => go({ ...now, filters: NO_FILTERS, text: '', offset: 0 }, views),
    toPage: (to: number) => go({ ...now, offset: to }, views),
    // The first row on screen stays on screen.
    toSize: (size: number) => go({ ...now, limit: size, offset: Math.floor(offset / size) * size }, views),
    clearIgnored: () => go(now, views, 'replace'),
  }
}
