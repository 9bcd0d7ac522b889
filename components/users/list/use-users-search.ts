'use client'
/** What is asked of the list, as the address and the history hold it, and how it is changed. */
import { useCallback, useMemo } from 'react'
import { useTimeZone } from '#components/ui/display/viewer.tsx'
import { searchDirectory } from '#lib/domains/users/directory.ts'
import { HELD_TEXT } from '#lib/domains/users/list-address.ts'
import { navigate, useAddressSearch, useHandedOver, useHistoryState } from '#lib/kernel/client/address.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
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

interface Asked {
  filters: UserFilters
  text: string
  offset: number
  limit: number
}

const textOf = (held: Readonly<Record<string, string>>) => held[HELD_TEXT] ?? ''

function go({ filters, text, offset, limit }: Asked, way?: 'push' | 'replace') {
  navigate(writeUsersSearch(filters, offset, limit), text === '' ? {} : { [HELD_TEXT]: text }, way)
}

export function useUsersSearch(environment: string) {
  useHandedOver()
  const search = useAddressSearch()
  const text = textOf(useHistoryState())
  const { filters, offset, limit, ignored } = useMemo(() => readUsersSearch(search), [search])
  const timeZone = useTimeZone()
  const problem = filterProblem(filters)
  // The same object while it asks the same.
  const question = JSON.stringify(usersBody(filters, text, timeZone))
  const body = useMemo((): UsersBody => JSON.parse(question), [question])
  const now = { filters, text, offset, limit }
  return {
    offset,
    limit,
    filters,
    text,
    /** Null where the filters cannot be asked, for which `problem` says why. */
    body: problem ? null : body,
    problem,
    asked: hasQuery(filters, text),
    ignored,
    sort: {
      key: text !== '' && filters.order_key === null ? '' : sortOf(filters).order_key,
      direction: sortOf(filters).order_direction,
      onSort: (key: string) => go({ ...now, filters: { ...filters, ...sortNext(filters, key) }, offset: 0 }),
    },
    apply: (next: UserFilters) => go({ ...now, filters: next, offset: 0 }),
    /** Typing makes no steps to go back by. */
    search: useCallback((next: string) => {
      const shown = readUsersSearch(new URLSearchParams(window.location.search))
      go({ ...shown, text: next, offset: 0 }, 'replace')
    }, []),
    /** How many a draft of the filters would find, with the text as it is; null where there are too many to count. */
    count: async (draft: UserFilters, signal: AbortSignal) => {
      const body = { ...usersBody({ ...draft, order_key: null, order_direction: null }, text, timeZone), limit: 0 }
      const { total } = await consoleRequest(searchDirectory, { params: { environment }, body }, {}, { signal })
      return total
    },
    clear: () => go({ ...now, filters: NO_FILTERS, text: '', offset: 0 }),
    toPage: (to: number) => go({ ...now, offset: to }),
    // The first row on screen stays on screen.
    toSize: (size: number) => go({ ...now, limit: size, offset: Math.floor(offset / size) * size }),
    clearIgnored: () => go(now, 'replace'),
  }
}
