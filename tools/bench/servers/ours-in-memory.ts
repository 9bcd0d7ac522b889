/** The console's proxy in front of the embedded service over the memory store. */

import { listen } from '#lib/platform/http/http.ts'
import { createProxy } from '#lib/proxy/app.ts'
import { inProcess } from '#lib/proxy/in-process.ts'
import { sandboxCatalog } from '#lib/sandbox/catalog.ts'
import { DEFAULT_SIZE } from '#lib/sandbox/data/generate.ts'
import { EMBEDDED_TEAM_ID, writeDataSet } from '#lib/sandbox/data-set.ts'
import { createService } from '#lib/sandbox/service/service.ts'
import { createMemoryStore } from '#lib/sandbox/service/store-memory.ts'
import { sealingKey } from '#lib/service/secrets.ts'
import { serve } from '#tools/bench/child.ts'
import { fixedAccess, unprotectedBookings } from '#tools/bench/fixed-access.ts'

const KEY = 'bench-key-with-at-least-32-characters'
const key_header = 'x-service-api-key'
const fail = (fault: unknown) => process.stderr.write(`${JSON.stringify(fault)}\n`)

const store = createMemoryStore()
await writeDataSet(store, { ...DEFAULT_SIZE, seed: 0 }, new Date())
const { api } = createService({
  store,
  catalog: sandboxCatalog,
  jobs: { schedule: async () => undefined },
  sealing_key: await sealingKey(new Uint8Array(32)),
  publicUrl: () => 'http://127.0.0.1',
  key_header,
  teamOfKey: (key) => (key === KEY ? EMBEDDED_TEAM_ID : null),
  onError: fail,
})
const environment = {
  id: 'sandbox',
  label: 'Sandbox',
  api_key: KEY,
  upstream: inProcess(async (request) => api.fetch(request)),
}
const app = createProxy({
  environments: [environment],
  access: fixedAccess(),
  bookings: unprotectedBookings,
  readUser: async () => null,
  key_header,
  onError: fail,
})
const http = await listen(app, async () => () => undefined, { host: '127.0.0.1', port: 0 })
serve(Number(new URL(http.origin).port))
