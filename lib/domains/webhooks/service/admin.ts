/** Webhook administration of one team. */
import type { WebhookAdmin } from '#lib/domains/webhooks/admin.ts'
import { DELIVERY_COUNT_LIMIT, type Replay } from '#lib/domains/webhooks/deliveries.ts'
import { MAX_ENDPOINTS, type WebhookEndpoint } from '#lib/domains/webhooks/endpoints.ts'
import { ROTATION_OVERLAP_MS } from '#lib/domains/webhooks/rules.ts'
import { ApiError, notFound } from '#lib/kernel/api-error.ts'
import { uuid } from '#lib/kernel/fields.ts'
import type { JobQueue } from '#lib/service/handler.ts'
import { bodyOf, isExpunged, type Message } from '#lib/service/outbox.ts'
import { seal, unseal } from '#lib/service/secrets.ts'
import type { ReplayRecord, WebhookEndpointRecord, WebhookStore } from '#lib/service/webhook-store.ts'
import { newId } from '#lib/utils/ids/ids.ts'
import { DAY } from '#lib/utils/time/durations.ts'
import { type AttemptDeps, NO_INBOX_TEST, newSecret, replayOne } from './attempt.ts'

export interface AdminDeps extends AttemptDeps {
  store: WebhookStore
  jobs: JobQueue
  /** Looks for what is due. */
  wake: () => Promise<void>
}

const TOO_MANY = new ApiError(
  'limit_reached',
  `An environment has at most ${MAX_ENDPOINTS} endpoints. Remove one first.`,
)
const OWN_INBOX = new ApiError('conflict', 'This console’s own inbox can’t be changed here.')
const ROTATED = new ApiError(
  'stale',
  'Someone else rotated this secret just now. Reload the page before you rotate it again.',
)
const NOTHING = new ApiError('conflict', 'No delivery matches these filters.')
const TOO_WIDE = new ApiError(
  'conflict',
  `More than ${DELIVERY_COUNT_LIMIT.toLocaleString('en-US')} deliveries match. Choose a shorter time.`,
)
const NO_BODY = new ApiError('not_found', 'The body of this event isn’t kept any more.')
const REMOVED = new ApiError('conflict', 'The body of this event was removed, so it can’t be sent again.')
/** User of a test event unless its data names another. */
const TEST_USER = '00000000-0000-4000-8000-000000000000'

