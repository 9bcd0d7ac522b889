/** Connections as rows, written by the users' store and by bulk imports. */
import { sql } from 'drizzle-orm'
import type { Database } from '#lib/platform/database/database.ts'
import { connectionMessage } from './outbox.ts'
import type { SealedConnection } from './records.ts'
import { emitMessages } from './sql-outbox.ts'
import { connections } from './tables.ts'

/** Adds or renews; the last of several for one source counts, and a renewed one keeps its `created_on`. */
export async function saveConnections(
  tx: Pick<Database, 'insert' | 'execute'>,
  rows: readonly SealedConnection[],
): Promise<void> {
  const latest = new Map(rows.map((row) => [`${row.connection.user_id} ${row.connection.slug}`, row]))
  if (latest.size === 0) return
  // Always in one order: two that renew the same connections at once wait for each other, never both.
  const ordered = [...latest].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
  await tx
    .insert(connections)
    .values(
      ordered.map(({ connection, sealed }) => ({
        user_id: connection.user_id,
        slug: connection.slug,
        created_on: new Date(connection.created_on),
        body: connection,
        sealed,
      })),
    )
    .onConflictDoUpdate({
      target: [connections.user_id, connections.slug],
      set: { body: sql`excluded.body`, sealed: sql`excluded.sealed` },
    })
  await emitMessages(
    tx,
    ordered.map(({ connection }) => connectionMessage(connection)),
  )
}
