/** Events as the service of the sandbox sends them to a test’s server. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { z } from 'zod'
import type { SignedIn } from '#e2e/support/session.ts'
import { listEvents } from '#lib/domains/events/received.ts'
import { consoleAddress } from '#lib/kernel/endpoint.testing.ts'
import { WEBHOOK_PREFIX } from '#lib/kernel/wire.ts'
import { EMBEDDED_TEAM_ID } from '#lib/sandbox/data-set.ts'
import { ask } from './http.ts'
import type { TestServer } from './servers/server.ts'

const RING = { name: 'Korrin Ring', slug: 'korrin_ring', logo: null }

interface Sent {
  event_type: string
  user_id: string
  data: Readonly<Record<string, unknown>>
  /** Sent again with the same one, it is a duplicate. */
  message_id?: string
}

/** Sends one event, signed; returns its status and its message id. */
export async function sendEvent({ baseURL, dataDir }: Pick<TestServer, 'baseURL' | 'dataDir'>, sent: Sent) {
  const { event_type, user_id, data, message_id = `msg_${randomUUID()}` } = sent
  const common = { user_id, source: RING }
  const event = {
    event_type,
    data: { ...common, ...data },
    team_id: EMBEDDED_TEAM_ID,
    user_id,
    client_user_id: 'member-1',
  }
  const body = JSON.stringify(event)
  const at = new Date()
  const secret = readFileSync(join(dataDir, 'webhook-secret'), 'utf8').trim()
  const headers = {
    'webhook-id': message_id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(message_id, at, body),
  }
  const { status } = await fetch(`${baseURL}${WEBHOOK_PREFIX}/sandbox`, { method: 'POST', headers, body })
  return { status, message_id }
}

/** Sends an event of a user and returns the number that the console gave it. */
export async function keptEvent(server: TestServer, session: SignedIn, user_id: string): Promise<number> {
  await sendEvent(server, { event_type: 'daily.data.sleep.created', user_id, data: { id: randomUUID() } })
  const path = consoleAddress(listEvents, { params: { environment: 'sandbox' }, query: { user_id, limit: 1 } })
  const { events } = listEvents.response.parse((await ask(server.baseURL, path, { session })).json)
  return z.object({ id: z.number() }).parse(events[0]).id
}
