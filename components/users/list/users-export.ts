/** The list of users as a file: all that is asked for, or those that were chosen. Loaded with the first export. */

import {
  exportRows,
  type FileColumns,
  fileName,
  fileOf,
  type ListExport,
  reportExport,
} from '#lib/domains/audit/list-export.ts'
import { searchDirectory } from '#lib/domains/users/directory.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { exportPages, MOST_TURNS, movedNote } from '#lib/kernel/list/export-pages.ts'
import { dayCell } from '#lib/utils/text/csv.ts'
import type { UserRow, UsersBody } from './users-search.ts'

const CELLS: FileColumns<UserRow> = {
  user: { name: 'user_id', value: ({ user }) => user.user_id },
  reference: { name: 'client_user_id', value: ({ user }) => user.client_user_id ?? null },
  sources: {
    name: 'connected_sources',
    value: ({ user }) => user.connected_sources.map(({ source }) => source.slug).join(' '),
  },
  connections: { name: 'connections', value: ({ user }) => user.connected_sources.length },
  zone: { name: 'fallback_time_zone', value: ({ user }) => user.fallback_time_zone?.id ?? null },
  birth: { name: 'fallback_birth_date', value: ({ user }) => dayCell(user.fallback_birth_date?.value) },
  created: { name: 'created_on', instant: ({ user }) => user.created_on },
  seen: { name: 'seen_at', instant: ({ seen_at }) => seen_at },
}

const PAGE = 500
export async function exportFound(body: UsersBody, { environment, columns, rows, ...job }: ListExport) {
  const { signal, onRows, onNote } = job
  await reportExport('export_users', { environment, signal, rows })
  const file = fileOf(CELLS, columns)
  const seen = new Set<string>()
  // Newest first follows the cursor; any other order is read by pages, then the cursor finds users that moved.
  const isWalk = !body.text && !body.order_key
  let turn = 1
  return exportPages<string | number>({
    name: fileName('users', environment),
    head: file.head,
    first: isWalk ? '' : 0,
    read: async (from) => {
      const place = typeof from === 'number' ? { offset: from } : { after: from }
      const input = { params: { environment }, body: { ...body, limit: PAGE, ...place } }
      const { users, next, state } = await consoleRequest(searchDirectory, input, {}, { signal })
      if (state.problem) onNote?.(state.problem.replace(/\.$/, ''))
      const fresh = users.filter(({ user }) => !seen.has(user.user_id))
      const hasMoved = !isWalk && typeof from === 'string' && fresh.length > 0
      if (hasMoved && turn < MOST_TURNS) {
        turn += 1
        seen.clear()
        return { rows: [], next: 0, isMoved: true }
      }
      if (hasMoved) onNote?.(movedNote('users'))
      for (const { user } of fresh) seen.add(user.user_id)
      const following = users.length < PAGE ? '' : Number(from) + PAGE
      return { rows: file.lines(fresh), next: typeof from === 'number' ? following : next }
    },
    signal,
    onRows,
  })
}

export function exportChosen(rows: readonly UserRow[], { columns, ...job }: Omit<ListExport, 'rows'>) {
  const file = fileOf(CELLS, columns)
  return exportRows({ list: 'users', action: 'export_users', file, rows, idOf: ({ user }) => user.user_id }, job)
}
