/**
 * Plays the two weeks before a sandbox's first start, by a clock of its own and with the code that runs later: in memory,
 * where a day takes a moment, and written down at the end.
 */

import { gt, sql } from 'drizzle-orm'
import { createDispatch } from '#lib/console/route.ts'
import { DEMO_ENVIRONMENT, demoViewer, ROLE_HEADER } from '#lib/demo/people.ts'
import { createAudit, recordPersonEvent } from '#lib/domains/audit/console/audit.ts'
import type { NewAuditEntry } from '#lib/domains/audit/console/store.ts'
import { audit as auditLog } from '#lib/domains/audit/console/tables.ts'
import { createBookings } from '#lib/domains/bookings/console/bookings.ts'
import { bookingRoutes, visitTimeRoutes } from '#lib/domains/bookings/console/routes.ts'
import { insertBookings } from '#lib/domains/bookings/console/store-sql.ts'
import { catalogRoutes } from '#lib/domains/catalog/console/routes.ts'
import { importRoutes } from '#lib/domains/connections/console/routes.ts'
import { contactRoutes } from '#lib/domains/contacts/console/routes.ts'
import type { Receive } from '#lib/domains/events/console/receiver.ts'
import type { NewEvent } from '#lib/domains/events/new-event.ts'
import { createCriticalResults } from '#lib/domains/orders/console/overview/critical.ts'
import { createOverview } from '#lib/domains/orders/console/overview/overview.ts'
import { overviewRoutes } from '#lib/domains/orders/console/routes.ts'
import { readStuckLimits } from '#lib/domains/orders/console/stuck-limits.ts'
import { staff } from '#lib/domains/staff/console/tables.ts'
import { ROLES, type Role } from '#lib/domains/staff/roles.ts'
import { createConnectionStates } from '#lib/domains/users/console/connection-states.ts'
import type { DataNote } from '#lib/domains/users/console/store/store.ts'
import { viewRoutes } from '#lib/domains/views/console/routes.ts'
import { createViews } from '#lib/domains/views/console/views.ts'
import { webhookRoutes } from '#lib/domains/webhooks/console/routes.ts'
import { CONSOLE_PREFIX, PROXY_PREFIX } from '#lib/kernel/wire.ts'
import type { Database } from '#lib/platform/database/database.ts'
import { createProxy } from '#lib/proxy/app.ts'
import { inProcess } from '#lib/proxy/in-process.ts'
import { createOrderSource } from '#lib/proxy/sources.ts'
import { UPSTREAM_TIMES } from '#lib/proxy/upstream.ts'
import { sandboxCatalog } from '#lib/sandbox/catalog.ts'
import { bundleRandom } from '#lib/sandbox/data/prng.ts'
import { createAgenda } from '#lib/sandbox/demo/agenda.ts'
import { createSimulatedClock } from '#lib/sandbox/demo/clock.ts'
import { idsOf, requestIdOf } from '#lib/sandbox/demo/data/events.ts'
import { createService } from '#lib/sandbox/service/service.ts'
import { createMemoryStore } from '#lib/sandbox/service/store-memory.ts'
import { createPostgresStore } from '#lib/sandbox/service/store-sql.ts'
import { createOwnReceiver, createPlayedSend } from '#lib/sandbox/simulation.ts'
import type { JobQueue } from '#lib/service/handler.ts'
import { queueMessage } from '#lib/service/memory-outbox.ts'
import { emptyState } from '#lib/service/memory-state.ts'
import type { NewMessage } from '#lib/service/outbox.ts'
import type { UserBundle } from '#lib/service/records.ts'
import { COUNT_LIMITS } from '#lib/service/search-keys.ts'
import { saveOrders } from '#lib/service/sql-order-events.ts'
import { appointmentRow } from '#lib/service/sql-rows.ts'
import type { ServiceStore } from '#lib/service/store.ts'
import { appointments, webhookAttempts, webhookDeliveries, webhookMessages } from '#lib/service/tables.ts'
import type { ConsoleStore } from '#lib/system/console/store.ts'
import { createMemoryConsoleStore } from '#lib/system/console/store-memory.ts'
import { createPostgresConsoleStore } from '#lib/system/console/store-sql.ts'
import { type Hands, SAMPLE_STAFF, type Step, statusOfPast, storyOf } from './story.ts'

interface PastOptions {
  environment: { id: string; label: string }
  team_id: string
  sealing_key: CryptoKey
  /** Sample data, which the database holds too. */
  bundles: readonly UserBundle[]
  /** When it ends, in milliseconds since 1970: nothing but visits is later. */
  until: number
}

