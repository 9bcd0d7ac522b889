/** Takes bundles of the data set into the database: each exactly once, however often it is given. */
import { asc, gt, sql } from 'drizzle-orm'
import type { Database } from '#lib/platform/database/database.ts'
import { insertMissing } from '#lib/platform/database/insert-many.ts'
import { KEY_BATCH, type KeyBatch } from '#lib/platform/database/rebuild-keys.ts'
import type { OrderRecord, UserBundle } from './records.ts'
import { searchKeys } from './search-keys.ts'
import { asOrderRecord } from './sql-rows.ts'
import { connections, orders, teamTotals, users } from './tables.ts'

/** Existing users are skipped with everything of theirs, in one transaction. @returns how many were added */
export function insertBundles(db: Database, bundles: readonly UserBundle[]): Promise<number> {
  return db.transaction(async (tx) => {
    const added = new Set(
      await insertMissing(
        tx,
        users,
        'user_id',
        bundles.map(({ user }) => ({ ...user })),
      ),
    )
    const fresh = bundles.filter(({ user }) => added.has(user.user_id))
    await insertMissing(
      tx,
      connections,
      'slug',
      fresh.flatMap((bundle) =>
        bundle.connections.map((body) => ({
          user_id: body.user_id,
          slug: body.slug,
          created_on: body.created_on,
          // Its data is part of the sample data's past.
          history_at: body.created_on,
          body,
        })),
      ),
    )
    const records = fresh.flatMap((bundle) => bundle.orders)
    await insertMissing(tx, orders, 'id', records.map(orderRow))
    for (const [team_id, team] of Map.groupBy(fresh, ({ user }) => user.team_id)) {
      const count = { users: team.length, orders: team.reduce((sum, bundle) => sum + bundle.orders.length, 0) }
      await tx
        .insert(teamTotals)
        .values({ team_id, ...count })
        .onConflictDoUpdate({
          target: teamTotals.team_id,
          set: {
            users: sql`${teamTotals.users} + ${count.users}`,
            orders: sql`${teamTotals.orders} + ${count.orders}`,
          },
        })
    }
    return fresh.length
  })
}

export function orderRow(record: OrderRecord) {
  const { order, patient_name, activation_type } = record
  return {
    id: order.id,
    team_id: order.team_id,
    user_id: order.user_id,
    order_transaction_id: order.order_transaction?.id ?? null,
    created_at: order.created_at,
    updated_at: order.updated_at,
    activation_type,
    patient_name,
    ...searchKeys(record),
    body: order,
  }
}

export const orderKeys: KeyBatch = async (db, after) => {
  const rows = await db
    .select({
      id: orders.id,
      body: orders.body,
      patient_name: orders.patient_name,
      activation_type: orders.activation_type,
    })
    .from(orders)
    .where(after === null ? undefined : gt(orders.id, after))
    .orderBy(asc(orders.id))
    .limit(KEY_BATCH)
  const last = rows.at(-1)
  if (!last) return null
  const keys = rows.map((row) => ({ id: row.id, ...searchKeys(asOrderRecord(row)) }))
  const update = sql`
    update ${orders} set patient_key = made.patient_key, recipient_key = made.recipient_key, search_key = made.search_key
    from json_to_recordset(${JSON.stringify(keys)}::json)
      as made (id uuid, patient_key text, recipient_key text, search_key text)
    where ${orders.id} = made.id`
  return { update, last: last.id }
}
