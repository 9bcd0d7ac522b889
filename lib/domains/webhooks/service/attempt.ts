/** One attempt to deliver one event: signs, sends, and says what came of it. */

import type { AttemptKind } from '#lib/domains/webhooks/delivery.ts'
import { RESPONSE_BYTES, TIMEOUT_MS } from '#lib/domains/webhooks/rules.ts'
import type { SendResult, WebhookRequest } from '#lib/platform/http/webhook-sender.ts'
import { bodyOf, type Message } from '#lib/service/outbox.ts'
import { unseal } from '#lib/service/secrets.ts'
import type { NewAttempt, WebhookEndpointRecord } from '#lib/service/webhook-store.ts'
import { signedHeaders } from './signing.ts'

export interface SendRequest extends Omit<WebhookRequest, 'url'> {
  /** Null for the console's own inbox. */
  url: string | null
}

/** Sends one request and follows no redirect. Never throws. */
export type Send = (request: SendRequest) => Promise<SendResult>

export interface AttemptDeps {
  send: Send
  sealing_key: CryptoKey
  /** Secret of the console's own inbox. */
  inboxSecret: () => Promise<string>
  now: () => Date
  /** Aborts when the process can wait no longer for what it is sending. */
  signal: AbortSignal
}

interface Attempted {
  attempt: NewAttempt
  retry_after: string | null
}

const MAX_CONTENT_TYPE = 100

/** Returns the attempt, to be recorded by the caller. */
export async function attemptDelivery(
  deps: AttemptDeps,
  endpoint: WebhookEndpointRecord,
  { id, message, kind }: { id: number; message: Message; kind: AttemptKind },
): Promise<Attempted> {
  const at = deps.now()
  const body = bodyOf(message)
  const headers = await signedHeaders(await secretsOf(deps, endpoint, at), { id: message.id, at, body })
  const limits = { timeoutMs: TIMEOUT_MS, maxBytes: RESPONSE_BYTES, signal: deps.signal }
  const result = await deps.send({ url: endpoint.url, headers, body, ...limits })
  const attempt = { delivery_id: id, kind, at, ms: result.ms }
  if (result.kind === 'failed') {
    return {
      attempt: { ...attempt, status: null, failure: result.failure, response: null },
      retry_after: null,
    }
  }
  const { status, content_type, text, is_cut, retry_after } = result
  const type = content_type?.slice(0, MAX_CONTENT_TYPE) ?? null
  return {
    attempt: { ...attempt, status, failure: null, response: { content_type: type, text: storable(text), is_cut } },
    retry_after,
  }
}

/** A database's text holds neither a NUL nor half a surrogate pair. */
const storable = (text: string) => text.replaceAll('\0', '\uFFFD').toWellFormed()

async function secretsOf(deps: AttemptDeps, endpoint: WebhookEndpointRecord, at: Date): Promise<string[]> {
  if (endpoint.sealed === null) return [await deps.inboxSecret()]
  const { previous_sealed, previous_until } = endpoint
  const isOverlap = previous_sealed !== null && previous_until !== null && previous_until > at
  const sealed = isOverlap ? [endpoint.sealed, previous_sealed] : [endpoint.sealed]
  return Promise.all(sealed.map((each) => unseal(deps.sealing_key, each)))
}
