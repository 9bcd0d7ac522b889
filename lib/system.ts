/** The whole system, wired: configuration → database → store → queue → apps. */

import { Hono } from 'hono'
import type { OrderSource } from '#lib/console/sources.ts'
import { noSpace } from '#lib/console/staff-calls.ts'
import { recordOperation } from '#lib/domains/audit/console/audit.ts'
import { newestEntryAt } from '#lib/domains/audit/console/chain.ts'
import { openBookings } from '#lib/domains/bookings/console/bookings.ts'
import type { Learner } from '#lib/domains/catalog/console/learner.ts'
import { createCriticalResults } from '#lib/domains/orders/console/overview/critical.ts'
import { createOverview } from '#lib/domains/orders/console/overview/overview.ts'
import { readStuckLimits } from '#lib/domains/orders/console/stuck-limits.ts'
import { createTurnaround } from '#lib/domains/orders/console/turnaround.ts'
import { createOrderViewCounts } from '#lib/domains/orders/console/view-counts.ts'
import { createWorklist } from '#lib/domains/orders/console/worklist.ts'
import { endpointList } from '#lib/domains/service-endpoints.ts'
import type { OneTimeLink } from '#lib/domains/staff/console/store.ts'
import { managementList } from '#lib/domains/teams/management.ts'
import { freshUsers } from '#lib/domains/users/console/directory.ts'
import { referenceKeys } from '#lib/domains/users/console/store/store-sql-rows.ts'
import { viewNameKeys } from '#lib/domains/views/console/store-sql.ts'
import { ApiError, errorResponse, passing } from '#lib/kernel/api-error.ts'
import { openApiDocument } from '#lib/kernel/openapi.ts'
import type { RecordLock } from '#lib/kernel/record-tag.ts'
import { offerCopies } from '#lib/platform/backup/live-copy.ts'
import { checkWrites, type Database, DatabaseUnavailable, openDatabase } from '#lib/platform/database/database.ts'
import { outOfShare } from '#lib/platform/database/fair-share.ts'
import { openQueue, type Queue } from '#lib/platform/database/queue.ts'
import { rebuildKeys } from '#lib/platform/database/rebuild-keys.ts'
import { openRecordLock } from '#lib/platform/database/record-lock.ts'
import { AMPLE, type Disk, type DiskState, freeBytes, serverDisk, watchDisk } from '#lib/platform/disk-space.ts'
import { callerAddress } from '#lib/platform/http/client-address.ts'
import { answers, type Check, createHealth } from '#lib/platform/http/health.ts'
import { checkKeys, peopleHash } from '#lib/platform/keys.ts'
import { makePrivate } from '#lib/platform/private-files.ts'
import { NO_TRACING } from '#lib/platform/trace/tracing-port.ts'
import { createProxy, type ProxyEnvironment } from '#lib/proxy/app.ts'
import { createOperations } from '#lib/proxy/operations.ts'
import { createConnectionSource, createInfoSource, createOrderSource, createUserSource } from '#lib/proxy/sources.ts'
import { UPSTREAM_TIMES } from '#lib/proxy/upstream.ts'
import { SANDBOX_FACTS, SANDBOX_METHODS } from '#lib/sandbox/data/labs.ts'
import { EMBEDDED_TEAM_ID } from '#lib/sandbox/data-set.ts'
import { type EmbeddedService, startEmbedded } from '#lib/sandbox/embedded.ts'
import { createSimulation } from '#lib/sandbox/simulation.ts'
import { orderKeys } from '#lib/service/sql-insert.ts'
import { type Access, openAccess } from '#lib/system/access.ts'
import { createApiDocs } from '#lib/system/api-docs.ts'
import { type ConsoleOptions, createConsole } from '#lib/system/console/app.ts'
import { createConnectionChecks, createDirectoryService, startCatalog } from '#lib/system/directory.ts'
import { BACKED_UP, examine } from '#lib/system/doctor.ts'
import { cautiousNow, type OpenInbox, openInbox, openLiveEvents } from '#lib/system/inbox.ts'
import { logChainHeads, workOnAuditInBackground } from '#lib/system/log/audit-work.ts'
import { errorFacts, logReadFailures } from '#lib/system/log/log.ts'
import type { Figures } from '#lib/system/metrics.ts'
import type { SystemOptions } from '#lib/system/options.ts'
import { proxyEnvironment } from '#lib/system/proxy-environment.ts'
import { within } from '#lib/system/stop.ts'
import { locateZip } from '#lib/utils/data/zip-codes.ts'
import { newId } from '#lib/utils/ids/ids.ts'
import { MINUTE, SECOND } from '#lib/utils/time/durations.ts'
import { type Config, checkShared } from './config.ts'