export function createWebhookAdmin(deps: AdminDeps, team_id: string): WebhookAdmin {
  const { store, sealing_key, now } = deps

  async function find(id: string): Promise<WebhookEndpointRecord> {
    const found = await store.findWebhookEndpoint(id)
    if (found?.team_id !== team_id) throw notFound('Endpoint')
    return found
  }

  async function findOwn(id: string): Promise<WebhookEndpointRecord> {
    const found = await find(id)
    if (found.kind === 'inbox') throw OWN_INBOX
    return found
  }

  async function shown(record: WebhookEndpointRecord): Promise<WebhookEndpoint> {
    const { id, kind, name, url, event_types, created_at, disabled_at, disabled_reason, previous_until } = record
    const isOverlap = previous_until !== null && previous_until > now()
    return {
      id,
      kind,
      name,
      url,
      event_types,
      created_at: created_at.toISOString(),
      disabled: disabled_at && { at: disabled_at.toISOString(), reason: disabled_reason ?? 'person' },
      previous_secret_until: isOverlap ? previous_until.toISOString() : null,
      failures: record.failures,
      ...(await store.webhookStatus(id, new Date(now().getTime() - DAY))),
    }
  }

  const showNow = async (id: string) => shown(await find(id))

  async function whole(id: number) {
    const delivery = await store.findDelivery(team_id, id)
    if (!delivery) throw notFound('Delivery')
    return { delivery, attempts: await store.deliveryAttempts(id) }
  }

  async function findReplay(id: string): Promise<Replay> {
    const found = await store.findReplay(id)
    if (found?.team_id !== team_id) throw notFound('Replay')
    return asReplay(found)
  }

  return {
    endpoints: async () => Promise.all((await store.listWebhookEndpoints(team_id)).map(shown)),

    async create(id, { name, url, event_types }) {
      const secret = newSecret()
      const sealed = await seal(sealing_key, secret)
      const none = { previous_sealed: null, previous_until: null }
      const settings = { id, team_id, kind: 'url', name, url, event_types, sealed, created_at: now(), ...none } as const
      if (!(await store.addWebhookEndpoint(settings, MAX_ENDPOINTS))) throw TOO_MANY
      return { endpoint: await showNow(id), secret }
    },

    async update(id, { name, url, event_types }) {
      await findOwn(id)
      const change = {
        ...(name !== undefined && { name }),
        ...(url !== undefined && { url }),
        ...(event_types !== undefined && { event_types }),
      }
      if (!(await store.changeWebhookEndpoint(id, change))) throw notFound('Endpoint')
      return showNow(id)
    },

    async remove(id) {
      const { url } = await findOwn(id)
      await store.removeWebhookEndpoint(team_id, id, now())
      return { host: hostOf(url) }
    },

    secret: async (id) => unseal(sealing_key, (await findOwn(id)).sealed ?? ''),

    async rotate(id) {
      const { sealed: was } = await findOwn(id)
      const secret = newSecret()
      const sealed = await seal(sealing_key, secret)
      const previous_until = new Date(now().getTime() + ROTATION_OVERLAP_MS)
      if (!(await store.rotateWebhookSecret(id, was, { sealed, previous_until }))) throw ROTATED
      return { endpoint: await showNow(id), secret }
    },

    async disable(id) {
      await find(id)
      await store.disableWebhookEndpoint(id, 'person', now())
      return showNow(id)
    },

    async enable(id, recover_since) {
      const { url } = await find(id)
      const sent = await store.enableWebhookEndpoint(id, now(), recover_since)
      await deps.wake()
      return { endpoint: await showNow(id), sent, host: hostOf(url) }
    },

    async test(id, { event_type, data }) {
      if ((await find(id)).kind === 'inbox') throw NO_INBOX_TEST
      const user_id = testUser(data.user_id)
      const message = {
        id: `msg_${newId().replaceAll('-', '')}`,
        team_id,
        user_id,
        client_user_id: 'test',
        order_id: null,
      }
      const at = now()
      const text = JSON.stringify(data)
      const delivery_id = await store.addTestDelivery(id, { ...message, event_type, data: text, at, is_test: true })
      await replayOne(deps, delivery_id, 'test')
      return (await whole(delivery_id)).delivery
    },

    deliveries: (search) => store.searchDeliveries(team_id, search),
    counts: (search) => store.countDeliveries(team_id, search),
    delivery: whole,

    async body(id) {
      const { delivery } = await whole(id)
      const message = (await store.deliveryMessage(id))?.message
      if (!message || isExpunged(message)) throw NO_BODY
      const before = await store.messageBefore(message)
      const replaced = before && {
        message_id: before.id,
        created_at: before.at.toISOString(),
        body: parsedBody(before),
      }
      return { delivery, body: parsedBody(message), replaced }
    },

    async expunge(id) {
      const { delivery } = await whole(id)
      if (!(await store.expungeMessage(team_id, delivery.message_id))) throw NO_BODY
      return whole(id)
    },

    async replay(id) {
      const { delivery } = await whole(id)
      await find(delivery.endpoint.id)
      if (delivery.body_state === 'expunged') throw REMOVED
      await replayOne(deps, id)
      return whole(id)
    },

    async startReplay(id, filters) {
      const sent = await store.replaySubjects(team_id, filters, DELIVERY_COUNT_LIMIT + 1)
      const total = sent.length
      if (total > DELIVERY_COUNT_LIMIT) throw TOO_WIDE
      if (total === 0) throw NOTHING
      const open = { created_at: now(), finished_at: null, canceled_at: null }
      await store.startReplay({ id, team_id, filters, total, ...open })
      await deps.jobs.schedule('replay_webhooks', id, now())
      return { replay: await findReplay(id), sent }
    },

    findReplay,

    async cancelReplay(id) {
      await findReplay(id)
      await store.endReplay(id, { canceled_at: now() })
      return findReplay(id)
    },
  }
}

/** Null for the console's own inbox. */
const hostOf = (url: string | null) => (url === null ? null : new URL(url).host)

function testUser(given: unknown): string {
  if (typeof given !== 'string') return TEST_USER
  const { data, error } = uuid.safeParse(given)
  const msg = error?.issues[0]?.message ?? ''
  if (data === undefined)
    throw new ApiError('invalid_input', [{ loc: ['body', 'data', 'user_id'], msg, type: 'custom' }])
  return data
}

function parsedBody(message: Message): unknown {
  return JSON.parse(bodyOf(message))
}

function asReplay({ id, total, done, failed, created_at, finished_at, canceled_at }: ReplayRecord): Replay {
  const ended = finished_at ?? canceled_at
  return {
    id,
    total,
    done,
    failed,
    created_at: created_at.toISOString(),
    finished_at: ended?.toISOString() ?? null,
    is_canceled: canceled_at !== null,
  }
}
