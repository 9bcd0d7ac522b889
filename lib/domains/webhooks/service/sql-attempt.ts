/** Puts an attempt on record, with what it makes of its delivery and its endpoint. */
import { and, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { isSuccess } from '#lib/domains/webhooks/rules.ts'
import type { Transaction } from '#lib/platform/database/database.ts'
import type { AttemptResult, NewAttempt } from '#lib/service/webhook-store.ts'
import { webhookAttempts, webhookDeliveries, webhookEndpoints, webhookMessages } from '#lib/service/webhook-tables.ts'

/** Returns the endpoint's failures in a row. */
export async function recordAttempt(
  tx: Transaction,
  { response: answer, ...attempt }: NewAttempt,
  result: AttemptResult | null,
): Promise<number> {
  const { delivery_id, kind, at, ms, status, failure } = attempt
  const isOwn = kind === 'delivery'
  const last = { last_at: at, last_ms: ms, last_status: status, last_failure: failure }
  const own = eq(webhookDeliveries.id, delivery_id)
  const response = answer && (await isBodyKept(tx, delivery_id)) ? answer : null
  const [stored] = await tx
    .update(webhookDeliveries)
    .set({ ...last, ...(isOwn && { attempts: sql`${webhookDeliveries.attempts} + 1`, claimed_until: null }) })
    .where(own)
    .returning({ endpoint_id: webhookDeliveries.endpoint_id })
  // The endpoint was removed in between.
  if (!stored) return 0
  if (result) {
    const isOpen = isSuccess(attempt) ? undefined : isNotNull(webhookDeliveries.next_at)
    await tx.update(webhookDeliveries).set(result).where(and(own, isOpen))
  }
  await tx.insert(webhookAttempts).values({
    ...attempt,
    response_type: response?.content_type ?? null,
    response: response?.text ?? null,
    is_cut: response?.is_cut ?? false,
  })
  return isOwn ? countFailure(tx, stored.endpoint_id, isSuccess(attempt)) : 0
}

/** Until the transaction ends, nobody removes a body that is kept: an answer may repeat it. */
async function isBodyKept(tx: Transaction, delivery_id: number): Promise<boolean> {
  const own = tx
    .select({ seq: webhookDeliveries.seq })
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.id, delivery_id))
  const [message] = await tx
    .select({ data: webhookMessages.data })
    .from(webhookMessages)
    .where(eq(webhookMessages.seq, own))
    .for('share')
  return message !== undefined && message.data !== ''
}

/** A success writes only where there were failures: most have none, and the row is everyone's. */
async function countFailure(tx: Transaction, endpoint_id: string, isGood: boolean): Promise<number> {
  const { id, failures } = webhookEndpoints
  if (isGood) {
    await tx
      .update(webhookEndpoints)
      .set({ failures: 0 })
      .where(and(eq(id, endpoint_id), gt(failures, 0)))
    return 0
  }
  const [row] = await tx
    .update(webhookEndpoints)
    .set({ failures: sql`${failures} + 1` })
    .where(eq(id, endpoint_id))
    .returning({ failures })
  return row?.failures ?? 0
}
