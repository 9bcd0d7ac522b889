/** Attempts to deliver events: signs by Standard Webhooks, sends, says what came of it, repeats when a person asks. */
import type { AttemptKind } from '#lib/domains/webhooks/delivery.ts'
import { isSuccess, RESPONSE_BYTES, TIMEOUT_MS } from '#lib/domains/webhooks/rules.ts'
import { ApiError, notFound } from '#lib/kernel/api-error.ts'
import type { SendResult, WebhookRequest } from '#lib/platform/http/webhook-sender.ts'
import { bodyOf, isExpunged, type Message } from '#lib/service/outbox.ts'
import { unseal } from '#lib/service/secrets.ts'
import type { NewAttempt, WebhookEndpointRecord, WebhookStore } from '#lib/service/webhook-store.ts'
import { SECOND } from '#lib/utils/time/durations.ts'

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

/** Bytes of a secret at least. */
const MIN_SECRET_BYTES = 24
const NEW_SECRET_BYTES = 32
const PREFIX = 'whsec_'
const text = new TextEncoder()

/** Returns a new random secret: `whsec_` and base64. */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(NEW_SECRET_BYTES))
  return `${PREFIX}${btoa(String.fromCharCode(...bytes))}`
}

/** @throws RangeError for a secret that is shorter than the standard allows */
async function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = Uint8Array.from(atob(secret.replace(PREFIX, '')), (character) => character.charCodeAt(0))
  if (bytes.length < MIN_SECRET_BYTES) throw new RangeError(`A webhook secret has at least ${MIN_SECRET_BYTES} bytes.`)
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
}

/** Returns the headers of a signed message: one signature for each secret that is valid now, the newest first. */
export async function signedHeaders(
  secrets: readonly string[],
  { id, at, body }: { id: string; at: Date; body: string },
): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const bytes = text.encode(`${id}.${timestamp}.${body}`)
  const signatures = await Promise.all(
    secrets.map(async (secret) => {
      const signature = new Uint8Array(await crypto.subtle.sign('HMAC', await keyOf(secret), bytes))
      return `v1,${btoa(String.fromCharCode(...signature))}`
    }),
  )
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}

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
