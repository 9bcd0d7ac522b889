/**
 * Every sender is untrusted until the signature is verified: Standard Webhooks, also under the header names that begin with
 * `svix-`.
 */
import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'

import { type Context, Hono } from 'hono'
import { LRUCache } from 'lru-cache'
import { type WebhookEvent, webhookEvent } from '#lib/domains/events/event.ts'
import type { ConnectionNews } from '#lib/domains/events/news.ts'
import type { Rejection } from '#lib/domains/events/outcomes.ts'
import { ApiError, errorResponse, passing } from '#lib/kernel/api-error.ts'
import { WEBHOOK_PREFIX } from '#lib/kernel/wire.ts'
import { readBody } from '#lib/utils/http/read-body.ts'
import { newId } from '#lib/utils/ids/ids.ts'
import { parseJson } from '#lib/utils/text/bytes.ts'
import { MINUTE, SECOND } from '#lib/utils/time/durations.ts'
import { createReceiver, type ReceiverOptions } from './receiver.ts'
import type { EventStore } from './store.ts'
import { GIVEN_UP } from './writer.ts'

export interface InboxOptions extends ReceiverOptions {
  secrets: ReadonlyMap<string, readonly string[]>
  /** Told why a message was rejected; nothing of the message. `environment` is empty where there is no such. */
  onRejected: (rejection: { environment: string; reason: Rejection }) => void
  onError: (error: unknown, request_id: string) => void
  /** Returns whether this sender has been refused too often lately; `note` counts one more. */
  unsignedLimiter: { isBlocked: (c: Context) => Promise<boolean>; note: (c: Context) => Promise<void> }
  now: () => Date
}

/** Bytes (gap "webhook payload size"). */
const MAX_BYTES = 1024 * 1024
/** Time limit for a body to arrive, in milliseconds. */
const BODY_TIME = 10 * SECOND

const BAD_SIGNATURE = 'The signature is missing or wrong, or the message is more than 5 minutes old.'
/** Strangers aren't told which environments there are. */
const UNKNOWN_ENVIRONMENT = new ApiError('invalid_signature', BAD_SIGNATURE)
const UNSIGNED = new ApiError('invalid_signature', BAD_SIGNATURE)
const OLD = new ApiError('invalid_signature', BAD_SIGNATURE)
const TOO_LARGE = new ApiError('body_too_large', 'An event has at most 1 MiB.')
const INCOMPLETE_BODY = new ApiError('invalid_input', 'The body ended early, or took longer than 10 seconds.')
const NO_EVENT = new ApiError('invalid_input', 'The body isn’t an event with event_type, data, team_id and user_id.')
const NO_JSON = new ApiError('invalid_input', 'The body isn’t JSON.')
const NOT_TAKEN = new ApiError('internal_error', 'The event wasn’t taken.')
const BLOCKED = new ApiError('too_many_requests', 'Too many messages were refused. Try again in a minute.', {
  retry_after_ms: 60 * SECOND,
})

const REASONS: ReadonlyMap<unknown, Rejection> = new Map([
  [UNKNOWN_ENVIRONMENT, 'environment'],
  [UNSIGNED, 'signature'],
  [OLD, 'time'],
  [TOO_LARGE, 'size'],
  [INCOMPLETE_BODY, 'format'],
  [NO_EVENT, 'format'],
  [NO_JSON, 'format'],
])

/** Creates the inbox. An event may arrive any number of times and in any order: what is kept is the same. */
export function createInbox({ secrets, onRejected, onError, unsignedLimiter, now, ...options }: InboxOptions): Hono {
  const take = createReceiver(options)

  async function receive(environment: string, request: Request): Promise<void> {
    const keys = secrets.get(environment)
    const headers = signatureHeaders(request.headers)
    if (!headers) throw keys ? UNSIGNED : UNKNOWN_ENVIRONMENT
    if (!isRecent(headers, now())) throw keys ? OLD : UNKNOWN_ENVIRONMENT
    const bytes = await wholeBody(request)
    if (!keys) throw UNKNOWN_ENVIRONMENT
    if (!isSigned(keys, bytes, headers)) throw UNSIGNED
    const body = readable(new TextDecoder().decode(bytes))
    const event = parsed(body)
    const received_at = now().toISOString()
    const sent_at = new Date(Number(headers.timestamp) * SECOND).toISOString()
    await take({ environment, message_id: headers.id, event, body, sent_at, received_at })
  }

  async function refusalOf(error: unknown, c: Context, environment: string, request_id: string): Promise<ApiError> {
    if (!(error instanceof ApiError)) {
      onError(error, request_id)
      return passing(error, NOT_TAKEN)
    }
    const reason = REASONS.get(error)
    // A signed event that wasn't written in time is no fault of its sender, who sends it again.
    if (error === GIVEN_UP) onError(error, request_id)
    else onRejected({ environment: secrets.has(environment) ? environment : '', reason: reason ?? 'limit' })
    if (reason) await unsignedLimiter.note(c)
    return error
  }

  const app = new Hono()
  app.post(`${WEBHOOK_PREFIX}/:environment`, async (c) => {
    const request_id = newId()
    const environment = c.req.param('environment')
    try {
      if (await unsignedLimiter.isBlocked(c)) throw BLOCKED
      await receive(environment, c.req.raw)
      return new Response(null, { status: 204, headers: { 'x-request-id': request_id } })
    } catch (error) {
      return errorResponse(await refusalOf(error, c, environment, request_id), request_id)
    }
  })
  return app
}

