/** Repeats deliveries when a person says so: one attempt each, with the same message ID. */
import { isSuccess, TIMEOUT_MS } from '#lib/domains/webhooks/rules.ts'
import { ApiError, notFound } from '#lib/kernel/api-error.ts'
import { isExpunged } from '#lib/service/outbox.ts'
import type { WebhookStore } from '#lib/service/webhook-store.ts'
import { SECOND } from '#lib/utils/time/durations.ts'
import { type AttemptDeps, attemptDelivery } from './attempt.ts'

interface ReplayDeps extends AttemptDeps {
  store: WebhookStore
}

/** Deliveries that are repeated side by side. */
const BATCH = 5
const CLAIM_MS = TIMEOUT_MS + 15 * SECOND

/** The inbox tells a test from nothing else: what one says would be on record as true. */
export const NO_INBOX_TEST = new ApiError(
  'conflict',
  'This console’s own inbox takes no test events: it would treat them as real ones.',
)

/** Returns whether the receiver took it. A failure leaves the delivery as it was. */
export async function replayOne(deps: ReplayDeps, id: number, kind: 'replay' | 'test' = 'replay'): Promise<boolean> {
  const { store } = deps
  const found = await store.deliveryMessage(id)
  if (!found || isExpunged(found.message)) throw notFound('Delivery')
  if (found.endpoint.kind === 'inbox' && found.message.is_test) throw NO_INBOX_TEST
  const { attempt } = await attemptDelivery(deps, found.endpoint, { id, message: found.message, kind })
  const isGood = isSuccess(attempt)
  await store.recordAttempt(attempt, isGood ? { state: 'delivered', next_at: null } : null)
  return isGood
}

/** Works through a replay of many until it is over or canceled, or `stopping` aborts. One worker is at it at a time. */
export async function runReplay(deps: ReplayDeps & { stopping: AbortSignal }, id: string): Promise<void> {
  const { store, now } = deps
  while (!deps.stopping.aborted) {
    const at = now()
    const ids = await store.claimReplay(id, { now: at, until: new Date(at.getTime() + CLAIM_MS), limit: BATCH })
    if (!ids) return
    if (ids.length === 0) return store.endReplay(id, { finished_at: now() })
    const taken = await Promise.all(ids.map((each) => replayOne(deps, each).catch(() => false)))
    const failed = taken.filter((isGood) => !isGood).length
    await store.noteReplay(id, { cursor: ids.at(-1) ?? 0, done: ids.length, failed })
  }
}
