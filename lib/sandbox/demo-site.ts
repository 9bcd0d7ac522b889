/** `npm run demo`: a server of the demo's pages and nothing else. No database, no service, no sign-in, nothing kept. */
import { Hono } from 'hono'
import next from 'next'
import { BadConfiguration, configFromProcess } from '#lib/config.ts'
import { createHealth } from '#lib/platform/http/health.ts'
import { CannotListen, listen, type NodeHandler } from '#lib/platform/http/http.ts'
import { createLog, errorFacts, guardOutput } from '#lib/system/log/log.ts'
import { stopOnSignal } from '#lib/system/stop.ts'
import { isDemoPath } from '#lib/utils/browser/demo-path.ts'
import { offerDemoPreview } from './demo-preview.ts'

const say = (line: string) => process.stdout.write(`  ${line}\n`)
const ASSET = /^\/(?:_next\/static\/|icon\.svg(?:\?|$))/

function withoutData(): Hono {
  const app = new Hono()
  app.route('/', createHealth({}))
  app.notFound((c) => c.json({ detail: 'This site shows a demo. It has no data and no interface.' }, 404))
  return app
}

/** Every other page leads to the demo: there is nothing else. */
function demoOnly(pages: NodeHandler): NodeHandler {
  return (request, response) => {
    const url = request.url ?? ''
    if (isDemoPath(url) || ASSET.test(url)) return pages(request, response)
    response.writeHead(302, { location: '/demo' }).end()
  }
}

async function start() {
  const config = configFromProcess()
  const log = createLog(config.log_level, config.key_header)
  guardOutput(log, { readable: false })
  const pages = next({ dev: false, dir: process.cwd(), quiet: false, customServer: true })
  const place = { ...config, demo: 'only' as const, https: config.public_url?.startsWith('https:') ?? false }
  const http = await listen(
    withoutData(),
    async () => {
      await pages.prepare()
      return demoOnly(pages.getRequestHandler())
    },
    place,
  )
  const prepare = offerDemoPreview((error) => log.warn(errorFacts(error), 'the demo has no first page'))
  stopOnSignal(
    [
      [http.close, 12_000],
      [() => pages.close(), 3_000],
    ],
    { log, say },
  )
  say(`ready after ${process.uptime().toFixed(1)} s: ${http.origin.replace('127.0.0.1', 'localhost')}/demo`)
  await prepare()
}

try {
  await start()
} catch (error) {
  const known = error instanceof BadConfiguration || error instanceof CannotListen
  process.stderr.write(`\n${known ? error.message : JSON.stringify(errorFacts(error))}\n`)
  process.exit(error instanceof BadConfiguration ? 78 : 1)
}
