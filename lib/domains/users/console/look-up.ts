/** Finds one user in the live list, which can only be read by pages: first where they should be, then around it. */

import { USERS_PAGE, type UserSource } from '#lib/console/user-source.ts'
import type { ListedUser } from './store/store.ts'

export interface LookUp {
  user_id: string
  /** Page to begin with, as an offset into the list. */
  first: number
  /** Likely positions, once the length of the list is known. */
  guesses: (total: number) => readonly number[]
  /** Pages to read at most. */
  pages: (total: number) => number
}

export interface Found {
  listed: ListedUser | null
  /** The whole list was read without changing, and the user is not in it. */
  isGone: boolean
}

/** @throws SourceFailure */
export async function lookUp(
  listPage: (page: { offset: number; limit: number }) => ReturnType<UserSource['listUsers']>,
  { user_id, first, guesses, pages }: LookUp,
): Promise<Found> {
  const visited = new Set<number>()
  let total: number | null = null
  let isSteady = true
  let page: number | null = Math.floor(first / USERS_PAGE)
  while (page !== null && (total === null || visited.size < pages(total))) {
    const offset = page * USERS_PAGE
    const { users, entries, ...list } = await listPage({ offset, limit: USERS_PAGE })
    const index = users.findIndex((user) => user.user_id === user_id)
    const user = users[index]
    if (user) return { listed: { user, position: offset + index, of_total: list.total }, isGone: false }
    isSteady &&= total === null || total === list.total
    isSteady &&= entries >= Math.min(USERS_PAGE, list.total - offset) && list.unreadable === 0
    total = list.total
    visited.add(page)
    page = nearest(guesses(total), total, visited)
  }
  return { listed: null, isGone: page === null && isSteady }
}

/** The page not yet read whose middle is nearest to a guess; null when all have been. */
function nearest(guesses: readonly number[], total: number, visited: ReadonlySet<number>): number | null {
  const count = Math.ceil(total / USERS_PAGE)
  let best: { page: number; distance: number } | null = null
  for (let page = 0; page < count; page += 1) {
    if (visited.has(page)) continue
    const middle = (page + 0.5) * USERS_PAGE
    const distance = Math.min(...guesses.map((guess) => Math.abs(middle - guess)))
    if (best === null || distance < best.distance) best = { page, distance }
  }
  return best?.page ?? null
}
