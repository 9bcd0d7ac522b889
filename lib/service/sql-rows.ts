/** Rows of the database as records. JSON columns hold what this project validated before it wrote them. */
import { and, eq, gt, type InferSelectModel, lt, or, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { PageCursor } from '#lib/kernel/fields.ts'
import type { Database } from '#lib/platform/database/database.ts'
import { connectionMessage, laneOf, type NewMessage } from './outbox.ts'
import type {
  AppointmentRecord,
  ConnectionRecord,
  CredentialRecord,
  OrderRecord,
  SealedConnection,
  UserRecord,
} from './records.ts'
import {
  type appointments,
  connections,
  type credentials,
  type importBatches,
  teamTotals,
  users,
  webhookDeliveries,
  webhookEndpoints,
  webhookMessages,
} from './tables.ts'

/** Selects the rows of later pages; all of them where there is no earlier one. */
export const beyond = (after: PageCursor | null, at: PgColumn, id: PgColumn) =>
  after ? or(lt(at, after.at), and(eq(at, after.at), gt(id, after.id))) : undefined

export function asUserRecord({
  deleted_from: _from,
  deleted_on: _on,
  ...row
}: InferSelectModel<typeof users>): UserRecord {
  return {
    ...row,
    created_on: row.created_on.toISOString(),
    fallback_birth_date: written<UserRecord['fallback_birth_date']>(row.fallback_birth_date),
    fallback_time_zone: written<UserRecord['fallback_time_zone']>(row.fallback_time_zone),
    info: written<UserRecord['info']>(row.info),
  }
}

/** A renewed connection keeps the row's own `created_on`. */
export function asConnection(row: InferSelectModel<typeof connections>): ConnectionRecord {
  return { ...written<ConnectionRecord>(row.body), created_on: row.created_on.toISOString() }
}

export function asCredential(row: InferSelectModel<typeof credentials>): CredentialRecord {
  return { ...row, expires_at: row.expires_at.toISOString(), grant: written<CredentialRecord['grant']>(row.grant) }
}

/** `failed` is null until the batch is done, `sealed` empty once its tokens are removed. */
export function asImportBatch(row: InferSelectModel<typeof importBatches>) {
  const user_ids = written<string[]>(row.user_ids)
  return { user_ids, sealed: row.sealed ?? '', failed: written<string[] | null>(row.failed) }
}

export function asAppointment(row: InferSelectModel<typeof appointments>): AppointmentRecord {
  return {
    team_id: row.team_id,
    appointment: written<AppointmentRecord['appointment']>(row.body),
    confirm_at: row.confirm_at?.toISOString() ?? null,
    give_up_at: row.give_up_at.toISOString(),
  }
}

export function appointmentRow({ team_id, appointment, confirm_at, give_up_at }: AppointmentRecord) {
  return {
    id: appointment.id,
    team_id,
    order_id: appointment.order_id,
    status: appointment.status,
    confirm_at: confirm_at === null ? null : new Date(confirm_at),
    give_up_at: new Date(give_up_at),
    body: appointment,
  }
}

/** Converts a row of `orders` to an order record, without its search keys. */
export function asOrderRecord(row: { body: unknown; patient_name: string; activation_type: string }): OrderRecord {
  return {
    order: written<OrderRecord['order']>(row.body),
    patient_name: row.patient_name,
    activation_type: row.activation_type === 'scheduled' ? 'scheduled' : 'current',
  }
}

/** Guarantee: only this store writes these columns, and only from values of the type it reads them as. */
function written<T>(value: unknown): T {
  return value as T
}

/** Returns a maintained count rather than a scan; zeros for an unknown team. */
export async function teamTotalsOf(db: Database, team_id: string): Promise<{ users: number; orders: number }> {
  const [row] = await db.select().from(teamTotals).where(eq(teamTotals.team_id, team_id))
  return row ?? { users: 0, orders: 0 }
}

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

/** Which endpoints get a type: the rule is `getsType`. */
const GETS = sql`(endpoint.event_types is null or exists (
  select 1 from json_array_elements_text(endpoint.event_types) as pattern
  where pattern = added.event_type
    or (right(pattern, 2) = '.*' and starts_with(added.event_type, left(pattern, -1)))))`

/** Adds events and their deliveries in one statement, in the order given. */
export async function emitMessages(db: Pick<Database, 'execute'>, messages: readonly NewMessage[]): Promise<void> {
  if (messages.length === 0) return
  const rows = messages.map((message, place) => ({ ...message, lane: laneOf(message), place }))
  await db.execute(sql`
    with added as (
      insert into ${webhookMessages} (id, team_id, user_id, client_user_id, order_id, event_type, data, at)
      select given.id, owner.team_id, owner.user_id, owner.client_user_id, given.order_id, given.event_type, given.data,
        given.at
      from json_to_recordset(${JSON.stringify(rows)}::json) as given (
        id text, user_id uuid, order_id uuid, event_type text, data text, at timestamptz, place integer)
      join ${users} as owner on owner.user_id = given.user_id
      order by given.place
      returning seq, team_id, event_type, coalesce(order_id, user_id) as lane, at)
    insert into ${webhookDeliveries} (endpoint_id, seq, lane, state, next_at)
    select endpoint.id, added.seq, added.lane, 'waiting', added.at
    from added join ${webhookEndpoints} as endpoint
      on endpoint.team_id = added.team_id and endpoint.disabled_at is null and ${GETS}
    order by added.seq`)
}
