/** A whole console with its service in memory, as the server composes it, for one base of a demo. Runs in a browser. */
import { DEMO_ENVIRONMENT, demoViewer, ROLE_HEADER } from '#lib/demo/people.ts'
import type { Base, Scenario } from '#lib/demo/scenario.ts'
import { createAudit, recordPersonEvent } from '#lib/domains/audit/console/audit.ts'
import { createBookings } from '#lib/domains/bookings/console/bookings.ts'
import { planOf } from '#lib/domains/bookings/service/appointments.ts'
import { createLearner } from '#lib/domains/catalog/console/learner.ts'
import { OPERATIONS } from '#lib/domains/environments/environment.ts'
import { createLiveEvents } from '#lib/domains/events/console/live.ts'
import type { Receive } from '#lib/domains/events/console/receiver.ts'
import { createTurnaround } from '#lib/domains/orders/console/turnaround.ts'
import { staffRoutes } from '#lib/domains/staff/console/routes.ts'
import { createStaff } from '#lib/domains/staff/console/staff.ts'
import { createMemoryStaffStore } from '#lib/domains/staff/console/store-memory.ts'
import { ROLES, type Role } from '#lib/domains/staff/roles.ts'
import { ORG_ID } from '#lib/domains/teams/management.ts'
import { createCrawler } from '#lib/domains/users/console/crawl.ts'
import { createDirectory, freshUsers } from '#lib/domains/users/console/directory.ts'
import { ApiError, errorResponse } from '#lib/kernel/api-error.ts'
import { VERSION } from '#lib/kernel/values.ts'
import { CONSOLE_PREFIX, PROXY_PREFIX } from '#lib/kernel/wire.ts'
import { createProxy } from '#lib/proxy/app.ts'
import { inProcess } from '#lib/proxy/in-process.ts'
import { createInfoSource, createOrderSource, createUserSource } from '#lib/proxy/sources.ts'
import { UPSTREAM_TIMES } from '#lib/proxy/upstream.ts'
import { SANDBOX_FACTS, SANDBOX_METHODS } from '#lib/sandbox/data/labs.ts'
import { asksWhere, demoCatalog, loadGeography } from '#lib/sandbox/demo/data/catalog.ts'
import { createDemoChecks } from '#lib/sandbox/demo/data/connection-checks.ts'
import { createDemoEvents, createReadings, demoWorkouts, idsOf, requestIdOf } from '#lib/sandbox/demo/data/events.ts'
import { type PastRequest, preludeOf } from '#lib/sandbox/demo/data/prelude.ts'
import { playDemoBacklog } from '#lib/sandbox/demo/data/sending.ts'
import { demoStaff } from '#lib/sandbox/demo/data/staff.ts'
import { withModifiers } from '#lib/sandbox/demo/faults/faults.ts'
import type { Pause } from '#lib/sandbox/demo/faults/flaky.ts'
import { isSeen } from '#lib/sandbox/demo/journal/changes.ts'
import type { Seen } from '#lib/sandbox/demo/journal/journal.ts'
import { DEMO_TEAM_ID, loadRecords } from '#lib/sandbox/demo/journal/records.ts'
import { createService } from '#lib/sandbox/service/service.ts'
import { createOwnReceiver, createPlayedSend, createSimulation } from '#lib/sandbox/simulation.ts'
import type { JobName, RunJob } from '#lib/service/handler.ts'
import { sealingKey } from '#lib/service/secrets.ts'
import { createConsole } from '#lib/system/console/app.ts'
import type { ConsoleStore } from '#lib/system/console/store.ts'
import { createMemoryConsoleStore } from '#lib/system/console/store-memory.ts'
import { type Agenda, type Due, outcomeOf } from './agenda.ts'

interface WorldOptions {
  base: Base
  /** When the run began, in milliseconds since 1970: all dates of the sample data are relative to its UTC day. */
  started_at: number
  /** Whether it begins with what people did before. */
  past: boolean
  /** Called with the share of sample data that is loaded, 0 to 1. */
  onLoaded: (share: number) => void
  origin: string
  now: () => number
  agenda: Agenda
  /** Faults for a pending request. */
  conditions: () => { role: Role; scenario: Scenario }
  /** Resolves after so many milliseconds of real time; at once in a replay. */
  sleep: (milliseconds: number) => Promise<void>
  /** The same, and at once when nobody waits any more. */
  pause: Pause
  /** Told of every entry of the audit log that no change brings back; null where such entries aren't kept at all. */
  onSeen: ((entry: Seen) => void) | null
  onError: (error: unknown) => void
}

