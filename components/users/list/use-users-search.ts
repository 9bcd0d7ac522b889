'use client'
/** Reads and changes the order search in the address and history. */
import { useCallback, useMemo } from 'react'
import { type KnownViews, shownView, writeViewSearch } from '#components/patterns/views/shown-view.ts'
import { useAtPresent, useTimeZone } from '#components/ui/display/viewer.tsx'
import { HELD_TEXT } from '#lib/domains/users/list-address.ts'
import { navigate, useAddressSearch, useHandedOver, useHistoryState } from '#lib/kernel/client/address.ts'
import { dayIn } from '#lib/utils/time/day-ranges.ts'
import { USER_VIEW_LIST } from './user-views.ts'
import {
  filterProblem,
  hasQuery,
  NO_FILTERS,
  readUsersSearch,
  sortNext,
  sortOf,
  type UserFilters,
  type UsersBody,
  usersBody,
  writeUsersSearch,
} from './users-search.ts'

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
      () => ({ stated: writeUsersSearch(filters, 0, limit), leftOut: text === '' ? [] : ['Reference or ID search'] }),
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
