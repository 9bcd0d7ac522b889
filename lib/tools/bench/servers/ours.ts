/** The console's own server without pages: in front of the fake service, or of the embedded one on disk. */
import { z } from 'zod'
import { readConfig } from '#lib/config.ts'
import { listen } from '#lib/server/http.ts'
import { createLog } from '#lib/server/log.ts'
import { startSystem } from '#lib/server/system.ts'
import { childOptions, serve } from '#lib/tools/bench/child.ts'

const { directory, upstream } = childOptions(z.object({ directory: z.string(), upstream: z.string().optional() }))
const config = readConfig({
  PORT: '0',
  DATA_DIR: directory,
  SERVICE_API_KEY: 'bench-key-1',
  SERVICE_BASE_URL: upstream && `http://127.0.0.1:${upstream}`,
})
const publicUrl = () => 'http://127.0.0.1'
const system = await startSystem(config, { log: createLog('warn'), say: () => undefined, publicUrl })
const http = await listen(system.app, async () => () => undefined, config)
serve(Number(new URL(http.origin).port), system.close)
