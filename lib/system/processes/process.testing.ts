/** The system without pages, as a process of its own: for tests that kill it. Configured like the real one. */
import type { ServerResponse } from 'node:http'
import { configFromProcess } from '#lib/config.ts'
import { listen } from '#lib/platform/http/http.ts'
import { watchRequests } from '#lib/platform/http/request-log.ts'
import { createPrivateFiles } from '#lib/platform/private-files.ts'
import { createLog, guardOutput } from '#lib/system/log/log.ts'
import { createRequestNames } from '#lib/system/log/request-names.ts'
import { stopOnSignal, stopSteps } from '#lib/system/stop.ts'
import { openTracing } from '#lib/system/trace/tracing.ts'
import { startSystem } from '#lib/system.ts'

createPrivateFiles()
const config = configFromProcess()
const log = createLog(config.log_level, config.key_header)
guardOutput(log)
const tracing = await openTracing(config.tracing, log)
const say = (text: string) => void process.stdout.write(`${text}\n`)
const system = await startSystem(config, { log, tracing, say, publicUrl: () => 'http://localhost' })
const names = createRequestNames({ routes: system.app.routes, pages: 'app', environments: config.environments })
const noPages = async () => (_: unknown, response: ServerResponse) => void response.writeHead(404).end()
const http = await listen(system.app, noPages, config, watchRequests(names, log, tracing))
stopOnSignal(stopSteps(config, { http, system, tracing }), { log, say })
await system.firstAdministrator()
await system.begin()
process.stdout.write(`ready ${http.origin}\n`)