export interface System {
  /** Everything below `/api`, `/v1/org`, `/v2`, `/v3`, the sandbox's own pages, and `/openapi.json`. */
  app: Hono
  /** Makes the configured administrator; the link to set up the first one while there is none. For the terminal only. */
  firstAdministrator(): Promise<OneTimeLink | null>
  /** Milliseconds that whoever sends a request must wait before they get a page. */
  waitOf(request: Request): Promise<number>
  /** Number of the newest event that has arrived; 0 for none. */
  newestEvent(): number
  /** Read for Prometheus when it asks. */
  figures: Figures
  /** Starts what runs in the background and may wait until the server listens. */
  begin(): Promise<void>
  /** Ends answers that go on for as long as somebody looks: the server waits for all that are under way. */
  endStreams(): Promise<void>
  close(): Promise<void>
}

/** @throws BadConfiguration, DatabaseUnavailable, NotPrivate */
export async function startSystem(config: Config, options: SystemOptions): Promise<System> {
  const { log, say, tracing = NO_TRACING } = options
  checkShared(config)
  const opened = new AsyncDisposableStack()
  let space = AMPLE.state
  try {
    const narrowed = await makePrivate(config.data_dir)
    if (narrowed > 0) log.warn({ files: narrowed }, 'other accounts could read files of DATA_DIR; now its owner only')
    const { freeIn } = options
    const watched = { dir: config.data_dir, onChange: logSpace(log), ...(freeIn && { freeIn }) }
    const servers = serverDisk(watched.onChange)
    const disk = config.database_url ? servers : await watchDisk(watched)
    opened.defer(() => disk.stop())
    space = disk.state
    if (space() !== 'enough') throw new Error('The disk is full.')
    const database = await openDatabase({ ...config, space, onFull: servers.full })
    opened.defer(() => within(10 * SECOND, database.close()))
    // The embedded database makes its files with rights of its own.
    await makePrivate(config.data_dir)
    await checkKeys(database.db, config)
    say(`data in ${database.where}`)
    const rebuilt = [
      await rebuildKeys(database.db, 'orders', orderKeys),
      await rebuildKeys(database.db, 'references', referenceKeys),
      await rebuildKeys(database.db, 'view names', viewNameKeys),
    ]
    if (rebuilt.includes(true)) say('search keys are those of this version now')
    /** Each part of the end has its own limit, so that one that hangs doesn't keep the others from theirs. */
    const defer = (end: () => Promise<void>) => opened.defer(() => within(11 * SECOND, end()))
    const queue = await openQueue(database, (error) => {
      // That there is no room is said once; the queue looks several times a second.
      if (space() === 'enough') log.error({ error_code: 'queue_failed', ...errorFacts(error) }, 'the job queue failed')
    })
    defer(queue.close)
    const access = await openAccess(config, database.db, options, disk)
    const needed = config.environments.some(({ base_url }) => base_url === null)
    // Opened later: what is sent before then waits for it.
    const ownInbox = Promise.withResolvers<Hono | null>()
    opened.defer(() => ownInbox.resolve(null))
    const { audit, store: own } = access
    let oldestEvent = () => 0
    const onUnchecked = (error: unknown, check: string) =>
      log.error({ check, ...errorFacts(error) }, 'a check of the installation failed')
    const system = () => examine({ config, db: database.db, oldestEvent: () => oldestEvent(), onError: onUnchecked })
    if (database.engine.kind === 'pglite')
      defer(
        await offerCopies({
          client: database.engine.client,
          data_dir: config.data_dir,
          record: () => recordOperation(audit, BACKED_UP),
          report: system,
          onError: (error) => log.error(errorFacts(error), 'a command of the operator failed'),
        }),
      )
    const agedBy = cautiousNow(await newestEntryAt(database.db))
    const needs = { database, queue, audit, own, inbox: ownInbox.promise, agedBy }
    const embedded = needed ? await startEmbedded(config, needs, options) : null
    if (embedded) defer(embedded.stop)
    const upstreams = config.environments.map((environment) => proxyEnvironment(environment, embedded, tracing))
    const service = { environments: upstreams, key_header: config.key_header, onError: logReadFailures(log) }
    const shared = { environments: upstreams.map(({ id }) => id), store: access.store, queue, log, tracing }
    const { directory, ...crawls } = createDirectoryService({
      ...shared,
      source: createUserSource(service),
      refresh_minutes: config.directory_refresh_minutes,
      max_users: config.directory_max_users,
      hasRoom: disk.hasRoom,
    })
    defer(async () => crawls.stop())
    const source = createOrderSource(service)
    const everybodys: OrderSource = { searchOrders: (...asked) => outOfShare(() => source.searchOrders(...asked)) }
    const infos = createInfoSource(service)
    const turnaround = createTurnaround({
      store: access.store,
      now: access.now,
      onError: (error) => log.warn(errorFacts(error), 'how long orders took could not be saved'),
    })
    const { states, people, ...checks } = createConnectionChecks({
      ...shared,
      source: createConnectionSource(service),
      directory,
      people: {
        orders: turnaround.learningFrom(everybodys),
        infos,
        hash: await peopleHash(config.secrets_key, config.data_dir),
      },
      checks_per_minute: config.connection_checks_per_minute,
    })
    defer(checks.stop)
    const sandboxes = config.environments.flatMap(({ id, base_url }) => (base_url === null ? [id] : []))
    const operations = createOperations({ ...service, embedded: sandboxes, now: access.now })
    const learner = await startCatalog({
      sandboxes,
      facts: SANDBOX_FACTS,
      methods: SANDBOX_METHODS,
      store: access.store,
      log,
    })
    defer(learner.stop)
    const orders = { source: everybodys, now: access.now }
    const { store } = access
    const limits = async (environment: string) => (await readStuckLimits(store, environment)).days
    const overview = createOverview({ ...orders, limits, bookings: store.liveBookings })
    const worklist = createWorklist({ problems: overview.problems, store, now: access.now, staffOf: access.workersOf })
    const critical = createCriticalResults({ ...orders, store })
    const countOrderViews = createOrderViewCounts({
      ...orders,
      ownSource: source,
      limits,
      bookings: store.liveBookings,
    })
    const locks = openRecordLock(database.engine)
    defer(locks.close)
    const { bookings, stop: stopExpiring } = await openBookings({
      store,
      orders: everybodys,
      now: access.now,
      longestCall: UPSTREAM_TIMES.write,
      isAlone: !config.database_url,
      onUnsaved: ({ error, ...call }) => log.error({ ...errorFacts(error), ...call }, 'a booking cannot be saved'),
      onError: (error) => log.error(errorFacts(error), 'overdue bookings cannot be read'),
    })
    defer(stopExpiring)
    defer(logChainHeads(database.db, log))
    defer(workOnAuditInBackground(access.store, log))
    const news = await openLiveEvents(database, store, config.environments, log)
    defer(news.close)
    const inbox = await openInbox(config, {
      bookings,
      critical,
      states,
      people,
      store,
      team_id: EMBEDDED_TEAM_ID,
      agedBy,
      log,
    })
    defer(inbox.stop)
    if (embedded) defer(embedded.stopWebhooks)
    ownInbox.resolve(inbox.app)
    oldestEvent = inbox.oldest
    const health = createHealth({
      ...healthChecks(config, database.db, { queue, inbox }),
      disk: hasSpace(disk),
    })
    return {
      app: routes(config, options, {
        upstreams,
        embedded,
        access,
        directory,
        states,
        people,
        infos,
        overview,
        worklist,
        critical,
        countOrderViews,
        learner,
        bookings,
        simulation: createSimulation(sandboxes, embedded),
        webhooksOf: (environment) => (sandboxes.includes(environment) ? (embedded?.webhooks ?? null) : null),
        operations,
        teamsOf: (environment) => (sandboxes.includes(environment) ? (embedded?.teams ?? null) : null),
        deletedUsersOf: (environment) => (sandboxes.includes(environment) ? (embedded?.deletedUsers ?? null) : null),
        lock: locks.lock,
        inbox: inbox.app,
        live: news.live,
        health,
        system,
      }),
      firstAdministrator: () => access.auth.firstAdministrator(config.admin),
      waitOf: access.waitOf,
      newestEvent: news.live.newest,
      figures: {
        job_oldest_seconds: async () => (await queue.oldest()) / SECOND,
        event_oldest_seconds: async () => inbox.oldest() / SECOND,
        audit_head_age_seconds: async () => secondsSince(await newestEntryAt(database.db)),
        backup_age_seconds: async () => secondsSince(await newestEntryAt(database.db, BACKED_UP)),
        directory_age_seconds: () => oldestDirectory(config, directory),
        disk_free_bytes: () => freeBytes(config.data_dir),
        ready: async () => Number((await (await health.request('/readyz')).json()).status === 'ready'),
      },
      begin: async () => {
        for (const { id } of upstreams) operations.known(id)
        await Promise.all([crawls.begin(), checks.begin()])
      },
      endStreams: async () => news.live.close(),
      close: () => opened.disposeAsync(),
    }
  } catch (error) {
    await opened.disposeAsync()
    throw space() === 'enough' || config.database_url
      ? error
      : new DatabaseUnavailable(noRoom(config), { cause: error })
  }
}

