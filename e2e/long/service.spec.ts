/** Every statement of the specification over real HTTP, against the server as `npm start` runs it: `npm test` has them in process, over three stores. */
import { startServer, type TestServer } from '#e2e/support/servers/server.ts'
import { expect, httpTest as test } from '#e2e/support/test.ts'
import { createKit, type Kit } from '#lib/service/conformance/kit.testing.ts'
import { statements } from '#lib/service/conformance/statements.testing.ts'

// A server of its own: bookings and imports change what the pages of other specs show. And no browser.
let server: TestServer
let kit: Kit

test.beforeAll(async () => {
  test.setTimeout(90_000)
  server = await startServer()
  const send = (path: string, init: RequestInit) => fetch(`${server.baseURL}${path}`, init)
  kit = createKit({ fetch: send, key: server.apiKey }, expect)
})

test.afterAll(() => server.stop())

for (const { name, check } of statements) {
  test(name, async () => {
    await check(kit)
  })
}