export interface World {
  /** Answers everything below `/api`, and the health checks. Never throws. */
  fetch(request: Request): Promise<Response>
  /** Drops counts, so that the next read counts again. */
  invalidateCounts(): void
  /** Drops the directory, so that the next read uses current users. */
  clearDirectory(): void
  remember(entry: Seen): Promise<void>
  /** Returns the team's requests before the run, oldest first. */
  past(): Promise<PastRequest[]>
  nextOrderEvent(): Due | null
}

interface Queued {
  name: JobName
  id: string
  at: Date
}

/** Jobs of webhooks, done when somebody looks at events or deliveries: nobody else would see what they do. */
function createLookedJobs(now: () => Date) {
  let jobs: Queued[] = []
  let running = Promise.resolve()

  async function runDue(run: RunJob) {
    for (;;) {
      const due = jobs.filter(({ at }) => at <= now())
      if (due.length === 0) return
      jobs = jobs.filter((job) => !due.includes(job))
      for (const { name, id } of due) await run(name, id)
    }
  }

  return {
    add: (job: Queued) => void jobs.push(job),
    run(run: RunJob): Promise<void> {
      running = running.catch(() => undefined).then(() => runDue(run))
      return running
    },
  }
}

const KEY_HEADER = 'x-service-api-key'
const API_KEY = 'demo-key-of-no-service'
/** Nobody checks it: the demo's inbox is in the same browser. */
const DEMO_WEBHOOK_SECRET = `whsec_${btoa('the demo of no service at all')}`
const NEVER = Number.POSITIVE_INFINITY
/** Requests that show events, and those that show where they are sent. */
const [EVENTS, WEBHOOKS] = [`${CONSOLE_PREFIX}/events/`, `${CONSOLE_PREFIX}/webhooks/`]
const PEOPLE = /\/(?:directory\/[^/]+\/(?:find|search)|turnaround\/[^/]+)$/
const CONNECTIONS = /\/directory\/[^/]+\/(connections|sources|coverage)$/

