/** The console's own server without pages, on disk: in front of the fake service, or of the embedded one. */
import { z } from 'zod'
import { readConfig } from '#lib/config.ts'
import { listen } from '#lib/platform/http/http.ts'
import { createLog } from '#lib/system/log/log.ts'
import { startSystem } from '#lib/system.ts'
import { childOptions, serve } from '#tools/bench/child.ts'

const options = z.object({
  directory: z.string(),
  upstream: z.string().optional(),
  database_url: z.string().optional(),
  email: z.string(),
  password: z.string(),
})
const { directory, upstream, database_url, email, password } = childOptions(options)
const config = readConfig({
  PORT: '0',
  DATA_DIR: directory,
  SERVICE_API_KEY: 'bench-key-with-at-least-32-characters',
  WEBHOOK_SECRET: `whsec_${btoa('a secret for benchmarks only')}`,
  SERVICE_BASE_URL: upstream && `http://127.0.0.1:${upstream}`,
  DATABASE_URL: database_url,
  CONSOLE_ADMIN_EMAIL: email,
  CONSOLE_ADMIN_PASSWORD: password,
  SESSION_REQUESTS_PER_MINUTE: '10000000',
})
const publicUrl = () => 'http://127.0.0.1'
const system = await startSystem(config, { log: createLog('warn'), say: () => undefined, publicUrl })
await system.firstAdministrator()
const http = await listen(system.app, async () => () => undefined, config)
serve(Number(new URL(http.origin).port), system.close)
