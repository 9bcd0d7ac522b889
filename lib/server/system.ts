/** The whole system, wired: configuration → database → store → queue → apps. */
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import type { OneTimeLink } from '#lib/auth/links.ts'
import type { Config, EnvironmentConfig } from '#lib/config.ts'
import { createConsole } from '#lib/console/app.ts'
import { openApiDocument } from '#lib/contract/openapi.ts'
import { type Database, openDatabase, ping } from '#lib/db/database.ts'
import { createProxy, type ProxyEnvironment } from '#lib/proxy/app.ts'
import { inProcess } from '#lib/proxy/in-process.ts'
import { overHttp } from '#lib/proxy/over-http.ts'
import { type Access, openAccess } from './access.ts'
import { type EmbeddedService, startEmbedded } from './embedded.ts'
import { answers, type Check, createHealth } from './health.ts'
import { errorFacts } from './log.ts'
import type { SystemOptions } from './options.ts'
import { NO_TRACING, type Tracing } from './tracing-port.ts'

export interface System {
  /** Everything below `/api`, `/v2`, `/v3`, the sandbox's own pages, and `/openapi.json`. */
  app: Hono
  /** Makes the configured administrator; the link to set up the first one while there is none. For the terminal only. */
  firstAdministrator(): Promise<OneTimeLink | null>
  close(): Promise<void>
}

/** @throws DatabaseUnavailable */
export async function startSystem(config: Config, options: SystemOptions): Promise<System> {
  const database = await openDatabase(config)
  options.say(`data in ${database.where}`)
  try {
    const needed = config.environments.some(({ base_url }) => base_url === null)
    const embedded = needed ? await startEmbedded(config, database, options) : null
    const access = await openAccess(config, database.db, options)
    return {
      app: routes(config, options, { embedded, access, health: createHealth(checks(config, database.db)) }),
      firstAdministrator: () => access.auth.firstAdministrator(config.admin),
      close: async () => {
        await embedded?.close()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Bytes: below this the saving is not worth the time. */
const COMPRESSED_FROM = 4096

function checks(config: Config, db: Database): Record<string, Check> {
  const upstreams = config.environments.flatMap(({ id, base_url }) =>
    base_url === null ? [] : [[id, answers(base_url)]],
  )
  return { database: () => ping(db), ...Object.fromEntries(upstreams) }
}

interface Parts {
  embedded: EmbeddedService | null
  access: Access
  health: Hono
}

function routes(
  config: Config,
  { log, tracing = NO_TRACING }: SystemOptions,
  { embedded, access, health }: Parts,
): Hono {
  const app = new Hono()
  const openapi = openApiDocument(config.key_header)
  const compressed = compress({ threshold: COMPRESSED_FROM })
  app.use('/api/*', (c, next) => (c.req.header('accept-encoding') ? compressed(c, next) : next()))
  app.route('/', health)
  app.route(
    '/',
    createProxy({
      environments: config.environments.map((environment) => proxyEnvironment(environment, embedded, tracing)),
      access,
      key_header: config.key_header,
      onFault: (fault) => log.warn(fault, 'the upstream failed'),
    }),
  )
  app.route('/', access.auth.app)
  app.route('/', createConsole({ environments: config.environments, access }))
  app.get('/openapi.json', (c) => c.json(openapi))
  if (embedded) {
    for (const version of ['/v2/*', '/v3/*']) app.all(version, (c) => embedded.api.fetch(c.req.raw))
    app.route('/', embedded.pages)
  }
  app.notFound((c) => c.json({ detail: 'Not found.' }, 404))
  app.onError((error, c) => {
    log.error(errorFacts(error), 'a request failed')
    return c.json({ detail: 'Something went wrong inside the console.' }, 500)
  })
  return app
}

function proxyEnvironment(
  { id, label, base_url, api_key }: EnvironmentConfig,
  embedded: EmbeddedService | null,
  tracing: Tracing,
): ProxyEnvironment {
  if (base_url !== null) {
    return { id, label, api_key: api_key ?? '', upstream: tracing.upstream(id, overHttp(base_url)) }
  }
  if (!embedded) throw new Error('An environment without an address needs the embedded service.')
  const call = inProcess(async (request) => embedded.api.fetch(request))
  return { id, label, api_key: embedded.key, upstream: tracing.upstream(id, call) }
}
