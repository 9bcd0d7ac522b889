import { type FileColumns, fileName, fileOf, reportExport } from '#lib/domains/audit/list-export.ts'
import { type DirectoryConnection, searchDirectoryConnections } from '#lib/domains/users/directory-connections.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import type { EndpointInput } from '#lib/kernel/endpoint.ts'
import { exportPages } from '#lib/kernel/list/export-pages.ts'

const PAGE = 500
const CELLS: FileColumns<DirectoryConnection> = {
  user: { name: 'user_id', value: ({ user_id }) => user_id },
  reference: { name: 'client_user_id', value: ({ client_user_id }) => client_user_id },
  source: { name: 'source', value: ({ source }) => source.slug },
  source_name: { name: 'source_name', value: ({ source }) => source.name },
  state: { name: 'state', value: ({ state }) => state },
  connected: { name: 'connected_on', instant: ({ created_on }) => created_on },
  data: { name: 'last_data_at', instant: ({ last_data_at }) => last_data_at },
  silent: { name: 'silent_at', instant: ({ silent_at }) => silent_at },
  checked: { name: 'checked_at', instant: ({ checked_at }) => checked_at },
  seen: { name: 'seen_at', instant: ({ seen_at }) => seen_at },
}

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
  const file = fileOf(CELLS, Object.keys(CELLS))
  await reportExport('export_connections', { environment, signal, rows })
  return exportPages({
    name: fileName('connections', environment),
    head: file.head,
    first: '',
    read: async (after) => {
      const input = { params: { environment }, query: { ...query, limit: PAGE, after } }
      const { connections, next } = await consoleRequest(searchDirectoryConnections, input, {}, { signal })
      return { rows: file.lines(connections), next }
    },
    signal,
    onRows,
  })
}
