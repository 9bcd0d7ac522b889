/** The throw-away Next app, behind the same HTTP server as the console's own. */

import { Hono } from 'hono'
import next from 'next'
import { z } from 'zod'
import { listen } from '#lib/platform/http/http.ts'
import { childOptions, serve } from '#tools/bench/child.ts'

const { directory } = childOptions(z.object({ directory: z.string() }))
const pages = next({ dev: false, dir: directory, quiet: true, customServer: true })
const http = await listen(
  new Hono(),
  async () => {
    await pages.prepare()
    return pages.getRequestHandler()
  },
  { host: '127.0.0.1', port: 0 },
)
serve(Number(new URL(http.origin).port))