function noRoom({ data_dir }: Config): string {
  return `There is no room for the database in ${data_dir}. Free space on its disk, and start again: a first start needs 200 MB.`
}

function hasSpace(disk: Disk): Check {
  return async () => {
    if (disk.state() !== 'enough') throw new Error('The disk is almost full.')
  }
}

function logSpace(log: SystemOptions['log']) {
  return (state: DiskState, free: number | null) => {
    const free_mb = free === null ? undefined : Math.floor(free / 1024 / 1024)
    if (state === 'enough') log.info({ free_mb }, 'the disk has room again')
    else
      log.error(
        { free_mb },
        state === 'short' ? 'the disk is almost full: changes are refused' : 'the disk is full: nothing is answered',
      )
  }
}

const secondsSince = (at: Date | null) => (at ? (Date.now() - at.getTime()) / SECOND : null)

/** Null before each environment's first copy. */
async function oldestDirectory(
  { environments }: Config,
  directory: ConsoleOptions['directory'],
): Promise<number | null> {
  const states = await Promise.all(environments.map(({ id }) => directory.state(id)))
  const ages = states.map(({ complete_at }) => secondsSince(complete_at === null ? null : new Date(complete_at)))
  return ages.reduce((oldest, age) => (oldest === null || age === null ? null : Math.max(oldest, age)), 0)
}

