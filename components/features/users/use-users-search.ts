'use client'
/** What is asked of the list, as the address and the history hold it, and how it is changed. */
import { useQueryStates } from 'nuqs'
import { useCallback, useMemo } from 'react'
import { useTimeZone } from '#components/ui/viewer.tsx'
import { useAddressSearch } from '#lib/client/address.ts'
import { readListSearch } from '#lib/client/list-search.ts'
import { usePrivateText } from '#lib/client/private-text.ts'
import {
  filterProblem,
  isAsked,
  NO_FILTERS,
  type UserFilters,
  type UsersBody,
  usersBody,
  usersParsers,
  usersSearch,
} from './users-search.ts'

export function useUsersSearch() {
  const [{ offset, limit, ...raw }, set] = useQueryStates(usersParsers, { history: 'push' })
  const { ignored } = readListSearch(usersSearch, useAddressSearch())
  const [text, setText] = usePrivateText('users')
  const timeZone = useTimeZone()
  const filters: UserFilters = { ...raw, sources: raw.sources ?? NO_FILTERS.sources }
  const problem = filterProblem(filters)
  // The same object while it asks the same.
  const question = JSON.stringify(usersBody(filters, text, timeZone))
  const body = useMemo((): UsersBody => JSON.parse(question), [question])
  const apply = ({ sources, ...rest }: UserFilters) => {
    void set({ ...rest, sources: sources.length > 0 ? [...sources] : null, offset: null })
  }
  return {
    offset,
    limit,
    filters,
    text,
    /** Null where the filters cannot be asked, for which `problem` says why. */
    body: problem ? null : body,
    problem,
    asked: isAsked(filters, text),
    ignored,
    apply,
    search: useCallback(
      (next: string) => {
        setText(next)
        void set({ offset: null }, { history: 'replace' })
      },
      [setText, set],
    ),
    clear: () => {
      setText('')
      apply(NO_FILTERS)
    },
    toPage: (to: number) => void set({ offset: to }),
    // The first row on screen stays on screen.
    toSize: (size: number) => void set({ limit: size, offset: Math.floor(offset / size) * size }),
    forgetIgnored: () => void set({ ...raw, offset, limit }, { history: 'replace' }),
  }
}
