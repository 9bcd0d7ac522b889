/** All connections that are asked for, as a file. Loaded with the first export. */

import { fileName, reportExport } from '#lib/domains/audit/list-export.ts'
import { type DirectoryConnection, searchDirectoryConnections } from '#lib/domains/users/directory-connections.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import type { EndpointInput } from '#lib/kernel/endpoint.ts'
import { exportPages } from '#lib/kernel/list/export-pages.ts'

const PAGE = 500
const HEAD = [
  'user_id',
  'client_user_id',
  'source',
  'source_name',
  'state',
  'connected_on',
  'last_data_at',
  'silent_at',
  'checked_at',
  'seen_at',
] as const

interface ConnectionExport {
  environment: string
  query: NonNullable<EndpointInput<typeof searchDirectoryConnections>['query']>
  signal: AbortSignal
  onRows: (rows: number) => void
  rows: number | null
}

/** Returns the number of rows. @throws RequestError when a page does not come: then nothing is saved. */
export async function exportConnections({
  environment,
  query,
  signal,
  onRows,
  rows,
}: ConnectionExport): Promise<number> {
  await reportExport('export_connections', { environment, signal, rows })
  return exportPages({
    name: fileName('connections', environment),
    head: HEAD,
    first: '',
    read: async (after) => {
      const input = { params: { environment }, query: { ...query, limit: PAGE, after } }
      const { connections, next } = await consoleRequest(searchDirectoryConnections, input, {}, { signal })
      return { rows: connections.map(rowOf), next }
    },
    signal,
    onRows,
  })
}

function rowOf({ source, ...connection }: DirectoryConnection) {
  const { user_id, client_user_id, state, created_on, last_data_at, silent_at, checked_at, seen_at } = connection
  return [
    user_id,
    client_user_id,
    source.slug,
    source.name,
    state,
    created_on,
    last_data_at,
    silent_at,
    checked_at,
    seen_at,
  ]
}