/** Milliseconds after which what waits is overdue: nobody is at it, or it can't be written. */
const OVERDUE = { event: 15 * SECOND, job: 5 * MINUTE }

export function healthChecks(
  config: Pick<Config, 'environments'>,
  db: Database,
  { queue, inbox }: { queue: Pick<Queue, 'oldest'>; inbox: Pick<OpenInbox, 'oldest'> },
): Record<string, Check> {
  const upstreams = config.environments.flatMap(({ id, base_url }) =>
    base_url === null ? [] : [[id, answers(base_url)]],
  )
  const soon = (waited: () => Promise<number>, limit: number) => async () => {
    if ((await waited()) > limit) throw new Error('overdue')
  }
  return {
    database: () => checkWrites(db),
    events: soon(async () => inbox.oldest(), OVERDUE.event),
    jobs: soon(queue.oldest, OVERDUE.job),
    ...Object.fromEntries(upstreams),
  }
}

interface Parts extends Omit<ConsoleOptions, 'environments' | 'map' | 'idsOf'> {
  upstreams: readonly ProxyEnvironment[]
  embedded: EmbeddedService | null
  access: Access
  learner: Learner
  lock: RecordLock
  inbox: Hono
  health: Hono
}

function routes(
  config: Config,
  { log }: SystemOptions,
  { upstreams, embedded, learner, inbox, health, ...served }: Parts,
): Hono {
  const { access, bookings } = served
  const app = new Hono()
  const openapi = openApiDocument(config.key_header, endpointList, managementList)
  app.route('/', health)
  // Calls by key and signed events; those of staff are refused where their endpoint is known.
  for (const path of ['/v1/*', '/v2/*', '/v3/*', '/api/webhooks/*'])
    app.on(['POST', 'PATCH', 'DELETE'], path, (_, next) =>
      access.isShortOfSpace?.() ? Promise.resolve(errorResponse(noSpace(), newId())) : next(),
    )
  app.route('/', inbox)
  app.route(
    '/',
    createProxy({
      environments: upstreams,
      access,
      bookings,
      readUser: freshUsers(served.directory),
      lock: served.lock,
      key_header: config.key_header,
      onAnswer(answer) {
        learner.notice(answer)
        served.states.notice(answer)
        served.people.notice(answer)
      },
      onError: (fault) => log.warn(fault, 'the upstream failed'),
    }),
  )
  app.route('/', access.auth.app)
  const map = { locateZip, style_url: config.map_style_url }
  app.route('/', createConsole({ environments: config.environments, map, ...served }))
  app.get('/openapi.json', (c) => c.json(openapi))
  if (embedded) {
    const doors = { '/v1/org/*': embedded.management, '/v2/*': embedded.api, '/v3/*': embedded.api }
    for (const [paths, door] of Object.entries(doors))
      app.all(paths, (c) => door.fetch(c.req.raw, { address: callerAddress(c, config.proxy_hops) }))
    // Before the other pages, which set their own policy for all that comes after.
    app.route('/', createApiDocs())
    app.route('/', embedded.pages)
  }
  app.notFound(() => errorResponse(new ApiError('unknown_address', 'Not found.'), newId()))
  app.onError((error) => {
    const request_id = newId()
    log.error({ ...errorFacts(error), request_id }, 'a request failed')
    const broken = new ApiError('internal_error', 'Something went wrong in the console.')
    return errorResponse(passing(error, broken), request_id)
  })
  return app
}
