/** A directory of users as the list meets it, and the list over it. */

import { screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { useShortcutKeys } from '#components/patterns/page/shortcuts.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import { INFO } from '#components/users/detail/user.testing.ts'
import {
  type DirectorySearch,
  type DirectoryState,
  directorySearch,
  namePeople,
  searchDirectory,
} from '#lib/domains/users/directory.ts'
import { makeUser, userIdOf } from '#lib/domains/users/user.testing.ts'
import type { User } from '#lib/domains/users/user.ts'
import { countViews, listViews } from '#lib/domains/views/views.ts'
import { UsersView } from './users-view.tsx'

const PLACE = { environment: 'sandbox', list: 'users' } as const
const NO_SAVED_VIEWS = {
  views: [],
  defaults: { own: null, roles: {}, first: 'all' },
  may_share: true,
  may_set_roles: false,
}

export const TOTAL = 260

export function numberedUser(number: number): User {
  return makeUser({
    user_id: userIdOf(number),
    client_user_id: number % 2 === 0 ? `member-${number}` : null,
    fallback_birth_date: { value: '1982-02-03', source_slug: 'manual', updated_at: '2026-11-17T16:30:00Z' },
  })
}

export const READ: DirectoryState = {
  users: TOTAL,
  complete_at: '2026-11-19T20:27:00Z',
  crawl: null,
  problem: null,
  retry_at: null,
}

/** Bodies that the directory was asked with, oldest first. */
export const asked: DirectorySearch[] = []

/** Before each test: no saved views, and nothing asked yet. */
/** How many names each call asked for. */
export const named: number[] = []

export function openUsers() {
  asked.length = 0
  named.length = 0
  server.use(
    mock(at(listViews, PLACE), () => HttpResponse.json(NO_SAVED_VIEWS)),
    mock(at(countViews, PLACE), () => HttpResponse.json({ counts: [] })),
    mock(at(namePeople, { environment: 'sandbox' }), async ({ request }) => {
      const { user_ids } = namePeople.body.parse(await request.json())
      const [first] = user_ids
      const person = { user_id: first, info: { ...INFO, first_name: 'Maya', last_name: 'Stanton', dob: '2012-03-03' } }
      named.push(user_ids.length)
      return HttpResponse.json({ people: [person], problem: null, is_refused: false })
    }),
  )
}

/** Users of an even number have no connections; a text finds the references that hold it. */
export function searched(state: DirectoryState = READ) {
  return mock(at(searchDirectory, { environment: 'sandbox' }), async ({ request }) => {
    const body = directorySearch.parse(await request.json())
    asked.push(body)
    const all = Array.from({ length: TOTAL }, (_, index) => numberedUser(index)).filter(
      ({ client_user_id }) => !body.text || client_user_id?.includes(body.text),
    )
    const begin = body.after === undefined ? body.offset : Number(body.after.slice(-3) || 0)
    const users = all.slice(begin, begin + body.limit).map((user) => ({ user, seen_at: '2026-11-19T20:27:00Z' }))
    const end = begin + users.length
    const next = body.after === undefined || end >= all.length ? null : parseCursor(end)
    return HttpResponse.json({ users, total: body.after === undefined ? all.length : null, next, state })
  })
}

const parseCursor = (end: number) => `2026-11-17T16:30:00.000Z_00000000-0000-4000-8000-${String(end).padStart(12, '0')}`

/** A page of the service's own list. */
export function listed({ request }: { request: Request }) {
  const of = new URL(request.url).searchParams
  const [offset, limit] = [Number(of.get('offset')), Number(of.get('limit'))]
  const count = Math.max(0, Math.min(limit, TOTAL - offset))
  const users = Array.from({ length: count }, (_, index) => numberedUser(offset + index))
  return HttpResponse.json({ users, total: TOTAL, offset, limit })
}

export const view = <UsersView environment="sandbox" columns={null} failure={null} />

/** Listens for the shortcuts of a page. */
export function Keys() {
  useShortcutKeys()
  return null
}

export const rows = () => within(screen.getByRole('table', { name: 'Users' })).getAllByRole('row')
