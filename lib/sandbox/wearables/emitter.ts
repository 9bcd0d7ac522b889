/** Makes the embedded service send wearable data: events into its outbox, and now and then a source that breaks. */
import type { User } from '#lib/domains/users/user.ts'
import { type NewMessage, newMessage } from '#lib/service/outbox.ts'
import type { ConnectionRecord } from '#lib/service/records.ts'
import type { ServiceStore } from '#lib/service/store.ts'
import { SECOND } from '#lib/utils/time/durations.ts'
import { createWearables, historyOf, type WearableEvent, type WearableSource } from './stream.ts'
import { zoneOf } from './wearer.ts'

interface Options {
  store: Pick<
    ServiceStore,
    'listUsers' | 'listConnections' | 'saveConnection' | 'emit' | 'connectionsWithoutHistory' | 'sendHistory'
  >
  now: () => Date
  /** Between 0 and 1. */
  random: () => number
}

interface Asked {
  users: number
  events: number
}

interface Sending {
  connection: ConnectionRecord
  source: WearableSource
}

/** Milliseconds for which the sources of a team are remembered. */
const REMEMBERED = 30 * SECOND
/** One event in so many is a source that breaks; it works again after so many more. */
const BREAKS = { chance: 1 / 400, for: 300 }
/** Histories that are sent at a time: an import makes thousands of connections. */
const HISTORIES = 25
/** How often a source is asked for each event: some are broken. */
const TRIES = 4
const PAGE = 500
const AT_ONCE = 10

export const messageOf = ({ event_type, data }: WearableEvent, at: Date): NewMessage =>
  newMessage({ user_id: data.user_id, order_id: null, at }, event_type, data)

/** Returns what a connection sends; null zone: the user's is made up. */
export function sourceOf(connection: ConnectionRecord, zone: string | null | undefined): WearableSource {
  const { user_id, name, slug, logo, resource_availability } = connection
  const available = Object.entries(resource_availability).filter(([, { status }]) => status === 'available')
  const resources = available.map(([resource]) => resource)
  return { user_id, zone: zoneOf(user_id, zone), source: { name, slug, logo }, resources }
}

export function createEmitter({ store, now, random }: Options) {
  const wearables = createWearables()
  const known = new Map<string, { at: number; sending: Sending[] }>()
  const broken: { team_id: string; connection: ConnectionRecord; until: number }[] = []
  let turn = 0

  /** Sources that work, of the newest users that have one. */
  async function sourcesOf(team_id: string, users: number): Promise<Sending[]> {
    const key = `${team_id} ${users}`
    const remembered = known.get(key)
    if (remembered && now().getTime() - remembered.at < REMEMBERED) return remembered.sending
    const found: Sending[][] = []
    for await (const some of connectedUsers(team_id)) {
      const each = await Promise.all(some.map((user) => workingOf(team_id, user)))
      found.push(...each.filter((working) => working.length > 0))
      if (found.length >= users) break
    }
    const sending = found.slice(0, users).flat()
    known.set(key, { at: now().getTime(), sending })
    return sending
  }

  /** The newest first, some at a time. */
  async function* connectedUsers(team_id: string): AsyncGenerator<User[]> {
    for (let offset = 0, total = 1; offset < total; offset += PAGE) {
      const page = await store.listUsers(team_id, { offset, limit: PAGE })
      total = page.total
      const connected = page.users.filter(({ connected_sources }) => connected_sources.length > 0)
      for (let first = 0; first < connected.length; first += AT_ONCE) yield connected.slice(first, first + AT_ONCE)
    }
  }

  async function workingOf(team_id: string, { user_id, fallback_time_zone }: User): Promise<Sending[]> {
    const connections = (await store.listConnections(team_id, user_id)) ?? []
    return connections
      .filter(({ status }) => status === 'connected')
      .map((connection) => ({ connection, source: sourceOf(connection, fallback_time_zone?.id) }))
      .filter(({ source }) => source.resources.length > 0)
  }

  /** Saves a connection where it is still as expected: one that somebody has disconnected stays away. */
  async function change(team_id: string, from: ConnectionRecord['status'], next: ConnectionRecord): Promise<boolean> {
    const connections = (await store.listConnections(team_id, next.user_id)) ?? []
    if (!connections.some(({ slug, status }) => slug === next.slug && status === from)) return false
    await store.saveConnection(next)
    return true
  }

  async function breaks(team_id: string, { connection }: Sending): Promise<boolean> {
    const errored_at = now().toISOString()
    const error_message = 'The provider refused to renew access.'
    const error_details = { error_type: 'token_refresh_failed', error_message, errored_at }
    const isBroken = await change(team_id, 'connected', { ...connection, status: 'error', error_details })
    if (isBroken) broken.push({ team_id, connection, until: turn + BREAKS.for })
    return isBroken
  }

  async function mend(): Promise<number> {
    let mended = 0
    for (const one of broken.filter(({ until }) => until <= turn)) {
      broken.splice(broken.indexOf(one), 1)
      const renewed = { ...one.connection, created_on: now().toISOString() }
      if (await change(one.team_id, 'error', renewed)) mended += 1
    }
    return mended
  }

  return {
    /** Sends so many events, in one statement; those of connections that break or work again have their own. */
    async send(team_id: string, { users, events }: Asked): Promise<{ sent: number; users: number }> {
      const all = await sourcesOf(team_id, users)
      const people = new Set(all.map(({ source }) => source.user_id)).size
      const messages: NewMessage[] = []
      let others = await mend()
      for (let tries = TRIES * events; tries > 0 && messages.length + others < events; tries -= 1) {
        const sending = all[turn % all.length]
        turn += 1
        if (!sending || broken.some(({ connection }) => connection === sending.connection)) continue
        if (random() < BREAKS.chance) {
          if (await breaks(team_id, sending)) others += 1
          continue
        }
        const event = wearables.next(sending.source, now().getTime())
        if (event) messages.push(messageOf(event, now()))
      }
      await store.emit(messages)
      return { sent: messages.length + others, users: people }
    },

    /** Sends the days before each new connection, some at a time: what a process that dies leaves is sent by the next. */
    async sendHistories(): Promise<void> {
      for (const { connection, zone } of await store.connectionsWithoutHistory(HISTORIES)) {
        const at = now()
        const past = historyOf(sourceOf(connection, zone), Date.parse(connection.created_on))
        await store.sendHistory(
          connection,
          at,
          past.map((event) => messageOf(event, at)),
        )
      }
    },
  }
}
