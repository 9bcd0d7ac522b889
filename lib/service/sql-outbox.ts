/** The outbox, in the database: an event is written in the transaction of its change, so that neither is without the other. */
import { sql } from 'drizzle-orm'
import type { Database } from '#lib/platform/database/database.ts'
import { laneOf, type NewMessage } from './outbox.ts'
import { users } from './tables.ts'
import { webhookDeliveries, webhookEndpoints, webhookMessages } from './webhook-tables.ts'

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