/** Creates the console and the service of the demo over stores in memory, with the same handlers as on the server. */
export async function createWorld(options: WorldOptions): Promise<World> {
  const { agenda, base, conditions, pause, sleep, started_at, onError } = options
  const now = () => new Date(options.now())
  // Links that are made here lead to pages of the demo, which say where real ones would.
  const publicUrl = () => `${options.origin}/${DEMO_ENVIRONMENT.id}`
  const { store: records, plans } = await loadRecords(options)
  const log = createMemoryConsoleStore()
  const deliveries = createLookedJobs(now)
  const opened = Promise.withResolvers<Receive>()
  const service = createService({
    store: { ...records, findWorkout: demoWorkouts(log) },
    idsOf: idsOf('service'),
    catalog: demoCatalog,
    jobs: {
      async schedule(name, id, at) {
        if (name === 'deliver_webhooks' || name === 'replay_webhooks') return deliveries.add({ name, id, at })
        const about = name === 'settle_appointment' ? outcomeOf(await records.getAppointment(id)) : null
        // Earlier bookings are known by their answers, and nobody waits for their events.
        const run = async () => {
          await service.runJob(name, id)
          if (options.now() >= started_at) await deliver()
        }
        agenda.add({ at: at.getTime(), about, run: () => run().catch(onError) })
      },
    },
    sealing_key: await sealingKey(crypto.getRandomValues(new Uint8Array(32))),
    publicUrl,
    key_header: KEY_HEADER,
    planOf: (key) => planOf(conditions().scenario.booking)(key),
    teamOfKey: (key) => (key === API_KEY ? DEMO_TEAM_ID : null),
    installation: { organization: { org_id: ORG_ID, name: 'Demo' }, team_id: DEMO_TEAM_ID, isManagementKey: null },
    onError,
    now,
    sleep,
    webhooks: {
      send: createPlayedSend({
        environment: DEMO_ENVIRONMENT.id,
        take: (message) => opened.promise.then((take) => take(message)),
        now,
      }),
      inboxSecret: async () => DEMO_WEBHOOK_SECRET,
    },
  })
  await service.ensureInbox(DEMO_TEAM_ID)
  await service.ensureTeam(DEMO_ENVIRONMENT.label)
  const upstream = withModifiers(
    inProcess(async (request, request_id) => service.api.fetch(request, { request_id })),
    { modifiers: () => conditions().scenario.modifiers, pause },
  )
  const environments = [{ id: DEMO_ENVIRONMENT.id, label: DEMO_ENVIRONMENT.label, api_key: API_KEY, upstream }]
  const reads = { environments, key_header: KEY_HEADER, onError: noop }
  const users = createUserSource(reads)
  const store: ConsoleStore = {
    ...log,
    async appendAudit(entry) {
      const { completes, ...seen } = entry
      if (!isSeen(entry)) return log.appendAudit(entry)
      if (!options.onSeen) return { ...seen, id: 0 }
      options.onSeen(seen)
      return log.appendAudit(entry)
    },
  }
  await store.learnCatalog(DEMO_ENVIRONMENT.id, SANDBOX_FACTS, 'seed')
  await store.learnMethods(DEMO_ENVIRONMENT.id, SANDBOX_METHODS)
  const learner = createLearner({ store, pause: options.sleep, onError })
  const orders = createOrderSource(reads)
  const readings = createReadings({
    source: orders,
    store,
    now,
    staffOf: (environment) => staff.whoEnters(environment, 'orders:triage'),
  })
  const crawler = createCrawler({ store, source: users, now, interval: NEVER, pause: async () => undefined })
  const crawl = async () => {
    while (await crawler.work(DEMO_ENVIRONMENT.id, AbortSignal.timeout(60_000)));
  }
  const turnaround = createTurnaround({ store, now, onError })
  const checks = createDemoChecks({
    store,
    orders: turnaround.learningFrom(orders),
    reads,
    started_at,
    now,
    pause: options.sleep,
    onError,
  })
  const { states, people, check, look } = checks
  const directory = createDirectory({ store, source: users, now, wake: () => crawl(), requestEvery: 0 })
  const arrive = createDemoEvents({ store, records, team_id: DEMO_TEAM_ID, started_at, now })
  const audit = createAudit({ store, now, onError: ({ error }) => onError(error) })
  const identify = async (request: Request) => demoViewer(roleOf(request), options.now())
  const staff = createStaff({
    store: createMemoryStaffStore({ staff: demoStaff(started_at), now, publicUrl }),
    environments: [DEMO_ENVIRONMENT],
    now,
    onEvent: (event) => recordPersonEvent(audit, event),
  })
  // The demo's data is invented, and its masks are the page's alone.
  const patientData = { isMasked: () => false }
  const reveals = { reveal: () => ({ until: null, cookie: null }) }
  const access = {
    identify,
    audit,
    store,
    now,
    publicUrl,
    patientData,
    reveals,
    visibleStaff: staff.visibleTo,
    staffOf: staff.whoEnters,
    routes: staffRoutes(staff, audit),
  }
  const bookings = createBookings({
    store,
    orders,
    now,
    lasts: UPSTREAM_TIMES.write * 2,
    onUnsaved: ({ error }) => onError(error),
  })
  const onOrder = async (environment: string, data: unknown) => {
    await Promise.all([readings.critical.note(environment, data), people.note(environment, data)])
  }
  opened.resolve(
    createOwnReceiver({ team_id: DEMO_TEAM_ID, store, states, check, applyEvent: bookings.applyEvent, onOrder }),
  )
  /** Events of the service are sent. */
  async function send() {
    await service.sendHistories()
    await service.wakeWebhooks()
    await deliveries.run(service.runJob)
  }
  /** Those of devices are made up to now as well. */
  async function deliver() {
    await arrive()
    await send()
  }
  const proxy = createProxy({
    environments,
    access,
    bookings,
    readUser: freshUsers(directory),
    key_header: KEY_HEADER,
    idsOf: idsOf('proxy'),
    // IDs follow from the request's own, so that a repeat makes the same ones.
    requestIdOf,
    onAnswer(answer) {
      learner.notice(answer)
      states.notice(answer)
      people.notice(answer)
    },
    onError: noop,
  })
  const console = createConsole({
    live: createLiveEvents(store),
    environments: [DEMO_ENVIRONMENT],
    access,
    directory,
    states,
    people,
    infos: createInfoSource(reads),
    bookings,
    overview: readings.overview,
    critical: readings.critical,
    worklist: readings.worklist,
    countOrderViews: readings.countOrderViews,
    simulation: createSimulation([DEMO_ENVIRONMENT.id], {
      advanceOrder: (input) => service.advanceOrder({ team_id: DEMO_TEAM_ID, ...input }),
    }),
    webhooksOf: (environment) => (environment === DEMO_ENVIRONMENT.id ? service.webhooks(DEMO_TEAM_ID) : null),
    operations: { known: () => OPERATIONS, check: async () => OPERATIONS },
    teamsOf: (environment) => (environment === DEMO_ENVIRONMENT.id ? service.teams : null),
    deletedUsersOf: (environment) =>
      environment === DEMO_ENVIRONMENT.id ? (page) => service.deletedUsers(DEMO_TEAM_ID, page) : null,
    map: { locateZip: demoCatalog.locateZip, style_url: null },
    system: async () => ({
      made_at: now().toISOString(),
      checks: [
        { label: 'Version', value: VERSION, action: null },
        { label: 'Database', value: 'The demo runs in this browser, without a server.', action: null },
      ],
      retention: [],
    }),
    idsOf: idsOf('console'),
  })

  let reading: Promise<unknown> | null = null
  const readDirectory = () => {
    reading ??= directory.refresh(DEMO_ENVIRONMENT.id)
    return reading
  }

  /** Begins, when somebody looks, what the server does in the background. */
  async function lookInto(pathname: string, search: URLSearchParams) {
    await readDirectory()
    if (CONNECTIONS.test(pathname)) await look(search.has('user_id') || pathname.endsWith('/coverage'))
    else if (PEOPLE.test(pathname)) await checks.lookForPeople()
  }

  return {
    async fetch(request) {
      const { pathname, searchParams } = new URL(request.url)
      if (asksWhere(pathname)) await loadGeography()
      if (pathname.startsWith(`${CONSOLE_PREFIX}/directory/`)) await lookInto(pathname, searchParams)
      if (pathname.startsWith(`${CONSOLE_PREFIX}/figures/`)) await checks.lookForPeople()
      if (pathname.startsWith(EVENTS)) await deliver()
      if (pathname.startsWith(WEBHOOKS)) await send()
      if (pathname.startsWith(`${PROXY_PREFIX}/`)) return proxy.fetch(request)
      if (pathname.startsWith(`${CONSOLE_PREFIX}/`)) return console.fetch(request)
      if (pathname === '/healthz')
        return Response.json({ status: 'alive', version: VERSION }, { headers: { date: now().toUTCString() } })
      const detail = 'The demo doesn’t support this request. Nothing was sent to the server.'
      return errorResponse(new ApiError('not_supported', detail), requestIdOf(request))
    },
    invalidateCounts: readings.forget,
    clearDirectory() {
      reading = null
    },
    remember: (entry) => log.appendAudit({ ...entry, completes: null }).then(noop),
    async past() {
      await playDemoBacklog(base, { records, own: log, started_at })
      return preludeOf(base, { store: records, team_id: DEMO_TEAM_ID, started_at })
    },

    nextOrderEvent() {
      const plan = plans.next()
      if (!plan) return null
      const { at, order_id, low, interpretation } = plan
      const choice = { status: low, ...(interpretation && { interpretation }) }
      const move = () => service.advanceOrder({ team_id: DEMO_TEAM_ID, order_id, choice, at: new Date(at) })
      return { at, about: { order_id, status: low }, run: () => move().then(noop, () => plans.drop(order_id)) }
    },
  }
}

const noop = () => undefined

function roleOf({ headers }: Request): Role {
  return ROLES.find((role) => role === headers.get(ROLE_HEADER)) ?? 'read_only'
}
