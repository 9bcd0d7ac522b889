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
import { exportPages } from '#lib/kernel/list/export-pages.ts'
import type { UserRow } from './users-query.ts'
import type { UsersBody } from './users-search.ts'

const CELLS: FileColumns<UserRow> = {
  user: { name: 'user_id', value: ({ user }) => user.user_id },
  reference: { name: 'client_user_id', value: ({ user }) => user.client_user_id ?? null },
  sources: {
    name: 'connected_sources',
    value: ({ user }) => user.connected_sources.map(({ source }) => source.slug).join(' '),
  },
  connections: { name: 'connections', value: ({ user }) => user.connected_sources.length },
  zone: { name: 'fallback_time_zone', value: ({ user }) => user.fallback_time_zone?.id ?? null },
  birth: { name: 'fallback_birth_date', value: ({ user }) => user.fallback_birth_date?.value ?? null },
  created: { name: 'created_on', value: ({ user }) => user.created_on },
  seen: { name: 'seen_at', value: ({ seen_at }) => seen_at },
}

const PAGE = 500
export async function exportFound(body: UsersBody, { environment, columns, signal, onRows, rows }: ListExport) {
  await reportExport('export_users', { environment, signal, rows })
  const file = fileOf(CELLS, columns)
  return exportPages({
    name: fileName('users', environment),
    head: file.head,
    first: '',
    read: async (after) => {
      const input = { params: { environment }, body: { ...body, limit: PAGE, after } }
      const { users, next } = await consoleRequest(searchDirectory, input, {}, { signal })
      return { rows: file.lines(users), next }
    },
    signal,
    onRows,
  })
}

export function exportChosen(rows: readonly UserRow[], { columns, ...job }: Omit<ListExport, 'rows'>) {
  const file = fileOf(CELLS, columns)
  return exportRows({ list: 'users', action: 'export_users', file, rows, idOf: ({ user }) => user.user_id }, job)
}
