/** Bodies of events in the database: the version before one, and removing one. */
import { and, desc, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import type { Database } from '#lib/platform/database/database.ts'
import { recordIdOf } from '#lib/service/outbox.ts'
import type { WebhookStore } from '#lib/service/webhook-store.ts'
import { webhookAttempts, webhookDeliveries, webhookMessages } from '#lib/service/webhook-tables.ts'

export const MESSAGE = {
  id: webhookMessages.id,
  team_id: webhookMessages.team_id,
  user_id: webhookMessages.user_id,
  client_user_id: webhookMessages.client_user_id,
  order_id: webhookMessages.order_id,
  event_type: webhookMessages.event_type,
  is_test: webhookMessages.is_test,
  data: webhookMessages.data,
  at: webhookMessages.at,
}

/** Returns what is done with one body. */
export function postgresBodies(db: Database): Pick<WebhookStore, 'messageBefore' | 'expungeMessage'> {
  const { id, seq, team_id: team, data } = webhookMessages

  return {
    async messageBefore(message) {
      const { team_id, user_id, order_id, event_type } = message
      const record = recordIdOf(message)
      if (record === null) return null
      const own = db.select({ seq }).from(webhookMessages).where(eq(id, message.id))
      const [before] = await db
        .select(MESSAGE)
        .from(webhookMessages)
        .where(
          and(
            eq(team, team_id),
            eq(webhookMessages.user_id, user_id),
            eq(webhookMessages.event_type, event_type),
            sql`${webhookMessages.order_id} is not distinct from ${order_id}`,
            eq(webhookMessages.is_test, false),
            lt(seq, own),
            sql`nullif(${data}, '')::json ->> 'id' = ${record}`,
          ),
        )
        .orderBy(desc(seq))
        .limit(1)
      return before ?? null
    },

    expungeMessage: (team_id, message_id) =>
      db.transaction(async (tx) => {
        const [removed] = await tx
          .update(webhookMessages)
          .set({ data: '' })
          .where(and(eq(team, team_id), eq(id, message_id)))
          .returning({ seq })
        if (!removed) return false
        const ofMessage = eq(webhookDeliveries.seq, removed.seq)
        await tx
          .update(webhookDeliveries)
          .set({ state: 'stopped', next_at: null })
          .where(and(ofMessage, isNotNull(webhookDeliveries.next_at)))
        const own = tx.select({ id: webhookDeliveries.id }).from(webhookDeliveries).where(ofMessage)
        await tx
          .update(webhookAttempts)
          .set({ response: null, response_type: null, is_cut: false })
          .where(inArray(webhookAttempts.delivery_id, own))
        return true
      }),
  }
}