/** Strangers’ bodies are read side by side: one that comes slowly holds nobody else up. @throws ApiError */
async function wholeBody(request: Request): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(INCOMPLETE_BODY), BODY_TIME)
  try {
    const read = readBody(request, MAX_BYTES, (piece) => void pieces.push(piece.slice()))
    // A caller who leaves early is no error of ours.
    const isWhole = await Promise.race([read.catch(() => Promise.reject(INCOMPLETE_BODY)), late.promise])
    if (!isWhole) throw TOO_LARGE
    return Buffer.concat(pieces)
  } finally {
    clearTimeout(timer)
  }
}

function parsed(body: string): WebhookEvent {
  const value = parseJson(body)
  if (value === undefined) throw NO_JSON
  const event = webhookEvent.safeParse(value)
  if (!event.success || isDeep(value)) throw NO_EVENT
  return event.data
}

/** Levels of objects and lists in one another: what shows or compares a body goes through it level by level. */
const DEEPEST = 64

function isDeep(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return true
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []))
  }
  return false
}

const BARE = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\b(?:NaN|Infinity)\b/g

/** Returns a body as JSON where it has `NaN` for a number, as Python writes it: one value can't be read, its event can. */
function readable(text: string): string {
  return parseJson(text) === undefined ? text.replace(BARE, (part) => (part.startsWith('"') ? part : 'null')) : text
}

type News = { environment: string; user_id: string; at: string } & NonNullable<ConnectionNews>
type OnNews = (news: News) => Promise<void>

/** Sources of users that are remembered: more only means more writes. */
const MOST = 50_000

/** Returns a listener that passes on what says something new. What fails is passed on when it comes again. */
export function withoutRepeats(onNews: OnNews): OnNews {
  const told = new LRUCache<string, number>({ max: MOST })
  return async (news) => {
    if (news.kind !== 'data') return onNews(news)
    const key = `${news.environment} ${news.user_id} ${news.resource} ${news.slug}`
    const at = Date.parse(news.at)
    const last = told.get(key)
    if (last !== undefined && at - last < MINUTE) return
    await onNews(news)
    told.set(key, at)
  }
}

/** Counts what was rejected, minute by minute: a stranger’s message costs no write of its own. */
interface RejectionCounter {
  add(environment: string, reason: Rejection): void
  /** Writes what was counted since the last time; what can’t be written is kept for the next. */
  flush(): Promise<void>
}

type Counted = Parameters<EventStore['countRejections']>[0][number]

export function createRejectionCounter(
  { countRejections }: Pick<EventStore, 'countRejections'>,
  now: () => Date,
): RejectionCounter {
  let counts = new Map<string, Counted>()
  return {
    add(environment, reason) {
      const minute = new Date(Math.floor(now().getTime() / MINUTE) * MINUTE)
      const key = `${environment} ${reason} ${minute.getTime()}`
      const count = (counts.get(key)?.count ?? 0) + 1
      counts.set(key, { environment, reason, minute, count })
    },

    async flush() {
      const taken = counts
      if (taken.size === 0) return
      counts = new Map()
      try {
        await countRejections([...taken.values()])
      } catch (error) {
        for (const [key, one] of taken) counts.set(key, { ...one, count: one.count + (counts.get(key)?.count ?? 0) })
        throw error
      }
    },
  }
}

const NAMES = ['id', 'timestamp', 'signature'] as const
/** Seconds that a message may be old, or ahead. */
const TOLERANCE = 5 * 60
/** Signatures of a message that are looked at: one of each secret, while one is being replaced. */
const MOST_SIGNATURES = 10

type SignatureHeaders = Record<(typeof NAMES)[number], string>

/** Characters of a message's id. */
const MAX_ID = 255

/** Returns the three headers of a signed message; null where one is missing or isn't what it should be. */
export function signatureHeaders(headers: Headers): SignatureHeaders | null {
  const given = (name: string) => headers.get(`webhook-${name}`) ?? headers.get(`svix-${name}`) ?? ''
  const [id = '', timestamp = '', signature = ''] = NAMES.map(given)
  const isSigned = id !== '' && id.length <= MAX_ID && /^\d{1,12}$/.test(timestamp) && signature !== ''
  return isSigned ? { id, timestamp, signature } : null
}

/** Returns whether a message says that it was sent a short time ago. */
function isRecent({ timestamp }: SignatureHeaders, now: Date): boolean {
  return Math.abs(now.getTime() / 1000 - Number(timestamp)) <= TOLERANCE
}

/** Our own hash: `standardwebhooks` takes 16 ms a megabyte in plain JavaScript; the tests sign with it. */
export function isSigned(secrets: readonly string[], body: Uint8Array, headers: SignatureHeaders): boolean {
  const given = headers.signature
    .split(' ', MOST_SIGNATURES)
    .flatMap((each) => (each.startsWith('v1,') ? [Buffer.from(each.slice(3), 'base64')] : []))
  return secrets.some((secret) => {
    const hmac = createHmac('sha256', keyOf(secret)).update(`${headers.id}.${headers.timestamp}.`).update(body).digest()
    return given.some((one) => one.length === hmac.length && timingSafeEqual(one, hmac))
  })
}

/** Keys that are remembered: to make one takes longer than the hash of a message. */
const keys = new LRUCache<string, KeyObject>({ max: 100 })

function keyOf(secret: string): KeyObject {
  const known = keys.get(secret)
  if (known) return known
  const key = createSecretKey(secret.replace(/^whsec_/, ''), 'base64')
  keys.set(secret, key)
  return key
}
