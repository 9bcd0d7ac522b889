/** Where the service sends its events: `POST /api/webhooks/{environment}`. Every sender is a stranger until the signature says otherwise. */
import { Hono } from 'hono'
import pLimit from 'p-limit'
import { type WebhookEvent, webhookEvent } from '#lib/domains/events/event.ts'
import { type ConnectionNews, connectionNews } from '#lib/domains/events/news.ts'
import { ApiError, errorResponse } from '#lib/kernel/api-error.ts'
import { WEBHOOK_PREFIX } from '#lib/kernel/wire.ts'
import { readText } from '#lib/utils/http/read-body.ts'
import { newId } from '#lib/utils/ids/new-id.ts'
import { isSigned, signatureHeaders } from './signature.ts'

export interface InboxOptions {
  /** The secrets of each environment that takes events. */
  secrets: ReadonlyMap<string, readonly string[]>
  /** Keeps what an event says of a connection; durable when it resolves. */
  onNews: (news: { environment: string; user_id: string; at: string } & NonNullable<ConnectionNews>) => Promise<void>
  /** Told why a message was refused; nothing of the message. */
  onRefused: (refusal: { environment: string; why: string }) => void
  onError: (error: unknown, request_id: string) => void
  now: () => Date
}

/** Bytes (gap "webhook payload size"). */
const MAX_BYTES = 1024 * 1024
/** Bodies read and hashed at once. */
const AT_ONCE = 4

const NOWHERE = new ApiError('unknown_environment', 'No environment with this ID takes events.')
const UNSIGNED = new ApiError(
  'invalid_signature',
  'The signature is missing or wrong, or the message is more than 5 minutes old.',
)
const TOO_LARGE = new ApiError('body_too_large', 'An event has at most 1 MiB.')
const NO_EVENT = new ApiError('invalid_input', 'The body isn’t an event with event_type, data, team_id and user_id.')

/** Creates the inbox. An event may arrive any number of times and in any order: what is kept is the same. */
export function createInbox({ secrets, onNews, onRefused, onError, now }: InboxOptions): Hono {
  const turns = pLimit(AT_ONCE)

  async function receive(environment: string, request: Request): Promise<void> {
    const keys = secrets.get(environment)
    if (!keys) throw NOWHERE
    const headers = signatureHeaders(request.headers, now())
    if (!headers) throw UNSIGNED
    const event = await turns(async () => {
      const body = await readText(request, MAX_BYTES)
      if (body === null) throw TOO_LARGE
      if (!isSigned(keys, body, headers)) throw UNSIGNED
      return parsed(body)
    })
    const news = connectionNews(event)
    if (news) await onNews({ environment, user_id: event.user_id, at: now().toISOString(), ...news })
  }

  const app = new Hono()
  app.post(`${WEBHOOK_PREFIX}/:environment`, async (c) => {
    const request_id = newId()
    const environment = c.req.param('environment')
    try {
      await receive(environment, c.req.raw)
      return new Response(null, { status: 204, headers: { 'x-request-id': request_id } })
    } catch (error) {
      const refused = error instanceof ApiError ? error : new ApiError('internal_error', 'The event wasn’t taken.')
      if (refused === error) onRefused({ environment: secrets.has(environment) ? environment : '', why: refused.code })
      else onError(error, request_id)
      return errorResponse(refused, request_id)
    }
  })
  return app
}

function parsed(body: string): WebhookEvent {
  const event = webhookEvent.safeParse(json(body))
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
