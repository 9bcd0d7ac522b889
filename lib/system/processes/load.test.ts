/** The whole server under one person who asks too much, or leaves in the middle. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listEnvironments } from '#lib/domains/environments/environment.ts'
import { AUTH_PREFIX, authEndpoints } from '#lib/domains/staff/sign-in.ts'
import { prepareDirectory } from '#lib/platform/database/embedded.testing.ts'
import { ADMINISTRATOR, STAFFED, signedIn } from '#lib/system/staff.testing.ts'
import { startProcess, type TestProcess, until } from './spawn.testing.ts'

let home = ''
let server: TestProcess

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'vialdesk-load-'))
  const data_dir = join(home, 'data')
  await prepareDirectory(data_dir)
  server = await startProcess({ ...STAFFED, DATA_DIR: data_dir, SESSION_REQUESTS_PER_MINUTE: '60', LOG_LEVEL: 'info' })
})

afterAll(async () => {
  await server.kill()
  rmSync(home, { recursive: true, force: true })
})

/** Sends a head and half a body to `path`, and is gone. */
async function leave(path: string) {
  const { hostname, port } = new URL(server.origin)
  const socket = connect({ host: hostname, port: Number(port) })
  await once(socket, 'connect')
  const head = [`POST ${path} HTTP/1.1`, 'host: localhost', 'content-type: application/json', 'content-length: 1000']
  const answered = once(socket, 'close')
  socket.write(`${head.join('\r\n')}\r\n\r\n{"email":`)
  const lines = () => server.output().split('\n').length
  const before = lines()
  socket.destroy()
  await answered
  await until(async () => lines() > before, 'the line of the request')
}

test('whoever leaves in the middle of a body is a line of the log, and no error', async () => {
  for (const { path } of [authEndpoints.sign_in, authEndpoints.check_link]) await leave(`${AUTH_PREFIX}${path}`)
  expect(server.output()).toContain('"unfinished":true')
  expect(server.output()).not.toMatch(/"level":(?:50|60)/)
})

test('the limit of requests is a person’s, in all their sessions together', async () => {
  const [one, other] = [await signedIn(server), await signedIn(server, ADMINISTRATOR)]
  const statuses: number[] = []
  for (let count = 0; count < 40; count += 1) {
    statuses.push((await one(listEnvironments)).status, (await other(listEnvironments)).status)
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(60)
  const refused = await other(listEnvironments)
  expect([refused.status, refused.json()]).toMatchObject([429, { code: 'too_many_requests' }])
  expect(refused.json().retry_after_ms).toBeGreaterThan(0)
}, 180_000)
