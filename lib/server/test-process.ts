/** The system without pages, as a process of its own: for tests that kill it. Configured like the real one. */
import { configFromProcess } from '#lib/config.ts'
import { listen } from './http.ts'
import { createLog } from './log.ts'
import { startSystem } from './system.ts'

const config = configFromProcess()
const log = createLog(config.log_level)
const system = await startSystem(config, { log, say: () => undefined, publicUrl: () => 'http://localhost' })
const http = await listen(system.app, async () => (_, response) => void response.writeHead(404).end(), config)
await system.begin()
process.stdout.write(`ready ${http.origin}\n`)
process.once(
  'SIGTERM',
  () =>
    void http
      .close()
      .then(system.close)
      .then(() => process.exit(0)),
)
