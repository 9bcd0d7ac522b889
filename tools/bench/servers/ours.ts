/** The console's proxy alone, in front of the fake service. */
import { z } from 'zod'
import { listen } from '#lib/platform/http/http.ts'
import { createProxy } from '#lib/proxy/app.ts'
import { overHttp } from '#lib/proxy/over-http.ts'
import { childOptions, serve } from '#tools/bench/child.ts'
import { fixedAccess, unprotectedBookings } from '#tools/bench/fixed-access.ts'

const { upstream } = childOptions(z.object({ upstream: z.string() }))
const service = overHttp(`http://127.0.0.1:${upstream}`)
const app = createProxy({
  environments: [
    { id: 'production', label: 'Production', api_key: 'bench-key-with-at-least-32-characters', upstream: service },
  ],
  access: fixedAccess(),
  bookings: unprotectedBookings,
  readUser: async () => null,
  key_header: 'x-service-api-key',
  onError: (fault) => process.stderr.write(`${JSON.stringify(fault)}\n`),
})
const http = await listen(app, async () => () => undefined, { host: '127.0.0.1', port: 0 })
serve(Number(new URL(http.origin).port))
