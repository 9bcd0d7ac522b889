/**
 * Where the service sends its events: `POST /api/webhooks/{environment}`. Every sender is a stranger until the
 * signature says otherwise.
 */
import { type Context, Hono } from 'hono'
import { type WebhookEvent, webhookEvent } from '#lib/domains/events/event.ts'
import { type ConnectionNews, connectionNews } from '#lib/domains/events/news.ts'
import { ApiError, errorResponse } from '#lib/kernel/api-error.ts'
import { WEBHOOK_PREFIX } from '#lib/kernel/wire.ts'
import { readBody } from '#lib/utils/http/read-body.ts'
import { newId } from '#lib/utils/ids/new-id.ts'
import { SECOND } from '#lib/utils/time/durations.ts'
import { isSigned, signatureHeaders } from './signature.ts'

export interface InboxOptions {
  /** The secrets of each environment that takes events. */
  secrets: ReadonlyMap<string, readonly string[]>
  /** Keeps what an event says of a connection; durable when it resolves. */
  onNews: (news: { environment: string; user_id: string; at: string } & NonNullable<ConnectionNews>) => Promise<void>
  /** Told why a message was refused; nothing of the message. */
  onRefused: (refusal: { environment: string; why: string }) => void
  onError: (error: unknown, request_id: string) => void
  /** Returns whether this sender has been refused too often lately; `note` counts one more. */
  strangers: { isBlocked: (c: Context) => Promise<boolean>; note: (c: Context) => Promise<void> }
  now: () => Date
}

/** Bytes (gap "webhook payload size"). */
const MAX_BYTES = 1024 * 1024
/** Milliseconds in which a body must have come. */
const BODY_TIME = 10 * SECOND

const NOWHERE = new ApiError('unknown_environment', 'No environment with this ID takes events.')
const UNSIGNED = new ApiError(
  'invalid_signature',
  'The signature is missing or wrong, or the message is more than 5 minutes old.',
)
const TOO_LARGE = new ApiError('body_too_large', 'An event has at most 1 MiB.')
const NOT_WHOLE = new ApiError('invalid_input', 'The body ended early, or took longer than 10 seconds.')
const NO_EVENT = new ApiError('invalid_input', 'The body isn’t an event with event_type, data, team_id and user_id.')
const NOT_TAKEN = new ApiError('internal_error', 'The event wasn’t taken.')
const BLOCKED = new ApiError('too_many_requests', 'Too many messages were refused. Try again in a minute.', {
  retry_after_ms: 60 * SECOND,
})

/** Creates the inbox. An event may arrive any number of times and in any order: what is kept is the same. */
export function createInbox({ secrets, onNews, onRefused, onError, strangers, now }: InboxOptions): Hono {
  async function receive(environment: string, request: Request): Promise<void> {
    const keys = secrets.get(environment)
    if (!keys) throw NOWHERE
    const headers = signatureHeaders(request.headers, now())
    if (!headers) throw UNSIGNED
    const body = await wholeBody(request)
    if (!isSigned(keys, body, headers)) throw UNSIGNED
    const event = parsed(body)
    const news = connectionNews(event)
    if (news) await onNews({ environment, user_id: event.user_id, at: now().toISOString(), ...news })
  }

  async function refusalOf(error: unknown, c: Context, environment: string, request_id: string): Promise<ApiError> {
    if (!(error instanceof ApiError)) {
      onError(error, request_id)
      return NOT_TAKEN
    }
    onRefused({ environment: secrets.has(environment) ? environment : '', why: error.code })
    if (error !== BLOCKED) await strangers.note(c)
    return error
  }

  const app = new Hono()
  app.post(`${WEBHOOK_PREFIX}/:environment`, async (c) => {
    const request_id = newId()
    const environment = c.req.param('environment')
    try {
      if (await strangers.isBlocked(c)) throw BLOCKED
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
  const timer = setTimeout(() => late.reject(NOT_WHOLE), BODY_TIME)
  try {
    const read = readBody(request, MAX_BYTES, (piece) => void pieces.push(piece.slice()))
    // A caller who leaves early is no error of ours.
    const isWhole = await Promise.race([read.catch(() => Promise.reject(NOT_WHOLE)), late.promise])
    if (!isWhole) throw TOO_LARGE
    return Buffer.concat(pieces)
  } finally {
    clearTimeout(timer)
  }
}

function parsed(body: Uint8Array): WebhookEvent {
  const event = webhookEvent.safeParse(json(new TextDecoder().decode(body)))
  if (!event.success) throw NO_EVENT
  return event.data
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