const ORIGIN = 'http://localhost'
const KEY = 'key-of-the-sample-history'
const KEY_HEADER = 'x-service-api-key'
const SECRET = `whsec_${btoa('the past of no service at all')}`
/** Events that are written at a time. */
const MOST_EVENTS = 100
/** Rows of one statement. */
const MOST_ROWS = 200
const noop = () => undefined

/**
 * Plays it where nobody has worked yet, in one transaction: a process that is killed leaves none of it, and the next begins
 * anew. The audit log must be empty, as what is dated earlier may not follow an entry of today.
 */
export function makePast(db: Database, options: PastOptions): Promise<void> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('sample history', 0))`)
    if ((await tx.$count(auditLog)) === 0 && (await tx.$count(staff)) === 0) await playPast(tx, options)
  })
}

/** Makes all of it in a database that holds the sample data and no history. @throws where a part fails */
async function playPast(db: Database, options: PastOptions): Promise<void> {
  const { environment, team_id, sealing_key, until, bundles } = options
  const { store, write } = writtenLater(db)
  const world = createWorld(db, bundles)
  const steps = await storyOf({ ...options, records: world.store })
  const clock = createSimulatedClock({ now: steps[0]?.at ?? until, read_at: 0, running: false })
  const agenda = createAgenda(clock, () => null)
  const now = () => new Date(clock.now())
  const random = bundleRandom(team_id, 0, 7)
  const failures: unknown[] = []
  const onError = (error: unknown) => void failures.push(error)
  const opened = Promise.withResolvers<Receive>()
  const queued = new Set<string>()
  const jobs: JobQueue = {
    async schedule(name, id, at) {
      const key = `${name} ${id} ${at.getTime()}`
      if (queued.has(key)) return
      queued.add(key)
      const run = async () => {
        queued.delete(key)
        await service.runJob(name, id)
        if (name !== 'deliver_webhooks') await service.wakeWebhooks()
      }
      agenda.add({ at: at.getTime(), about: null, run })
    },
  }
  const service = createService({
    store: world.store,
    idsOf: idsOf('service'),
    catalog: sandboxCatalog,
    jobs,
    sealing_key,
    publicUrl: () => ORIGIN,
    key_header: KEY_HEADER,
    teamOfKey: (key) => (key === KEY ? team_id : null),
    onError,
    now,
    sleep: async () => undefined,
    webhooks: {
      send: createPlayedSend({
        environment: environment.id,
        take: (message) => opened.promise.then((take) => take(message)),
        now,
        statusOf: (url) => statusOfPast(url, until - clock.now()),
      }),
      inboxSecret: async () => SECRET,
      random: () => random.unit(),
    },
  })
  await service.ensureInbox(team_id)

  const upstream = inProcess(async (request, request_id) => service.api.fetch(request, { request_id }))
  const environments = [{ ...environment, api_key: KEY, upstream }]
  const orders = createOrderSource({ environments, key_header: KEY_HEADER, onError: noop })
  const onUnsaved = ({ error }: { error: unknown }) => onError(error)
  const bookings = createBookings({ store, orders, now, lasts: UPSTREAM_TIMES.write, onUnsaved })
  const critical = createCriticalResults({ source: orders, store, now })
  const states = createConnectionStates({ store, now, wake: async () => undefined, onError })
  const { applyEvent } = bookings
  opened.resolve(createOwnReceiver({ team_id, store, states, check: noop, applyEvent, onOrder: critical.note }))

  const audit = createAudit({ store, now, onError: ({ error }) => onError(error) })
  const access = {
    identify: async (request: Request) => viewerOf(request.headers.get(ROLE_HEADER), clock.now()),
    audit,
    publicUrl: () => ORIGIN,
    patientData: { isMasked: () => false },
  }
  const ids = { idsOf: idsOf('proxy'), requestIdOf }
  const reads = { readUser: async () => null, key_header: KEY_HEADER, onError: noop }
  const proxy = createProxy({ environments, access, bookings, ...reads, ...ids })
  const limits = async (of: string) => (await readStuckLimits(store, of)).days
  const overview = createOverview({ source: orders, now, limits, bookings: store.liveBookings })
  const uncounted = async () => []
  const desk = createDispatch({
    ...access,
    environments: [{ ...DEMO_ENVIRONMENT, ...environment }],
    idsOf: idsOf('console'),
    routes: [
      ...contactRoutes({
        store,
        now,
        staffOf: async () => new Map(),
        assignedTo: async () => ({ assigned: 0, assigned_at: null }),
        requireUser: async () => undefined,
      }),
      ...overviewRoutes(overview, critical, now),
      ...bookingRoutes(bookings, noop),
      ...visitTimeRoutes({ store, now, bookings }),
      ...catalogRoutes({ store, now }),
      ...importRoutes({ store, now, onEnd: service.sendHistories }),
      ...viewRoutes(createViews({ store, now }), { orders: uncounted, users: uncounted }, uncounted),
      ...webhookRoutes({ webhooksOf: () => service.webhooks(team_id), patientData: access.patientData }),
    ],
  })

  const hands: Hands = {
    async ask({ role, path, method, headers, body }) {
      const url = new URL(path, ORIGIN)
      const request_id = bundleRandom(`${clock.now()} ${method} ${path}`, 0, 0).uuid()
      const sent = { ...headers, 'x-request-id': request_id, [ROLE_HEADER]: role }
      const request = new Request(url, { method, body, headers: sent })
      const asked = { request, url, path: url.pathname.slice(CONSOLE_PREFIX.length), request_id }
      const response = path.startsWith(PROXY_PREFIX) ? await proxy.fetch(request) : await desk(asked)
      // A booking that the provider declines is part of the story, and anything that is refused is a mistake in it.
      if (response.status >= 400 && response.status < 500) onError(new Error(`${method} ${path}: ${response.status}`))
      return response
    },
    async signIn(role) {
      const { id, name, email } = viewerOf(role, clock.now())
      const actor = { actor_id: id, actor_email: email, actor_name: name, role, subjects: [] }
      const request_id = bundleRandom(`${clock.now()} ${role}`, 0, 1).uuid()
      await recordPersonEvent(audit, { action: 'sign_in', ...actor, outcome: 'done', request_id })
    },
    advance: (order_id, status) => service.advanceOrder({ team_id, order_id, choice: { status } }),
  }
  for (const [place, step] of steps.entries()) {
    const run = async () => {
      clock.moveTo(step.at)
      if ('run' in step) await step.run(hands)
      else if (!isSending(steps[place - 1])) await world.store.emit(sentTogether(steps, place))
      return service.wakeWebhooks()
    }
    agenda.add({ at: step.at, about: null, run })
  }
  await agenda.runUntil(until)
  await service.stopWebhooks()
  await write(environment.id)
  await world.write()
  if (failures.length > 0) throw new AggregateError(failures, 'The sample history failed.')
}

const isSending = (step: Step | undefined) => step !== undefined && 'sent' in step

/** Returns all that is sent until somebody works again: in one statement, and each delivered when it is due. */
function sentTogether(steps: readonly Step[], from: number): NewMessage[] {
  const end = steps.findIndex((step, place) => place > from && !isSending(step))
  return steps.slice(from, end < 0 ? steps.length : end).flatMap((step) => ('sent' in step ? step.sent : []))
}

function viewerOf(given: string | null, now: number) {
  const role: Role = ROLES.find((each) => each === given) ?? 'read_only'
  const { id, name } = SAMPLE_STAFF[role]
  return { ...demoViewer(role, now), id, name, email: `${id}@vialdesk.invalid` }
}

/**
 * Returns a store in memory that is written at the end: first the audit log, to which the database adds hashes of records
 * by the server's clock, so that nothing dated earlier may follow them.
 */
function writtenLater(db: Database): { store: ConsoleStore; write: (environment: string) => Promise<void> } {
  const own = createPostgresConsoleStore(db)
  const memory = createMemoryConsoleStore()
  const entries: NewAuditEntry[] = []
  const events: NewEvent[] = []
  const notes: DataNote[] = []
  const checks = new Set<string>()
  const booked = new Set<string>()
  const writes: (() => Promise<unknown>)[] = []
  const later =
    <Given extends unknown[], Made>(
      make: (...given: Given) => Promise<Made>,
      write: (...given: Given) => Promise<unknown>,
    ) =>
    (...given: Given) => {
      writes.push(() => write(...given))
      return make(...given)
    }
  const store: ConsoleStore = {
    ...memory,
    appendAudit(entry) {
      entries.push(entry)
      return memory.appendAudit(entry)
    },
    saveEvents(saved) {
      events.push(...saved)
      return memory.saveEvents(saved)
    },
    noteData: async (_, noted) => void notes.push(...noted),
    queueCheck: async (_, user_id) => void checks.add(user_id),
    addView: later(memory.addView, own.addView),
    saveRecord: later(memory.saveRecord, own.saveRecord),
    addEntry: later(memory.addEntry, own.addEntry),
    saveCatalog: later(memory.saveCatalog, own.saveCatalog),
    beginBooking(environment, attempt) {
      booked.add(attempt.id)
      return memory.beginBooking(environment, attempt)
    },
    addAcknowledgement: later(memory.addAcknowledgement, own.addAcknowledgement),
    addSeenCritical: later(memory.addSeenCritical, own.addSeenCritical),
    addCallback: later(memory.addCallback, own.addCallback),
  }

  /** Numbers of the entries follow each other: nobody else writes before this transaction ends. */
  async function writeAudit([first, ...rest]: readonly NewAuditEntry[]) {
    if (!first) return
    const { id } = await own.appendAudit(first)
    const numbered = ({ completes, ...entry }: NewAuditEntry) =>
      own.appendAudit({ ...entry, completes: completes === null ? null : completes + id - 1 })
    await Promise.all(rest.map(numbered))
  }

  return {
    store,
    async write(environment) {
      await writeAudit(entries)
      for (let from = 0; from < events.length; from += MOST_EVENTS)
        await own.saveEvents(events.slice(from, from + MOST_EVENTS))
      await own.noteData(environment, notes)
      for (const user_id of checks) await own.queueCheck(environment, user_id)
      for (const each of writes) await each()
      const kept = await Promise.all([...booked].map((id) => memory.findBooking(environment, id)))
      await insertBookings(
        db,
        environment,
        kept.filter((one) => one !== null),
      )
    },
  }
}

/** The service in memory; imports are made in the database, which seals their tokens. Users never change: none is written. */
function createWorld(db: Database, bundles: readonly UserBundle[]) {
  const state = emptyState()
  const memory = createMemoryStore(COUNT_LIMITS, state)
  memory.adopt(bundles)
  const before = new Map(state.orders)
  const { webhooks } = state
  const records = createPostgresStore(db)
  /** Numbers in the database of the events, by their IDs. */
  const numbers = new Map<string, number>()
  let last = 0

  /** Makes the events of either known to the other, in the order in which they were sent. */
  async function sync() {
    const unsent = [...webhooks.messages.values()].filter(({ id }) => !numbers.has(id))
    for (const some of chunksOf(unsent)) await records.emit(some)
    const known = new Set(unsent.map(({ id }) => id))
    const rows = await db
      .select()
      .from(webhookMessages)
      .where(gt(webhookMessages.seq, last))
      .orderBy(webhookMessages.seq)
    for (const { seq, ...message } of rows) {
      last = seq
      numbers.set(message.id, seq)
      if (!known.has(message.id)) queueMessage(webhooks, message)
    }
  }

  const inDatabase =
    <Given extends unknown[], Made>(run: (...given: Given) => Promise<Made>) =>
    async (...given: Given) => {
      await sync()
      const made = await run(...given)
      await sync()
      return made
    }

  async function writeDeliveries() {
    for (const endpoint of webhooks.endpoints.values()) {
      await records.ensureWebhookEndpoint(endpoint)
    }
    const kept = [...webhooks.deliveries.values()]
    const ids = new Map<number, number>()
    for (const some of chunksOf(kept)) {
      const rows = some.map(({ id: _, seq, claimed_until: __, last: said, ...delivery }) => ({
        ...delivery,
        seq: numbers.get(webhooks.messages.get(seq)?.id ?? '') ?? 0,
        ...(said && { last_at: new Date(said.at), last_ms: said.ms, last_status: said.status }),
      }))
      const added = await db.insert(webhookDeliveries).values(rows).returning({ id: webhookDeliveries.id })
      for (const [place, { id }] of added.entries()) ids.set(some[place]?.id ?? 0, id)
    }
    for (const some of chunksOf(webhooks.attempts)) {
      const rows = some.map(({ id: _, delivery_id, response, ...attempt }) => ({
        ...attempt,
        delivery_id: ids.get(delivery_id) ?? 0,
        ...(response && { response_type: response.content_type, response: response.text, is_cut: response.is_cut }),
      }))
      await db.insert(webhookAttempts).values(rows)
    }
  }

  const { startImport, importNext, isImported, connectionsWithoutHistory, sendHistory } = records
  const store: ServiceStore = {
    ...memory,
    ...{ startImport, isImported, connectionsWithoutHistory },
    importNext: inDatabase(importNext),
    sendHistory: inDatabase(sendHistory),
    async removeConnection(...given) {
      await records.removeConnection(...given)
      return memory.removeConnection(...given)
    },
  }
  return {
    store,

    async write() {
      await sync()
      await saveOrders(
        db,
        [...state.orders.values()].filter((order) => before.get(order.order.id) !== order),
      )
      for (const some of chunksOf([...state.appointments.values()]))
        await db.insert(appointments).values(some.map(appointmentRow))
      await writeDeliveries()
    },
  }
}

const chunksOf = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / MOST_ROWS) }, (_, part) =>
    items.slice(part * MOST_ROWS, (part + 1) * MOST_ROWS),
  )
