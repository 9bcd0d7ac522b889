/** The list of users as a file: all that is asked for, or those that were chosen. Loaded with the first export. */
import { exportPages } from '#lib/client/export-pages.ts'
import { consoleRequest } from '#lib/client/request.ts'
import { reportAction } from '#lib/contract/console/audit.ts'
import { searchDirectory } from '#lib/contract/console/directory.ts'
import type { CsvCell } from '#lib/utils/csv.ts'
import type { UserRow } from './users-query.ts'
import type { UsersBody } from './users-search.ts'

/** By the id of the column on screen: its name in the file, as the interface has it, and its value. */
const CELLS: Readonly<Record<string, { name: string; value: (row: UserRow) => CsvCell }>> = {
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
/** Most ids that one entry of the audit log takes. */
const SUBJECTS = 1_000

export interface UsersExport {
  environment: string
  /** Ids of columns, in their order; those that no file has are left out. */
  columns: readonly string[]
  signal: AbortSignal
  onRows: (rows: number) => void
}

export async function exportFound(
  body: UsersBody,
  { environment, columns, signal, onRows }: UsersExport,
): Promise<number> {
  await report(environment, [], signal)
  const cells = cellsOf(columns)
  return exportPages({
    name: fileName(environment),
    head: cells.map(({ name }) => name),
    first: '',
    read: async (after) => {
      const input = { params: { environment }, body: { ...body, limit: PAGE, after } }
      const { users, next } = await consoleRequest(searchDirectory, input, {}, { signal })
      return { rows: users.map((row) => cells.map(({ value }) => value(row))), next }
    },
    signal,
    onRows,
  })
}

export async function exportChosen(rows: readonly UserRow[], { environment, columns, signal, onRows }: UsersExport) {
  const ids = rows.map(({ user }) => user.user_id)
  for (let from = 0; from < ids.length; from += SUBJECTS) {
    await report(environment, ids.slice(from, from + SUBJECTS), signal)
  }
  const cells = cellsOf(columns)
  return exportPages({
    name: fileName(environment),
    head: cells.map(({ name }) => name),
    first: 0,
    read: async () => ({ rows: rows.map((row) => cells.map(({ value }) => value(row))), next: null }),
    signal,
    onRows,
  })
}

function cellsOf(columns: readonly string[]) {
  return columns.flatMap((id) => CELLS[id] ?? [])
}

function fileName(environment: string) {
  return `users-${environment}-${new Date().toISOString().slice(0, 10)}.csv`
}

/** On record before the first row is read. */
function report(environment: string, subjects: string[], signal: AbortSignal) {
  const body = { action: 'export_users' as const, environment, subjects }
  return consoleRequest(reportAction, { body }, {}, { signal })
}
