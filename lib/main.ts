/** The process: reads the configuration, starts the system, says where it is, and stops it in reverse order. */
import { setFlagsFromString } from 'node:v8'
import next from 'next'
import type { OneTimeLink } from '#lib/domains/staff/console/store.ts'
import { VERSION } from '#lib/kernel/values.ts'
import { DatabaseUnavailable } from '#lib/platform/database/database.ts'
import { CannotListen, listen } from '#lib/platform/http/http.ts'
import { watchRequests } from '#lib/platform/http/request-log.ts'
import { startWatchdog } from '#lib/platform/loop-delay.ts'
import { createPrivateFiles, NotPrivate } from '#lib/platform/private-files.ts'
import { demoFiles, offerDemoPreview } from '#lib/sandbox/demo-preview.ts'
import { createLog, errorFacts, guardOutput, lineFor } from '#lib/system/log/log.ts'
import { createRequestNames } from '#lib/system/log/request-names.ts'
import { stopOnSignal, stopSteps } from '#lib/system/stop.ts'
import { openTracing } from '#lib/system/trace/tracing.ts'
import { BadConfiguration, type Config, configFromProcess, logsJson } from './config.ts'
import { startSystem } from './system.ts'

const json = logsJson()
const say = (line: string) => process.stdout.write(lineFor(`  ${line}`, { json }))

async function start(config: Config, dev: boolean) {
  say(`Vialdesk ${VERSION}`)
  for (const hint of config.hints) say(`WARNING: ${hint}`)
  const log = createLog(config.log_level, config.key_header)
  guardOutput(log, { readable: dev })
  const traced = await openTracing(config.tracing, log)
  const metrics =
    config.metrics && (await (await import('#lib/system/metrics.ts')).startMetrics(config.metrics, traced))
  const tracing = metrics?.tracing ?? traced
  let address = ''
  const system = await startSystem(config, { log, tracing, say, publicUrl: () => config.public_url ?? address })
  metrics?.show(system.figures)
  const { environments } = config
  const names = createRequestNames({ routes: system.app.routes, pages: 'app', environments })
  // Not quiet: what Next would say of a page that failed becomes a line of the log.
  const pages = next({ dev, dir: process.cwd(), quiet: false, customServer: true })
  const hidden = config.demo === 'off' && !dev ? await demoFiles() : new Set<string>()
  const first_links: OneTimeLink[] = []
  const http = await listen(
    system.app,
    async (httpServer, origin) => {
      await pages.prepare()
      address = origin.replace('127.0.0.1', 'localhost')
      const link = await system.firstAdministrator()
      if (link) first_links.push(link)
      const handle = pages.getRequestHandler()
      const upgrade = pages.getUpgradeHandler()
      if (dev) httpServer.on('upgrade', (request, socket, head) => void upgrade(request, socket, head))
      return handle
    },
    {
      ...config,
      dev,
      https: config.public_url?.startsWith('https:') ?? false,
      hidden,
      waitOf: system.waitOf,
      newestEvent: system.newestEvent,
      environment_ids: new Set(environments.map(({ id }) => id)),
    },
    watchRequests(names, log, tracing),
  ).catch(async (error: unknown) => {
    await system.close()
    throw error
  })
  if (config.demo === 'on') offerDemoPreview((error) => log.warn(errorFacts(error), 'the demo has no first page'))
  const [first] = environments
  stopOnSignal(
    stopSteps(config, { http, system, tracing, closePages: () => pages.close(), ...(metrics && { metrics }) }),
    { log, say },
  )
  if (!config.public_url && !isLoopback(config.host)) say(IN_THE_CLEAR)
  say(`ready after ${(process.uptime() + launchSeconds()).toFixed(1)} s: ${address}/${first.id}/users`)
  for (const { link } of first_links) say(`the first administrator is set up here, once, within a day: ${link}`)
  // A debugger that stands at a breakpoint isn't a fault.
  if (!dev) startWatchdog()
  await system.begin()
}

const IN_THE_CLEAR =
  'WARNING: reachable from other machines without https. Put a TLS proxy in front and set PUBLIC_URL to its https address.'

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.')
}

/** Seconds the launcher took before this process began, given as `--since <epoch milliseconds>`. */
function launchSeconds(): number {
  const since = Number(process.argv[process.argv.indexOf('--since') + 1])
  return since > 0 ? Math.max(0, performance.timeOrigin - since) / 1000 : 0
}

/** Errors a person can mend are one sentence without a stack; 78 is "configuration error" by convention. */
function fail(error: unknown): never {
  const known =
    error instanceof BadConfiguration ||
    error instanceof DatabaseUnavailable ||
    error instanceof NotPrivate ||
    error instanceof CannotListen
  const text = known ? error.message : JSON.stringify(errorFacts(error))
  process.stderr.write(lineFor(`\n${text}`, { json, level: 60 }))
  process.exit(error instanceof BadConfiguration ? 78 : 1)
}

// Otherwise V8 lets garbage grow: 200 MB more after 125 pages, which were no faster for it. At 20 a call takes 40 % longer.
setFlagsFromString('--heap-growing-percent=50')

try {
  createPrivateFiles()
  await start(configFromProcess(), process.argv.includes('--dev'))
} catch (error) {
  fail(error)
}
